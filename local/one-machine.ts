import { randomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { openOperator } from '#local/admin/operator.ts';
import { createAuditThreads, findChromium, renderProgram } from '#local/audits/audit-threads.ts';
import {
  type DataFolder,
  openDataFolder,
  openDemoAccount,
  type ReadyMachine,
  readyFile,
} from '#local/data/data-folder.ts';
import { sampleRowsFile } from '#local/data/sample-database.ts';
import { openStorage, type Storage, undoneOnFailure } from '#local/data/storage.ts';
import { createLocalFoundation, type LocalFoundation, signingText } from '#local/foundation.ts';
import { createGateway, type Fallback } from '#local/http/gateway.ts';
import { listen } from '#local/http/listen.ts';
import { createOwnNames, serviceRoutes } from '#local/http/router.ts';
import { openTestPayments, testPaymentRoutes } from '#local/http/test-payments.ts';
import { buildDashboard, dashboardFolder, serveDashboard } from '#local/pages/build-dashboard.ts';
import { createMailbox } from '#local/pages/mailbox.ts';
import { serveObjects } from '#local/pages/object-links.ts';
import { type CallLogger, createLogger } from '#shared/platform/logger.ts';
import { openCrawlerSeeds, type ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { crawlerUserAgent, signatureAgent } from '#shared/site-audit/fetch/site-fetcher.ts';
import { createPageRenderer } from '#shared/site-audit/render/page-renderer.ts';
import { createBackgroundRuns, startSchedules } from './background-runs.ts';
import { isLoopback, type LocalSettings } from './settings.ts';

export interface OneMachine {
  readonly ready: ReadyMachine;
  /** Where mail is read that this machine does not send; carries a secret where others can reach the machine. */
  readonly mailboxUrl?: string;
  /** Builds the dashboard ahead of the first look at it; does nothing when it is built. Never fails. Absent where it is served from elsewhere. */
  prepareDashboard?(): Promise<void>;
  /** Runs what a timer starts, without waiting for it. Absent where the machine is not in this process. */
  runSchedules?(): Promise<void>;
  close(): Promise<void>;
}

export interface Report {
  step(name: string, milliseconds: number): void;
  line(text: string): void;
  /** Where the log goes; JSON lines on stdout where it is left out. */
  readonly log?: CallLogger;
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
    const logger = report.log ?? createLogger('oriel');
    const base = createLocalFoundation({ folder, storage, settings, logger, baseUrl });
    const demo = await step('demo account', () => openDemoAccount(folder, openOperator(base)));
    await signingText(folder);
    const prepareDashboard = dashboardPreparation(step, logger);
    const sites = openSites(settings, baseUrl);
    opened.add(sites.close);
    const auditing = auditSettings(settings, baseUrl, storage.secrets);
    const audits = openAudits(settings, auditing);
    opened.add(audits.close);
    const ending = new AbortController();
    opened.add(async () => ending.abort());
    const isPrivate = isLoopback(settings.host) && settings.publicBaseUrl === undefined;
    const secret = randomBytes(16).toString('base64url');
    const { clock } = base;
    const mailbox = createMailbox({ folder: folder.mailbox, clock, print: report.line, secret, isPrivate });
    const testPayments =
      settings.stripeSecret === undefined ? await openTestPayments(base, listening.origin) : undefined;
    const imports = importSettings(storage, folder, isPrivate);
    const receivers = openReceivers(settings, baseUrl);
    const crawls = { ...auditing, ...imports };
    const background = createBackgroundRuns(() => foundation, { imports, crawls, receivers });
    opened.add(background.close);
    const foundation: LocalFoundation = {
      ...base,
      ...background.starts,
      takesSharedUploads: isPrivate,
      mailer: mailbox,
      sites,
      ...audits.given,
      sampleFile: await sampleRowsFile(),
      storing: { ...base.storing, ending: ending.signal },
      ...(testPayments && { payments: testPayments.provider }),
    };
    const schedules = startSchedules(foundation, folder.objects);
    opened.add(schedules.stop);
    listening.handle(
      createGateway({
        routes: [
          ...serviceRoutes(foundation),
          ...(testPayments ? testPaymentRoutes(testPayments, foundation) : []),
          { method: 'GET', path: '/dev/mailbox', handler: mailbox.handler, timeoutSeconds: 5 },
        ],
        baseUrl,
        isOwnName: createOwnNames(baseUrl),
        fallback: firstOf([serveObjects(foundation), serveDashboard(dashboardFolder, prepareDashboard)]),
        reportFailure: (cause) => logger.error('request failed', { cause }),
      }),
    );
    const ready = { base_url: baseUrl, dashboard_url: baseUrl, mcp_url: `${baseUrl}/mcp`, ...demo };
    await folder.write(readyFile, { ...ready, pid: process.pid });
    opened.add(() => folder.remove(readyFile));
    const mailboxUrl = `${baseUrl}/dev/mailbox${isPrivate ? '' : `?k=${secret}`}`;
    return { ready, mailboxUrl, prepareDashboard, runSchedules: schedules.runNow, close: opened.run };
  });
}

/** Where imports find, in threads of their own, what they read and write. */
function importSettings({ database, commitsTogether }: Storage, { objects }: DataFolder, isPrivate: boolean) {
  const { endpoint, bulkDoor } = database;
  return { endpoint, bulkDoor, commitsTogether, objectsFolder: objects, takesSharedUploads: isPrivate };
}

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

/** Audits sign their requests where sites can find the key. */
function auditSettings({ crawlResolve: resolve }: LocalSettings, baseUrl: string, secrets: ServiceSecrets) {
  const agent = signatureAgent(baseUrl);
  const signing = agent && { agent, seed: openCrawlerSeeds(JSON.stringify(secrets))[0] };
  return { userAgent: crawlerUserAgent(baseUrl), resolve, ...(signing && { signing }) };
}

/** Audits in threads of their own, and the Chromium of this machine that opens pages for them, where there is one. */
function openAudits(settings: LocalSettings, auditing: ReturnType<typeof auditSettings>) {
  const { userAgent, resolve } = auditing;
  const chromiumPath = findChromium(settings.chromiumPath);
  const renderer = chromiumPath
    ? createPageRenderer({ chromiumPath, userAgent, resolve, program: renderProgram })
    : undefined;
  const threads = createAuditThreads({ settings: { ...auditing, hasRenderer: renderer !== undefined } });
  return {
    given: { renderer, runners: { audit_site: threads.run } },
    async close() {
      await Promise.all([threads.close(), renderer?.close()]);
    },
  };
}

/** Fetches documents of OAuth clients; audits have fetchers of their own. */
function openSites({ crawlResolve }: LocalSettings, baseUrl: string) {
  return createGuardedFetcher({
    userAgent: crawlerUserAgent(baseUrl),
    resolve: crawlResolve === undefined ? undefined : parseResolveMap(crawlResolve),
  });
}

/** Reaches receivers of events: apart from sites, so that one that hangs keeps no other request waiting. */
function openReceivers({ crawlResolve }: LocalSettings, baseUrl: string) {
  return createGuardedFetcher({
    userAgent: `Oriel-Webhooks (+${baseUrl}/docs)`,
    resolve: crawlResolve === undefined ? undefined : parseResolveMap(crawlResolve),
    limits: { requests: 32 },
  });
}

function firstOf(fallbacks: readonly Fallback[]): Fallback {
  return async (request, response, url) => {
    for (const fallback of fallbacks) if (await fallback(request, response, url)) return true;
    return false;
  };
}
