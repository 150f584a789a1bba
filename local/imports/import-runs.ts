import { Worker } from 'node:worker_threads';
import type { UploadOrder } from '#shared/facts/imports/uploads/run-upload.ts';
import type { UploadStore } from '#shared/facts/imports/uploads/upload-store.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { ThreadReply } from '../data/data-thread.ts';
import type { ImportThreadData, ImportThreadSettings } from './import-thread.ts';

interface ImportRunOptions {
  readonly settings: ImportThreadSettings;
  readonly uploads: Pick<UploadStore, 'fail' | 'stayQueued'>;
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Program of a thread; tests give others. */
  readonly program?: URL;
  /** Memory of a thread's heap, in MB. An export of every bound's size takes half of it. */
  readonly heapMb?: number;
  /** Milliseconds after which an import is ended, as the function is when deployed. */
  readonly longestMs?: number;
  /** How often what waits is written down to be alive still. */
  readonly aliveEveryMs?: number;
}

const tooMuch =
  'The files are too large for one import. Upload them in smaller parts: nothing is imported twice.';
const tooLong = 'The import ran out of time. Upload the files in smaller parts.';
const stopped =
  'The server was stopped before the import was done. Start it again: nothing is imported twice.';

/**
 * Imports of uploads, one at a time and each in a thread of its own, so that no file can take the time or the
 * memory of the service. Of those that wait, the next is that of the account whose imports have taken the
 * least time while others waited.
 */
export function createImportRuns(options: ImportRunOptions) {
  const { uploads, logger, aliveEveryMs = 60_000 } = options;
  const waiting: UploadOrder[] = [];
  const taken = new Map<string, number>();
  const closing = new AbortController();
  let working: Promise<void> | undefined;

  const next = (): UploadOrder | undefined => {
    const cost = ({ accountId }: UploadOrder) => taken.get(accountId) ?? 0;
    const [first] = waiting.toSorted((one, other) => cost(one) - cost(other));
    if (first) waiting.splice(waiting.indexOf(first), 1);
    return first;
  };

  async function work(): Promise<void> {
    for (let order = next(); order; order = next()) {
      const startedAt = performance.now();
      await runOne(order);
      const soFar = taken.get(order.accountId) ?? 0;
      taken.set(order.accountId, soFar + performance.now() - startedAt);
    }
    taken.clear();
  }

  async function runOne(order: UploadOrder): Promise<void> {
    let writing: Promise<unknown> = Promise.resolve();
    const alive = setInterval(() => {
      writing = Promise.allSettled(waiting.map((each) => uploads.stayQueued(each.accountId, each.uploadId)));
    }, aliveEveryMs);
    try {
      const message = await runInThread(order, options, closing.signal);
      if (message !== undefined) await uploads.fail(order.accountId, order.uploadId, message);
    } catch (cause) {
      logger.error('import of an upload failed', { upload: order.uploadId, cause });
    } finally {
      clearInterval(alive);
      // Or the next could find its upload written by somebody else.
      await writing;
    }
  }

  return {
    start(order: UploadOrder): void {
      waiting.push(order);
      working ??= work().finally(() => {
        working = undefined;
      });
    },
    /** Ends the import that runs and forgets those that wait, and tells so in their uploads. */
    async close(): Promise<void> {
      closing.abort();
      const forgotten = waiting.splice(0);
      await working;
      for (const { accountId, uploadId } of forgotten) await uploads.fail(accountId, uploadId, stopped);
    },
  };
}

/** Undefined where the thread has told the outcome itself, else what to tell in the upload. */
async function runInThread(
  order: UploadOrder,
  {
    settings,
    clock,
    logger,
    program = new URL('./import-thread.ts', import.meta.url),
    heapMb = 2_048,
    longestMs = 900_000,
  }: ImportRunOptions,
  closing: AbortSignal,
): Promise<string | undefined> {
  const workerData: ImportThreadData = { settings, order, now: clock(), longestMs };
  const thread = new Worker(program, {
    workerData,
    env: {},
    name: 'import',
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  thread.on('message', (reply: ThreadReply) => {
    if (reply.kind === 'done') resolve(undefined);
    else logger[reply.level](reply.message, { facts: reply.facts });
  });
  thread.on('error', (cause: unknown) => {
    logger.error('import of an upload failed', { upload: order.uploadId, cause });
    resolve(tooMuch);
  });
  thread.on('exit', () => resolve(tooMuch));
  const stop = () => resolve(stopped);
  closing.addEventListener('abort', stop);
  const timer = setTimeout(() => resolve(tooLong), longestMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', stop);
    await thread.terminate();
  }
}
