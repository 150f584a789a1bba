import { deleteExpiredDatasets } from '#shared/datasets/delete-expired.ts';
import { createSweeper } from '#shared/ledger/sweeper.ts';
import type { LocalFoundation } from './foundation.ts';

/** As often as the deployed sweep runs. */
const sweepEveryMs = 5 * 60 * 1_000;

/** What runs by itself when deployed, on a timer here. Gives back what stops it. */
export function startSchedules({
  documents,
  tables,
  clock,
  logger,
  objects,
}: Pick<LocalFoundation, 'documents' | 'tables' | 'clock' | 'logger' | 'objects'>): () => Promise<void> {
  const sweeper = createSweeper({ documents, tables, clock });
  const sweep = () =>
    sweeper.sweepAll().then(
      ({ holds, oldestHoldSeconds }) => {
        if (holds.void + holds.charged > 0) logger.info('holds swept', { ...holds, oldestHoldSeconds });
      },
      (cause: unknown) => logger.error('sweep failed', { cause }),
    );
  const tidy = () =>
    deleteExpiredDatasets({ objects, clock }).then(
      () => {},
      (cause: unknown) => logger.error('expired datasets stay', { cause }),
    );
  const round = () => Promise.all([sweep(), tidy()]);
  // The first round at once: what a killed server left is given back without waiting.
  let running = round();
  const timer = setInterval(() => {
    running = round();
  }, sweepEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
