import * as v from 'valibot';
import { loadExcerpt } from '#local/open-data/load-excerpt.ts';
import { loadSampleMarket } from '#shared/facts/stored-index/sample/sample-market.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { migrations } from '#shared/platform/migrations/migrations.ts';
import { runMigration } from '#shared/platform/migrations/run-migration.ts';
import {
  generateServiceSecrets,
  type ServiceSecrets,
  serviceSecrets,
} from '#shared/platform/secrets/service-secrets.ts';
import { bulkDoor } from './bulk-door.ts';
import { type DataFolder, FolderInUseError, lockDataFolder } from './data-folder.ts';
import {
  createTables,
  type Database,
  isAnswering,
  startDatabase,
  tableNames,
  withBulkDoor,
} from './database.ts';
import { makeSampleDatabase } from './sample-database.ts';

/** Names the database process that holds the folder, for commands that run beside the server. */
const databaseFile = 'database.json';
const runningDatabase = v.object({
  endpoint: v.string(),
  pid: v.number(),
  commitsTogether: v.optional(v.boolean(), false),
  bulkDoor: v.optional(bulkDoor),
});

export interface Storage {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  /** Whether the engine writes many items faster in one transaction; the fallback engine has none. */
  readonly commitsTogether: boolean;
  close(): Promise<void>;
}

/** Opens the folder for this process alone: lock, secrets, database with its tables, items in their newest shape, the sample market and the excerpt of open data. */
export function openStorage(folder: DataFolder): Promise<Storage> {
  return undoneOnFailure(async (opened) => {
    opened.add(await lockDataFolder(folder));
    const secrets = await loadSecrets(folder);
    await makeSampleDatabase(folder.database, tableNames().index);
    const database = await startDatabase({ folder: folder.database });
    opened.add(database.stop);
    const tables = await createTables(database.clientConfig);
    await bringUpToDate(database, tables);
    const commitsTogether = database.engine === 'dynoxide';
    const { endpoint, bulkDoor: door } = database;
    await folder.write(databaseFile, { endpoint, pid: process.pid, commitsTogether, bulkDoor: door });
    opened.add(() => folder.remove(databaseFile));
    return { database, secrets, commitsTogether, close: opened.run };
  });
}

/** Items of earlier builds in their newest shape; the sample market, where the folder was not made with it in it or with an older one; and a first excerpt of open data. */
async function bringUpToDate(database: Database, tables: TableNames): Promise<void> {
  const documents = createDocuments(database.clientConfig);
  for (const migration of migrations)
    await runMigration({ documents, tables }, migration, { isDryRun: false });
  const table = tables.index;
  await loadSampleMarket({ documents, table, clock: Date.now });
  await loadExcerpt(createIndexTable({ documents, table }), () => new Date());
  documents.destroy();
}

/** The storage of the server that runs on this folder, or the folder itself where none runs. */
export async function shareStorage(folder: DataFolder): Promise<Storage> {
  const running = await folder.read(databaseFile, runningDatabase).catch(() => undefined);
  // The database of a server that was killed may answer for another moment.
  if (running && (await isHeld(folder)) && (await isAnswering(running.endpoint, 30_000))) {
    const env = { AWS_ENDPOINT_URL_DYNAMODB: running.endpoint };
    const database = await startDatabase({ env });
    return {
      database: running.bulkDoor ? withBulkDoor(database, running.bulkDoor) : database,
      secrets: await loadSecrets(folder),
      commitsTogether: running.commitsTogether,
      close: async () => {},
    };
  }
  return openStorage(folder);
}

/** Whether a process has the folder that lives. */
async function isHeld(folder: DataFolder): Promise<boolean> {
  try {
    const unlock = await lockDataFolder(folder);
    await unlock();
    return false;
  } catch (error) {
    if (error instanceof FolderInUseError) return true;
    throw error;
  }
}

/** Made once and then kept: without the pepper no key of this folder could be recognized again. */
async function loadSecrets(folder: DataFolder): Promise<ServiceSecrets> {
  const kept = await folder.read(
    'secrets.json',
    serviceSecrets,
    'it holds the pepper, without which no API key of this folder is recognized again, and the keys of cursors and sign-in codes.',
  );
  if (kept) return kept;
  const made = generateServiceSecrets();
  await folder.write('secrets.json', made);
  return made;
}

type Undo = () => Promise<void>;

type UndoList = ReturnType<typeof createUndoList>;

/** What was opened so far, to be closed in reverse: at the end, or when a later step fails. */
function createUndoList() {
  const undos: Undo[] = [];
  return {
    add: (undo: Undo): void => void undos.push(undo),
    async run(): Promise<void> {
      for (const undo of undos.splice(0).toReversed()) await undo();
    },
  };
}

/** Runs the work; where it fails, everything that it had opened is closed again. */
export async function undoneOnFailure<Value>(work: (opened: UndoList) => Promise<Value>): Promise<Value> {
  const opened = createUndoList();
  try {
    return await work(opened);
  } catch (error) {
    await opened.run();
    throw error;
  }
}
