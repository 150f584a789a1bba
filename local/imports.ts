import type { Foundation } from '#functions/foundation.ts';
import { createHandler } from '#functions/imports/run-import/create-handler.ts';

/** What a function of its own does when deployed: imports uploads beside the calls of this process. */
export function createImportRuns(foundation: () => Foundation) {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async start(order: Parameters<Foundation['startImport']>[0]): Promise<void> {
      const { logger } = foundation();
      const run = createHandler(foundation())(order, {
        // A stop of the server ends an import at its next sign of progress.
        getRemainingTimeInMillis: () => (isClosed ? 0 : Number.POSITIVE_INFINITY),
      }).catch((cause: unknown) => logger.error('import of an upload failed', { cause }));
      running.add(run);
      void run.finally(() => running.delete(run));
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(running);
    },
  };
}
