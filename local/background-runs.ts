import type { Foundation } from '#functions/foundation.ts';
import { runImport } from '#functions/imports/run-import.ts';
import { lowBalance } from '#functions/maintenance/low-balance.ts';

/** What functions of their own do when deployed, beside the calls of this process: imports of uploads, mails of low balances. */
export function createBackgroundRuns(foundation: () => Foundation) {
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  let imports: Promise<unknown> = Promise.resolve();
  function keep(run: Promise<unknown>, failure: string): void {
    const kept = run.catch((cause: unknown) => foundation().logger.error(failure, { cause }));
    running.add(kept);
    void kept.finally(() => running.delete(kept));
  }
  return {
    /** One after another: each may take much memory, and all share the process with the calls. */
    async startImport(order: Parameters<Foundation['startImport']>[0]): Promise<void> {
      const run = async () =>
        runImport(foundation())(order, {
          // A stop of the server ends an import at its next sign of progress.
          getRemainingTimeInMillis: () => (isClosed ? 0 : Number.POSITIVE_INFINITY),
        });
      const started = imports.then(run);
      imports = started.catch(() => undefined);
      keep(started, 'import of an upload failed');
    },
    async tellLowBalance(fallen: Parameters<Foundation['tellLowBalance']>[0]): Promise<void> {
      keep(lowBalance(foundation())(fallen), 'low balance not told');
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(running);
    },
  };
}
