import type { Clock } from '#shared/platform/clock.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { datasetDays, datasetsPrefix } from './dataset-objects.ts';

interface DeleteExpiredOptions {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

const dayMs = 24 * 3_600_000;

/**
 * Deletes the files of expired datasets and returns how many. For a store without lifecycle rules; a bucket does this by itself. The
 * age is read from the id, so that no record is needed for it.
 */
export async function deleteExpiredDatasets({ objects, clock }: DeleteExpiredOptions): Promise<number> {
  let deleted = 0;
  for await (const key of objects.list(datasetsPrefix)) {
    const id = key.split('/').at(-1)?.split('.').at(0) ?? '';
    const madeAt = idTime(id);
    // The example dataset has an id of all zeros, the oldest there is, and stays.
    if (madeAt === undefined || madeAt === 0 || madeAt + datasetDays * dayMs > clock()) continue;
    await objects.delete(key);
    deleted += 1;
  }
  return deleted;
}
