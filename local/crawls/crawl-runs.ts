import { Worker } from 'node:worker_threads';
import type { Foundation } from '#functions/foundation.ts';
import type { AuditThreadSettings } from '#local/audits/audit-messages.ts';
import type { DataThreadSettings, ThreadReply } from '#local/data/data-thread.ts';

/** What a thread for crawls is started with. */
export interface CrawlThreadSettings extends AuditThreadSettings, DataThreadSettings {}

export interface CrawlThreadData {
  readonly settings: CrawlThreadSettings;
  /** Milliseconds since 1970 by the clock of the service, which may run ahead of the machine's. */
  readonly now: number;
}

/** Memory of the thread's heap, in MB: a site of ten thousand pages is judged in it. */
const heapMb = 1_024;
/** Room for young objects, in MB, as a thread of audits has: without a bound garbage lies for as long as there is room. */
const youngMb = 24;

/**
 * Crawls in a thread of their own, so that no site can take the time or the
 * memory of the service. A thread that ends early loses at most the slice that
 * it was reading: the next one goes on from what was kept.
 */
export function createCrawlRuns(
  settings: CrawlThreadSettings,
  foundation: () => Pick<Foundation, 'clock' | 'logger'>,
) {
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
      thread.on('message', (reply: ThreadReply) => {
        if (reply.kind === 'done') resolve();
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
