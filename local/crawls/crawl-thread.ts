import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runCrawlsNow } from '#functions/crawls/run-crawls.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { redact } from '#shared/platform/logger.ts';
import { createFiles } from '#shared/platform/object-store/file-object-store.ts';
import { openCrawlerKey } from '#shared/site-audit/fetch/crawler-key.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/resolve-map.ts';
import { createRequestSigner } from '#shared/site-audit/fetch/sign-requests.ts';
import { tableNames } from '../data/create-tables.ts';
import { startDatabase, withBulkDoor } from '../data/database.ts';
import type { CrawlReply, CrawlThreadData } from './crawl-runs.ts';

/** Crawls that are due, in a thread that can be ended at any moment; it has no environment. */
const { settings, now }: CrawlThreadData = workerData;
const { userAgent, resolve, signing, endpoint, bulkDoor, commitsTogether, objectsFolder } = settings;
// On Linux this is the priority of the thread alone: calls come first.
if (process.platform === 'linux') setPriority(10);

const startedAt = performance.now();
const clock = () => now + Math.round(performance.now() - startedAt);
const reply = (message: CrawlReply) => parentPort?.postMessage(message);
const log = (level: 'info' | 'warn' | 'error') => (message: string, facts: object) =>
  reply({ kind: 'log', level, message, facts: redact(facts) });
const logger = { info: log('info'), warn: log('warn'), error: log('error') };
const sign =
  signing &&
  createRequestSigner({
    key: openCrawlerKey(signing.seed),
    agent: signing.agent,
    clock: Date.now,
    reportFailure: (cause) => logger.error('crawler goes unsigned', { cause }),
  });
const sites = createGuardedFetcher({
  userAgent,
  sign,
  resolve: resolve === undefined ? undefined : parseResolveMap(resolve),
});
const engine = await startDatabase({ env: { AWS_ENDPOINT_URL_DYNAMODB: endpoint } });
const { clientConfig, putAll } = bulkDoor ? withBulkDoor(engine, bulkDoor) : engine;
await runCrawlsNow({
  documents: createDocuments(clientConfig),
  tables: tableNames(),
  objects: createFiles(objectsFolder),
  clock,
  logger,
  sites,
  storing: { commitsTogether, putAll },
});
await sites.close();
reply({ kind: 'done' });
