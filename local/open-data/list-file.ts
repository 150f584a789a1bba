import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { ItemKey } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';

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
