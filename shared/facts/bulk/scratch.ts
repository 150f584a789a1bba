import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** Files that one build reads at once: SQLite attaches ten. */
export const mostShards = 8;

export function shardOf(pk: string, shards: number): number {
  return crc32(pk) % shards;
}

/** A table for each shard, by name. */
export function shardTables(shards: number, columns: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: shards }, (_, shard) => [`shard${shard}`, columns]));
}

/** Makes a file of rows for a later step, which a build that fails leaves to be removed: hence without a journal. */
export function createScratch(path: string, tables: Readonly<Record<string, string>>) {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192');
  const inserts = new Map(
    Object.entries(tables).map(([table, columns]) => {
      database.exec(`CREATE TABLE ${table} (${columns})`);
      const values = columns.split(',').map(() => '?');
      return [table, database.prepare(`INSERT INTO ${table} VALUES (${values.join(', ')})`)];
    }),
  );
  database.exec('BEGIN');
  return {
    add(table: string, ...values: readonly SQLInputValue[]): void {
      inserts.get(table)?.run(...values);
    },
    close(): void {
      database.exec('COMMIT');
      database.close();
    },
  };
}

/** Finds single rows of a file by one value; one statement at a time. */
export function openScratch(path: string, statement: string) {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = database.prepare(statement);
  return {
    find: (value: SQLInputValue): ScratchRow | undefined => found.get(value),
    close: () => database.close(),
  };
}

export type ScratchRow = Readonly<Record<string, SQLOutputValue>>;

/**
 * Rows of the same table in several files, in order. Texts are compared by the
 * bytes of their UTF-8, as the database compares keys; what does not fit the
 * cache is sorted in SQLITE_TMPDIR.
 */
export function* sortedRows(paths: readonly string[], table: string, order: string): Generator<ScratchRow> {
  const database = new DatabaseSync(':memory:');
  try {
    database.exec('PRAGMA cache_size = -16384');
    for (const [step, path] of paths.entries()) database.prepare(`ATTACH ? AS step${step}`).run(path);
    const all = paths.map((_, step) => `SELECT * FROM step${step}.${table}`).join(' UNION ALL ');
    yield* database.prepare(`SELECT * FROM (${all}) ORDER BY ${order}`).iterate();
  } finally {
    database.close();
  }
}
