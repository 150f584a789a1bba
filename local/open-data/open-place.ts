import {
  CreateTableCommand,
  DeleteTableCommand,
  ResourceNotFoundException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { createTables } from '#local/data/create-tables.ts';
import { type DataFolder, lockDataFolder, openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { newGeneration, tableOfGeneration } from '#shared/facts/stored-index/generations/generation-names.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { type Directory, directoryKey, readDirectory } from '#shared/facts/web-graph/open-lists.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';

/** Where lists of open data lie, and what one command may do there. */
export interface OpenDataPlace {
  readonly home: IndexTable;
  /** A table for a new list, named in the directory before it is made. */
  beginTable(): Promise<string>;
  put(table: string, items: readonly Item[]): Promise<void>;
  /** Removes a table; nothing happens where there is none. */
  drop(table: string): Promise<void>;
  close(): Promise<void>;
}

/** The embedded database of a data folder, whether or not the server runs; for one command at a time. */
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
  const home = createIndexTable({ documents, table: index, commitsTogether });
  const drop = async (table: string) => {
    await documents.send(new DeleteTableCommand({ TableName: table })).catch((error: unknown) => {
      if (!(error instanceof ResourceNotFoundException)) throw error;
    });
  };
  return {
    home,
    async beginTable() {
      const table = await nameTable(home, index);
      await documents.send(new CreateTableCommand({ TableName: table, ...tableCreation(tables.index) }));
      await waitUntilTableExists(
        { client: documents, minDelay: 0.01, maxDelay: 0.1, maxWaitTime: 10 },
        { TableName: table },
      );
      return table;
    },
    async put(table, items) {
      if (await database.putAll?.(table, items)) return;
      await createIndexTable({ documents, table, commitsTogether }).change(
        items.map((item) => ({ put: item })),
      );
    },
    drop,
    async close() {
      documents.destroy();
      await storage.close();
      await unlock();
    },
  };
}

/** A free name, written down as unfinished: should the command be killed, the next one removes the table. */
async function nameTable(home: IndexTable, index: string): Promise<string> {
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

/** Removes tables that an interrupted command left. */
export async function dropUnfinished({ home, drop }: Pick<OpenDataPlace, 'home' | 'drop'>): Promise<void> {
  const { unfinished } = await readDirectory(home, true);
  for (const table of unfinished) {
    await drop(table);
    await changeDirectory(home, (known) => ({
      ...known,
      unfinished: known.unfinished.filter((name) => name !== table),
    }));
  }
}
