import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DeleteTableCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { createTables } from '#local/data/create-tables.ts';
import { type DataFolder, lockDataFolder, openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { newGeneration, tableOfGeneration } from '#shared/facts/stored-index/generations/generation-names.ts';
import { ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { type Directory, directoryKey, readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { listFile } from './list-file.ts';

/** Where lists of open data lie, and what one command may do there. */
export interface OpenDataPlace {
  readonly home: IndexTable;
  /** Name of the index table, which those of lists begin with. */
  readonly index: string;
  /** Makes the items of a file what the table has; again where that was interrupted. */
  publish(table: string, file: string, say: (share: number) => void): Promise<void>;
  /** Removes a table; nothing happens where there is none. */
  drop(table: string): Promise<void>;
  /** Waits until no call that has begun reads what is no longer in force. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** What a call reads after it has looked which lists there are, it has read after so long. */
const localRestMs = 300;

/** A data folder, whether or not the server runs: a file for each list; for one command at a time. */
export async function openLocalPlace(folder: DataFolder): Promise<OpenDataPlace> {
  const work = await openDataFolder(`${folder.path}/open-data`);
  const unlock = await lockDataFolder(work).catch((cause: unknown) => {
    throw new Error('Another open-data command works on this data folder. Wait until it has ended.', {
      cause,
    });
  });
  const storage = await shareStorage(folder);
  const { database, commitsTogether } = storage;
  const documents = createDocuments(database.clientConfig);
  const { index } = await createTables(database.clientConfig);
  return {
    home: createIndexTable({ documents, table: index, commitsTogether }),
    index,
    async publish(table, file) {
      const path = listFile(folder.path, table);
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(path)) linkSync(file, path);
    },
    async drop(table) {
      const path = listFile(folder.path, table);
      if (existsSync(path)) return rmSync(path);
      // Lists of earlier versions lie in the embedded database.
      await documents.send(new DeleteTableCommand({ TableName: table })).catch((error: unknown) => {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      });
    },
    settle: async () => {
      await pause(localRestMs);
    },
    async close() {
      documents.destroy();
      await storage.close();
      await unlock();
    },
  };
}

/** A name for the table of a new list, in the directory before the table is made: should the command be killed, the next one removes it. */
export async function beginTable({ home, index }: Pick<OpenDataPlace, 'home' | 'index'>): Promise<string> {
  let name = '';
  await changeDirectory(home, (directory) => {
    const taken = new Set([...directory.unfinished, ...directory.lists.map(({ table }) => table)]);
    let at = Date.now();
    do {
      name = tableOfGeneration(
        index,
        newGeneration(() => at),
      );
      at += 1_000;
    } while (taken.has(name));
    return { ...directory, unfinished: [...directory.unfinished, name] };
  });
  return name;
}

type Contents = Pick<Directory, 'lists' | 'unfinished'>;

/** Changes what is loaded, again where another command came between. */
export async function changeDirectory(
  home: IndexTable,
  change: (known: Contents) => Contents,
): Promise<Contents> {
  for (;;) {
    const { version, ...known } = await readDirectory(home, true);
    const wanted = change(known);
    const { item, checks } = ifStill({ ...directoryKey, d: wanted, v: (version ?? 0) + 1 }, version);
    if (await home.put(item, checks)) return wanted;
  }
}

/** Removes tables that an interrupted command left, but the one that this one goes on with. */
export async function dropUnfinished(
  { home, drop }: Pick<OpenDataPlace, 'home' | 'drop'>,
  kept?: string,
): Promise<void> {
  const { unfinished } = await readDirectory(home, true);
  for (const table of unfinished) {
    if (table === kept) continue;
    await drop(table);
    await changeDirectory(home, (known) => ({
      ...known,
      unfinished: known.unfinished.filter((name) => name !== table),
    }));
  }
}
