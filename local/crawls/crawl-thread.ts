import { workerData } from 'node:worker_threads';
import { runCrawlsNow } from '#functions/crawls/run-crawls.ts';
import { openCrawlerKey } from '#shared/site-audit/fetch/crawler-key.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/resolve-map.ts';
import { createRequestSigner } from '#shared/site-audit/fetch/sign-requests.ts';
import { openDataThread } from '../data/data-thread.ts';
import type { CrawlThreadData } from './crawl-runs.ts';

/** Crawls that are due, in a thread of their own. */
const { settings, now }: CrawlThreadData = workerData;
const { userAgent, resolve, signing } = settings;
const { foundation, done } = await openDataThread(settings, now);
const sign =
  signing &&
  createRequestSigner({
    key: openCrawlerKey(signing.seed),
    agent: signing.agent,
    clock: Date.now,
    reportFailure: (cause) => foundation.logger.error('crawler goes unsigned', { cause }),
  });
const sites = createGuardedFetcher({
  userAgent,
  sign,
  resolve: resolve === undefined ? undefined : parseResolveMap(resolve),
});
await runCrawlsNow({ ...foundation, sites });
await sites.close();
done();
