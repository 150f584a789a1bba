import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { priceList } from '#functions/tools/catalog.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { createObservations } from '#shared/facts/deltas/observations.ts';
import { createSourceOpener } from '#shared/facts/providers/open-sources.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { type CallLogger, createLogger } from '#shared/platform/logger.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/resolve-map.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { crawlerUserAgent } from '#shared/site-audit/fetch/user-agent.ts';
import { openDataFolder } from './data/data-folder.ts';
import { serveObjects } from './data/objects.ts';
import { openStorage, type Storage } from './data/storage.ts';
import { openDemoAccount } from './first-start.ts';
import { createLocalFoundation, type LocalFoundation } from './foundation.ts';
import { createCheckoutRoutes } from './http/checkout-routes.ts';
import { createGateway, type Fallback } from './http/gateway.ts';
import { identityRoutes } from './http/identity-routes.ts';
import { listen } from './http/listen.ts';
import { createOwnNames } from './http/own-names.ts';
import { localRoutes } from './http/routes.ts';
import { buildDashboard, dashboardFolder } from './pages/build-dashboard.ts';
import { serveDashboard } from './pages/dashboard-files.ts';
import { createMailbox } from './pages/mailbox.ts';
import { type ReadyMachine, readyFile } from './ready.ts';
import { withSampleSites } from './sample-sites/sample-sites.ts';
import { startSchedules } from './schedules.ts';
import { isLoopback, type LocalSettings, upstreamAccount } from './settings.ts';
import { loadSigning } from './signing.ts';
import { undoneOnFailure } from './undo.ts';

export interface OneMachine {
  readonly ready: ReadyMachine;
  /** Where mail is read that this machine does not send; carries a secret where others can reach the machine. */
  readonly mailboxUrl?: string;
  /** Builds the dashboard ahead of the first look at it; does nothing when it is built. Never fails. Absent where it is served from elsewhere. */
  prepareDashboard?(): Promise<void>;
  close(): Promise<void>;
}

/** Output for the terminal. */
export interface Report {
  step(name: string, milliseconds: number): void;
  line(text: string): void;
}

/** Starts the whole service on this machine. Whatever was taken is given back when a later step fails. */
export function startOneMachine(settings: LocalSettings, report: Report): Promise<OneMachine> {
  return undoneOnFailure(async (opened) => {
    const step = timedBy(report);
    const folder = await openDataFolder(settings.dataDir);
    const listening = await listen(settings.host, settings.port);
    opened.add(listening.close);
    const storage = await step('database', () => openStorage(folder));
    opened.add(storage.close);
    await folder.remove(readyFile);
    const baseUrl = settings.publicBaseUrl ?? listening.origin;
    const logger = createLogger('oriel');
    const { clockOffsetSeconds } = settings;
    const foundation = createLocalFoundation({ folder, storage, logger, baseUrl, clockOffsetSeconds });
    const demo = await step('demo account', () => openDemoAccount(folder, foundation.operator));
    const prepareDashboard = dashboardPreparation(step, logger);
    const sites = openSites(settings, baseUrl);
    opened.add(sites.close);
    const ending = new AbortController();
    opened.add(async () => ending.abort());
    const tools = createToolServices(foundation, {
      settings,
      storage,
      ending: ending.signal,
      sites: withSampleSites(sites),
    });
    const signing = await loadSigning(folder);
    const isPrivate = isLoopback(settings.host) && settings.publicBaseUrl === undefined;
    const secret = randomBytes(16).toString('base64url');
    const mailbox = createMailbox({
      folder: folder.mailbox,
      clock: foundation.clock,
      print: report.line,
      secret,
      isPrivate,
    });
    opened.add(startSchedules({ ...foundation, mailer: mailbox }));
    listening.handle(
      createGateway({
        routes: [
          ...localRoutes(foundation, tools, settings.upstreamLogin !== undefined),
          ...createCheckoutRoutes({ foundation, stripe: settings.stripe, localUrl: listening.origin }),
          ...identityRoutes({ foundation, signing, mailbox, sites, tools }),
        ],
        baseUrl,
        isOwnName: createOwnNames(baseUrl),
        fallback: firstOf([serveObjects(foundation), serveDashboard(dashboardFolder, prepareDashboard)]),
        reportFailure: (cause) => logger.error('request failed', { cause }),
      }),
    );
    const ready = { base_url: baseUrl, dashboard_url: baseUrl, mcp_url: `${baseUrl}/mcp`, ...demo };
    await folder.write(readyFile, ready);
    opened.add(() => folder.remove(readyFile));
    const mailboxUrl = `${baseUrl}/dev/mailbox${isPrivate ? '' : `?k=${secret}`}`;
    return { ready, mailboxUrl, prepareDashboard, close: opened.run };
  });
}

/** Tells the terminal how long each step took. */
function timedBy(report: Report) {
  return async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    const value = await work();
    report.step(name, performance.now() - start);
    return value;
  };
}

/** Builds the dashboard once, for all concurrent requests; the next request tries a failed build again. */
function dashboardPreparation(step: ReturnType<typeof timedBy>, logger: CallLogger): () => Promise<void> {
  let building: Promise<unknown> | undefined;
  return async () => {
    building ??= step('dashboard', buildDashboard);
    await building.catch((cause: unknown) => {
      building = undefined;
      logger.error('dashboard not built', { cause });
    });
  };
}

/** Fetches public sites, and on this machine the test sites that `CRAWL_RESOLVE` maps. */
function openSites({ crawlResolve }: LocalSettings, baseUrl: string) {
  return createGuardedFetcher({
    userAgent: crawlerUserAgent(baseUrl),
    resolve: crawlResolve === undefined ? undefined : parseResolveMap(crawlResolve),
  });
}

interface ToolSetting {
  readonly settings: LocalSettings;
  readonly storage: Pick<Storage, 'commitsTogether'>;
  readonly sites: SiteFetcher;
  readonly ending: AbortSignal;
}

function createToolServices(
  foundation: LocalFoundation,
  { settings, storage, sites, ending }: ToolSetting,
): ToolServices {
  const { documents, tables, objects, clock, call, logger } = foundation;
  const openProviders = createSourceOpener({
    documents,
    tables,
    clock,
    log: logger,
    commitsTogether: storage.commitsTogether,
    ending,
    upstream: async () => upstreamAccount(settings),
  });
  return {
    ...call,
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),
    prices: priceList,
    observations: createObservations({ documents, tables, clock }),
    openSources: async (spend, signal) => ({ ...(await openProviders(spend, signal)), sites }),
  };
}

/** Asks one after the other until one has answered. */
function firstOf(fallbacks: readonly Fallback[]): Fallback {
  return async (request, response, url) => {
    for (const fallback of fallbacks) if (await fallback(request, response, url)) return true;
    return false;
  };
}
