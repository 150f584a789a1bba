import { workerData } from 'node:worker_threads';
import { runImport } from '#functions/imports/run-import.ts';
import type { UploadOrder } from '#shared/facts/imports/uploads/run-upload.ts';
import { type DataThreadSettings, openDataThread } from '../data/data-thread.ts';

export interface ImportThreadSettings extends DataThreadSettings {
  readonly takesSharedUploads: boolean;
}

export interface ImportThreadData {
  readonly settings: ImportThreadSettings;
  readonly order: UploadOrder;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly longestMs: number;
}

const { settings, order, now, longestMs }: ImportThreadData = workerData;
const { foundation, done } = await openDataThread(settings, now);
const run = runImport({ ...foundation, takesSharedUploads: settings.takesSharedUploads });
await run(order, { getRemainingTimeInMillis: () => now + longestMs - foundation.clock() });
done();
