import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { redact } from '#shared/platform/logger.ts';
import { createFiles } from '#shared/platform/object-store/file-object-store.ts';
import type { BulkDoor } from './bulk-door.ts';
import { startDatabase, tableNames, withBulkDoor } from './database.ts';

export interface DataThreadSettings {
  readonly endpoint: string;
  readonly bulkDoor: BulkDoor | undefined;
  readonly commitsTogether: boolean;
  readonly objectsFolder: string;
}

/** What a thread sends: lines for the log, then that it is done. */
export type ThreadReply =
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly facts: unknown;
    }
  | { readonly kind: 'done' };

/**
 * The data of the service in a thread that can be ended at any moment, and that has no environment and no secrets;
 * `now` by the clock of the service, which may run ahead of the machine's.
 */
export async function openDataThread({ endpoint, bulkDoor, ...settings }: DataThreadSettings, now: number) {
  // On Linux this is the priority of the thread alone: calls come first.
  if (process.platform === 'linux') setPriority(10);
  const startedAt = performance.now();
  const reply = (message: ThreadReply) => parentPort?.postMessage(message);
  const log = (level: 'info' | 'warn' | 'error') => (message: string, facts: object) =>
    reply({ kind: 'log', level, message, facts: redact(facts) });
  const engine = await startDatabase({ env: { AWS_ENDPOINT_URL_DYNAMODB: endpoint } });
  const { clientConfig, putAll } = bulkDoor ? withBulkDoor(engine, bulkDoor) : engine;
  return {
    foundation: {
      documents: createDocuments(clientConfig),
      tables: tableNames(),
      objects: createFiles(settings.objectsFolder),
      clock: () => now + Math.round(performance.now() - startedAt),
      logger: { info: log('info'), warn: log('warn'), error: log('error') },
      storing: { commitsTogether: settings.commitsTogether, putAll },
    },
    done: () => reply({ kind: 'done' }),
  };
}
