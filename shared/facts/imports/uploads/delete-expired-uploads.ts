import type { Clock } from '#shared/platform/clock.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { isUploadExpired, uploadsPrefix } from './upload-store.ts';

interface DeleteExpiredOptions {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** Deletes files of uploads that nobody started within a day. For a store without lifecycle rules; a bucket does this by itself. */
export async function deleteExpiredUploads({ objects, clock }: DeleteExpiredOptions): Promise<void> {
  for await (const key of objects.list(uploadsPrefix))
    if (isUploadExpired(key.split('/').at(-2) ?? '', clock())) await objects.delete(key);
}
