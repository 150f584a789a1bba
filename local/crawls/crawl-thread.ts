import { parentPort, workerData } from 'node:worker_threads';
import { runCrawlsNow } from '#functions/crawls/run-crawls.ts';
import type { FieldVitals, FieldVitalsAnswer } from '#shared/facts/ports/sources.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { createRequestSigner, openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import { openDataThread } from '../data/data-thread.ts';
import type { CrawlReply, CrawlThreadData, VitalsReply } from './crawl-runs.ts';

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
const asking = new Map<number, PromiseWithResolvers<FieldVitalsAnswer | undefined>>();
let questions = 0;
const fieldVitals: FieldVitals = {
  read(asked) {
    questions += 1;
    const waiting = Promise.withResolvers<FieldVitalsAnswer | undefined>();
    asking.set(questions, waiting);
    const question: CrawlReply = { kind: 'vitals', id: questions, asked };
    parentPort?.postMessage(question);
    return waiting.promise;
  },
};
parentPort?.on('message', ({ id, answer }: VitalsReply) => asking.get(id)?.resolve(answer));
await runCrawlsNow({ ...foundation, sites, fieldVitals });
await sites.close();
done();
