import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { type DataFolder, lockDataFolder, openDataFolder } from '#local/data/data-folder.ts';
import { createTables } from '#local/data/database.ts';
import { shareStorage } from '#local/data/storage.ts';
import { newGeneration, tableOfGeneration } from '#shared/facts/stored-index/generations/shared-index.ts';
import { type Item, ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import type { ItemKey } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import {
  type Directory,
  directoryKey,
  type OpenList,
  readDirectory,
} from '#shared/facts/web-graph/open-lists.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';

/** Where lists of open data lie, and what one command may do there. */
export interface OpenDataPlace {
  readonly home: IndexTable;
  /** Name of the index table, which those of lists begin with. */
  readonly index: string;
  readonly clock: Clock;
  /** Folder of intermediate files. */
  readonly work: string;
  /** Whether a table of this name may be made; then nobody else may. */
  claim(table: string): Promise<boolean>;
  /** Makes the items of a file what the table has; again where that was interrupted. */
  publish(table: string, file: string, say: (share: number) => void): Promise<void>;
  /** Removes a table; nothing happens where there is none. */
  drop(table: string): Promise<void>;
  /** Whether a table that is not finished was left, and is not somebody else's who works on it. */
  isLeft(table: string): Promise<boolean>;
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
    clock: Date.now,
    work: work.path,
    claim: async () => true,
    isLeft: async () => true,
    async publish(table, file) {
      const path = listFile(folder.path, table);
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(path)) linkSync(file, path);
    },
    async drop(table) {
      const path = listFile(folder.path, table);
      rmSync(path, { force: true });
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

/** A name for the table of a new list, in the directory before the table is made: should the command be killed, a later one removes it. */
export async function beginTable({ home, index, claim, clock }: OpenDataPlace): Promise<string> {
  for (let at = clock(); ; at += 1_000) {
    const name = tableOfGeneration(
      index,
      newGeneration(() => at),
    );
    const { lists, unfinished } = await readDirectory(home, true);
    const isKnown = unfinished.includes(name) || lists.some(({ table }) => table === name);
    if (isKnown || !(await claim(name))) continue;
    await changeDirectory(home, (known) => ({ ...known, unfinished: [...known.unfinished, name] }));
    return name;
  }
}

type Contents = Pick<Directory, 'lists' | 'unfinished'>;

/** Changes what is loaded, again where another command came between. */
async function changeDirectory(home: IndexTable, change: (known: Contents) => Contents): Promise<Contents> {
  for (;;) {
    const { version, ...known } = await readDirectory(home, true);
    const wanted = change(known);
    const { item, checks } = ifStill({ ...directoryKey, d: wanted, v: (version ?? 0) + 1 }, version);
    if (await home.put(item, checks)) return wanted;
  }
}

/** Removes tables that interrupted commands left, but the one that this one goes on with. */
export async function dropLeft(place: OpenDataPlace, kept?: string): Promise<void> {
  const { unfinished } = await readDirectory(place.home, true);
  for (const table of unfinished) if (table !== kept && (await place.isLeft(table))) await drop(place, table);
}

async function drop({ home, drop: remove }: OpenDataPlace, table: string): Promise<void> {
  await remove(table);
  await changeDirectory(home, (known) => ({
    ...known,
    unfinished: known.unfinished.filter((name) => name !== table),
  }));
}

/**
 * Puts a list in force and takes others out with one write; the tables of these
 * go once nobody reads them. False where none went out.
 */
export async function switchLists(
  place: OpenDataPlace,
  isGoing: (list: OpenList) => boolean,
  coming?: OpenList,
): Promise<boolean> {
  let going: readonly OpenList[] = [];
  const tables = () => going.flatMap(({ table }) => (table === undefined ? [] : [table]));
  await changeDirectory(place.home, ({ lists, unfinished }) => {
    going = lists.filter((list) => isGoing(list) && list.table !== coming?.table);
    return {
      lists: [...lists.filter((list) => !isGoing(list)), ...(coming ? [coming] : [])],
      unfinished: [...unfinished.filter((name) => name !== coming?.table), ...tables()],
    };
  });
  if (going.length > 0) await place.settle();
  for (const table of tables()) await drop(place, table);
  return going.length > 0;
}

/** Where the file of a list lies below the data folder: each list of open data has one, beside the embedded database. */
export function listFile(dataFolder: string, table: string): string {
  return join(dataFolder, 'open-data', 'tables', `${table}.sqlite`);
}

/** Makes the file of a list, or goes on with it. What `commit` was told of is there whatever happens afterwards. */
export function createListFile(path: string) {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA page_size = 32768; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS items (pk TEXT NOT NULL, sk TEXT NOT NULL, d BLOB NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS keys ON items (pk, sk);
    CREATE TABLE IF NOT EXISTS progress (step TEXT PRIMARY KEY, done INTEGER NOT NULL)`);
  const insert = database.prepare('INSERT INTO items VALUES (?, ?, ?)');
  const mark = database.prepare('INSERT OR REPLACE INTO progress VALUES (?, ?)');
  const marked = database.prepare('SELECT done FROM progress WHERE step = ?');
  let bytes = 0;
  let items = 0;
  database.exec('BEGIN');
  return {
    put({ pk, sk, d }: Item): void {
      if (!(d instanceof Uint8Array)) throw new TypeError('Items of open data are packed.');
      insert.run(String(pk), String(sk), d);
      bytes += d.length;
      items += 1;
    },
    /** Ends a part of the work: how much of the step is done. */
    commit(step: string, done: number): void {
      mark.run(step, done);
      database.exec('COMMIT; BEGIN');
    },
    done: (step: string): number => Number(marked.get(step)?.done ?? 0),
    written: () => ({ items, bytes }),
    close(): void {
      database.exec('COMMIT; PRAGMA journal_mode = DELETE');
      database.close();
    },
    /** Leaves what was not committed. */
    leave: (): void => database.close(),
  };
}
export type ListFile = ReturnType<typeof createListFile>;

/** Reads the lists of a data folder; undefined where a list has no file, as those in the embedded database. */
export function createListFiles(dataFolder: string): (table: string) => IndexReader | undefined {
  const opened = new Map<string, IndexReader & { close(): void }>();
  return (table) => {
    const path = listFile(dataFolder, table);
    const known = opened.get(table);
    if (existsSync(path)) {
      const reader = known ?? openListFile(path);
      opened.set(table, reader);
      return reader;
    }
    known?.close();
    opened.delete(table);
    return undefined;
  };
}

const row = v.object({ pk: v.string(), sk: v.string(), d: v.instance(Uint8Array) });
export const itemOf = (found: unknown): Item => v.parse(row, found);

/** Answers as a table does that is read by keys; a million domains are found in microseconds. */
function openListFile(path: string): IndexReader & { close(): void } {
  const database = new DatabaseSync(path, { readOnly: true });
  const one = database.prepare('SELECT pk, sk, d FROM items WHERE pk = ? AND sk = ?');
  const many = database.prepare(
    'SELECT pk, sk, d FROM items WHERE pk = ? AND sk >= ? AND sk <= ? ORDER BY sk LIMIT ?',
  );
  const get = ({ pk, sk }: ItemKey): Item | undefined => {
    const found = one.get(pk, sk);
    return found && itemOf(found);
  };
  return {
    get: async (key) => get(key),
    getMany: async (keys) => keys.map(get),
    async range({ pk, prefix, from = '', to = '\u{10ffff}', limit = 1_000_000 }) {
      const [first, last] = prefix === undefined ? [from, to] : [prefix, `${prefix}\u{10ffff}`];
      return { items: many.all(pk, first, last, limit).map(itemOf), next: undefined };
    },
    close: () => database.close(),
  };
}
