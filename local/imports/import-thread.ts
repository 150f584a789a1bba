import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { runImport } from '#functions/imports/run-import.ts';
import type { UploadOrder } from '#shared/facts/imports/uploads/run-upload.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { redact } from '#shared/platform/logger.ts';
import { createFiles } from '#shared/platform/object-store/file-object-store.ts';
import type { BulkDoor } from '../data/bulk-door.ts';
import { tableNames } from '../data/create-tables.ts';
import { startDatabase, withBulkDoor } from '../data/database.ts';

/** What a thread of an import is started with. */
export interface ImportThreadSettings {
  readonly endpoint: string;
  readonly bulkDoor: BulkDoor | undefined;
  readonly commitsTogether: boolean;
  readonly objectsFolder: string;
  readonly takesSharedUploads: boolean;
}

export interface ImportThreadData {
  readonly settings: ImportThreadSettings;
  readonly order: UploadOrder;
  /** Milliseconds since 1970 by the clock of the service, which may run ahead of the machine's. */
  readonly now: number;
  readonly longestMs: number;
}

/** What the thread sends: lines for the log, then that it is done. */
export type ImportReply =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly facts: unknown;
    }
  | { readonly kind: 'done' };

/** One import in a thread of its own, which can be ended at any moment; it has no environment and no secrets. */
const { settings, order, now, longestMs }: ImportThreadData = workerData;
// On Linux this is the priority of the thread alone: calls come first.
if (process.platform === 'linux') setPriority(10);

const startedAt = performance.now();
const clock = () => now + Math.round(performance.now() - startedAt);
const reply = (message: ImportReply) => parentPort?.postMessage(message);
const log = (level: 'info' | 'warn' | 'error') => (message: string, facts: object) =>
  reply({ kind: 'log', level, message, facts: redact(facts) });
const engine = await startDatabase({ env: { AWS_ENDPOINT_URL_DYNAMODB: settings.endpoint } });
const { clientConfig, putAll } = settings.bulkDoor ? withBulkDoor(engine, settings.bulkDoor) : engine;
const run = runImport({
  documents: createDocuments(clientConfig),
  tables: tableNames(),
  objects: createFiles(settings.objectsFolder),
  clock,
  logger: { info: log('info'), warn: log('warn'), error: log('error') },
  storing: { commitsTogether: settings.commitsTogether, putAll },
  takesSharedUploads: settings.takesSharedUploads,
});
await run(order, { getRemainingTimeInMillis: () => now + longestMs - clock() });
reply({ kind: 'done' });
