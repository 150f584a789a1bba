import { parentPort, workerData } from 'node:worker_threads';
import { auditSite } from '#functions/tools/audit-site/logic.ts';
import type { OwnSearch } from '#functions/tools/audit-site/own-search.ts';
import type { DatasetAnswer, DatasetReader } from '#shared/facts/answers/tool-answer.ts';
import type { FieldVitals, FieldVitalsAnswer } from '#shared/facts/ports/sources.ts';
import { withSampleSites } from '#shared/facts/sample/sample-sites.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import { createRequestSigner, openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import type { PageRenderer, RenderedPage } from '#shared/site-audit/render/render-pages.ts';
import {
  type AuditMessage,
  type AuditOrder,
  type AuditReply,
  type AuditThreadSettings,
  sentError,
} from './audit-messages.ts';

/**
 * The thread that audits run in, one after the other. It has no environment
 * and no storage, and a fetcher of its own for each audit, so that nothing a
 * site sends reaches another call. Its time is kept from outside: it can be
 * ended at any moment.
 */
const { userAgent, resolve, signing, hasRenderer }: AuditThreadSettings = workerData;
const sign =
  signing &&
  createRequestSigner({
    key: openCrawlerKey(signing.seed),
    agent: signing.agent,
    clock: Date.now,
    reportFailure: (cause) => createLogger('oriel').error('crawler goes unsigned', { cause }),
  });
const reply = (message: AuditReply) => parentPort?.postMessage(message);

/** What is read outside of the thread, where the data of the account and the browser are; one at a time of a kind. */
function createQuestions<Answer>() {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  return {
    ask(question: AuditReply): Promise<Answer> {
      waiting = Promise.withResolvers<Answer>();
      reply(question);
      return waiting.promise;
    },
    answer: (value: Answer) => waiting?.resolve(value),
    fail: (cause: Error) => waiting?.reject(cause),
  };
}

const reads = createQuestions<DatasetAnswer>();
const own = createQuestions<OwnSearch | undefined>();
const vitals = createQuestions<FieldVitalsAnswer | undefined>();
const renders = createQuestions<readonly RenderedPage[]>();

const datasets: DatasetReader = { read: (selection) => reads.ask({ kind: 'read', selection }) };
const fieldVitals: FieldVitals = { read: (asked) => vitals.ask({ kind: 'vitals', asked }) };
const renderer: PageRenderer = {
  render: (urls, withinMs) => renders.ask({ kind: 'render', urls, withinMs }),
};

async function audit({ input, now }: AuditOrder): Promise<AuditReply> {
  const fetcher = createGuardedFetcher({
    userAgent,
    sign,
    resolve: resolve === undefined ? undefined : parseResolveMap(resolve),
  });
  try {
    const answer = await auditSite(input, {
      now,
      datasets,
      readOwn: (domain) => own.ask({ kind: 'own', domain }),
      sources: { sites: withSampleSites(fetcher), fieldVitals, ...(hasRenderer && { renderer }) },
      signal: new AbortController().signal,
      reportProgress: (...step) => reply({ kind: 'progress', step }),
    });
    return { kind: 'answer', answer };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'refusal', refusal: sentError(error) };
    return {
      kind: 'failure',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  } finally {
    await fetcher.close();
  }
}

parentPort?.on('message', (message: AuditMessage) => {
  if (message.kind === 'order') void audit(message).then(reply);
  else if (message.kind === 'own') own.answer(message.search);
  else if (message.kind === 'rendered') renders.answer(message.pages);
  else if (message.kind === 'vitals') vitals.answer(message.answer);
  else if (message.kind === 'dataset') reads.answer(message.answer);
  else reads.fail(new Error('A dataset could not be read.'));
});
