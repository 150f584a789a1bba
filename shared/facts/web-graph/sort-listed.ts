import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import type { SkippedRows } from './graph-lines.ts';
import { blockItem, blockOf, blocksFor, hashOf, type ListedRow, type OpenList } from './open-lists.ts';

/** A domain of a list; the lower its place, the better. Of a domain that comes twice the better row stays. */
export interface PlacedRow {
  readonly domain: string;
  readonly place: number;
  /** Further values, behind the place. */
  readonly values: readonly number[];
}

/** An item of a list, and how many domains are in it. */
export interface Block {
  readonly item: Item;
  readonly domains: number;
}

export function createSortedList(path: string, skipped: SkippedRows) {
  const database = new DatabaseSync(path);
  // A crash leaves nothing that anybody reads: the file is made anew.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536');
  database.exec('CREATE TABLE listed (hash INTEGER, domain TEXT, place INTEGER, rest TEXT)');
  const insert = database.prepare('INSERT INTO listed VALUES (?, ?, ?, ?)');
  let count = 0;
  database.exec('BEGIN');
  /** Each domain once, in the order of the blocks. */
  function* ordered(): Generator<{ readonly hash: number; readonly row: ListedRow }> {
    const rows = database.prepare(
      'SELECT hash, domain, place, rest FROM listed ORDER BY hash, domain, place',
    );
    let before = '';
    for (const { hash, domain, place, rest } of rows.iterate()) {
      const name = String(domain);
      if (name === before) skipped.add('comes twice', name);
      else yield { hash: Number(hash), row: [name, Number(place), ...valuesOf(String(rest))] };
      before = name;
    }
  }
  return {
    add(rows: readonly PlacedRow[]): void {
      for (const { domain, place, values } of rows)
        insert.run(hashOf(domain), domain, place, JSON.stringify(values));
      count += rows.length;
    },
    get rows(): number {
      return count;
    },
    /** Ends the adding: the number of blocks that the rows need. */
    blocks: () => blocksFor(count),
    *items(list: Pick<OpenList, 'kind' | 'id' | 'blocks'>): Generator<Block> {
      let block = 0;
      let rows: ListedRow[] = [];
      for (const { hash, row } of ordered()) {
        const at = blockOf(hash, list.blocks);
        if (at !== block && rows.length > 0) {
          yield { item: blockItem(list, block, rows), domains: rows.length };
          rows = [];
        }
        block = at;
        rows.push(row);
      }
      if (rows.length > 0) yield { item: blockItem(list, block, rows), domains: rows.length };
    },
    close: () => database.close(),
  };
}

function valuesOf(text: string): number[] {
  const values: unknown = JSON.parse(text);
  return Array.isArray(values) ? values.map(Number) : [];
}
