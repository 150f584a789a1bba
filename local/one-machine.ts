import { performance } from 'node:perf_hooks';
import { createDatasetRecords } from '#shared/datasets/dataset-records.ts';
import { createDatasets } from '#shared/datasets/datasets.ts';
import { createGuardedFetcher } from '#shared/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/fetch/resolve-map.ts';
import type { SiteFetcher } from '#shared/fetch/site-fetcher.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { createLogger } from '#shared/logger.ts';
import { createObservations } from '#shared/observations/observations.ts';
import { createSourceOpener } from '#shared/providers/open-sources.ts';
import { buildDashboard, dashboardFolder } from './build-dashboard.ts';
import { createCheckoutRoutes } from './checkout-routes.ts';
import { serveDashboard } from './dashboard-files.ts';
import { openDataFolder } from './data-folder.ts';
import { openDemoAccount } from './first-start.ts';
import { createLocalFoundation, type LocalFoundation } from './foundation.ts';
import { createGateway } from './gateway.ts';
import { identityRoutes } from './identity-routes.ts';
import { listen } from './listen.ts';
import { createMailbox } from './mailbox.ts';
import { serveObjects } from './objects.ts';
import { type ReadyMachine, readyFile } from './ready.ts';
import { localRoutes } from './routes.ts';
import type { LocalSettings } from './settings.ts';
import { loadSigning } from './signing.ts';
import { openStorage } from './storage.ts';

export interface OneMachine {
  readonly ready: ReadyMachine;
  close(): Promise<void>;
}

/** What the terminal is told. */
export interface Report {
  step(name: string, milliseconds: number): void;
  line(text: string): void;
}

/** Starts the whole service on this machine. Whatever was taken is given back when a later step fails. */
export async function startOneMachine(settings: LocalSettings, report: Report): Promise<OneMachine> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const undo of opened.toReversed()) await undo();
  };
  const step = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
    const start = performance.now();
    const value = await work();
    report.step(name, performance.now() - start);
    return value;
  };
  try {
    const folder = await openDataFolder(settings.dataDir);
    await folder.remove(readyFile);
    const listening = await listen(settings.host, settings.port);
    opened.push(listening.close);
    const storage = await step('database', () => openStorage(folder));
    opened.push(storage.close);
    const baseUrl = settings.publicBaseUrl ?? listening.origin;
    const logger = createLogger('oriel');
    const { clockOffsetSeconds } = settings;
    const foundation = createLocalFoundation({ folder, storage, logger, baseUrl, clockOffsetSeconds });
    const demo = await step('demo account', () => openDemoAccount(folder, foundation.operator));
    // Ready does not wait for it; the first look at the dashboard does.
    const dashboard = step('dashboard', buildDashboard).catch((cause) =>
      logger.error('dashboard not built', { cause }),
    );
    const sites = createGuardedFetcher({
      userAgent: `OrielBot/1.0 (+${baseUrl}/docs)`,
      resolve: settings.crawlResolve === undefined ? undefined : parseResolveMap(settings.crawlResolve),
    });
    opened.push(sites.close);
    const tools = createToolServices(foundation, settings, sites);
    const signing = await loadSigning(folder);
    const mailbox = createMailbox({ folder: folder.mailbox, clock: foundation.clock, print: report.line });
    listening.handle(
      createGateway({
        routes: [
          ...localRoutes(foundation, tools, settings.upstreamLogin !== undefined),
          ...createCheckoutRoutes({ foundation, stripe: settings.stripe, localUrl: listening.origin }),
          ...identityRoutes({ foundation, signing, mailbox, sites, tools }),
        ],
        baseUrl,
        fallback: firstOf([serveObjects(foundation), serveDashboard(dashboardFolder, dashboard)]),
        reportFailure: (cause) => logger.error('request failed', { cause }),
      }),
    );
    const ready = { base_url: baseUrl, dashboard_url: baseUrl, mcp_url: `${baseUrl}/mcp`, ...demo };
    await folder.write(readyFile, ready);
    opened.push(() => folder.remove(readyFile));
    return { ready, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createToolServices(
  foundation: LocalFoundation,
  settings: LocalSettings,
  sites: SiteFetcher,
): ToolServices {
  const { documents, tables, objects, clock, call, logger } = foundation;
  const openProviders = createSourceOpener({
    documents,
    tables,
    clock,
    log: logger,
    upstream: async () => upstreamAccount(settings),
  });
  return {
    ...call,
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),
    observations: createObservations({ documents, tables, clock }),
    openSources: async (spend, signal) => ({ ...(await openProviders(spend, signal)), sites }),
  };
}

function upstreamAccount({
  upstreamLogin: login,
  upstreamPassword: password,
  upstreamBaseUrl: baseUrl,
}: LocalSettings) {
  return login === undefined || password === undefined ? undefined : { login, password, baseUrl };
}

type Fallback = NonNullable<Parameters<typeof createGateway>[0]['fallback']>;

/** Asks one after the other until one has answered. */
function firstOf(fallbacks: readonly Fallback[]): Fallback {
  return async (request, response) => {
    for (const fallback of fallbacks) if (await fallback(request, response)) return true;
    return false;
  };
}
