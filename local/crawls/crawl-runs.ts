import { Worker } from 'node:worker_threads';
import type { Foundation } from '#functions/foundation.ts';
import { fieldVitalsOf } from '#functions/tools/public-sites.ts';
import type { AuditThreadSettings } from '#local/audits/audit-messages.ts';
import { youngMb } from '#local/audits/audit-threads.ts';
import type { DataThreadSettings, ThreadReply } from '#local/data/data-thread.ts';
import type { FieldVitals, FieldVitalsAnswer } from '#shared/facts/ports/sources.ts';

export interface CrawlThreadSettings extends AuditThreadSettings, DataThreadSettings {}

export interface CrawlThreadData {
  readonly settings: CrawlThreadSettings;
  /** Milliseconds since 1970 by the clock of the service, which may run ahead of the machine's. */
  readonly now: number;
}

type VitalsQuestion = Parameters<FieldVitals['read']>[0];

/** What the thread sends: as every thread of data does, and questions for the source that the service has the key of. */
export type CrawlReply =
  | ThreadReply
  | { readonly kind: 'vitals'; readonly id: number; readonly asked: VitalsQuestion };

export interface VitalsReply {
  readonly id: number;
  readonly answer: FieldVitalsAnswer | undefined;
}

/** Longer than the source is given. */
const vitalsMs = 15_000;

/** Memory of the thread's heap, in MB: a site of ten thousand pages is judged in it. */
const heapMb = 1_024;

/**
 * Crawls in a thread of their own, so that no site can take the time or the
 * memory of the service. A thread that ends early loses at most the slice that
 * it was reading: the next one goes on from what was kept.
 */
export function createCrawlRuns(settings: CrawlThreadSettings, foundation: () => Foundation) {
  let thread: Worker | undefined;
  return {
    async run(): Promise<void> {
      const { clock, logger } = foundation();
      const workerData: CrawlThreadData = { settings, now: clock() };
      const { promise, resolve } = Promise.withResolvers<void>();
      thread = new Worker(new URL('./crawl-thread.ts', import.meta.url), {
        workerData,
        env: {},
        name: 'crawl',
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
      });
      const answer = async (id: number, asked: VitalsQuestion): Promise<void> => {
        const vitals = fieldVitalsOf(foundation(), AbortSignal.timeout(vitalsMs));
        const reply: VitalsReply = { id, answer: await vitals.read(asked).catch(() => undefined) };
        thread?.postMessage(reply);
      };
      thread.on('message', (reply: CrawlReply) => {
        if (reply.kind === 'done') resolve();
        else if (reply.kind === 'vitals') void answer(reply.id, reply.asked);
        else logger[reply.level](reply.message, { facts: reply.facts });
      });
      thread.on('error', (cause: unknown) => logger.error('crawls ended early', { cause }));
      thread.on('exit', () => resolve());
      await promise;
      await thread.terminate();
    },
    async close(): Promise<void> {
      await thread?.terminate();
    },
  };
}
