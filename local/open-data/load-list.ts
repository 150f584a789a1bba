import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import {
  createSkippedRows,
  NotAGraphFile,
  type RankRow,
  ranksParser,
  readRows,
  type SkippedRows,
  wholeLines,
} from '#shared/facts/web-graph/graph-lines.ts';
import { cruxParser, type ListedDomain, majesticParser } from '#shared/facts/web-graph/loaded-releases.ts';
import {
  blockItem,
  blockOf,
  blocksFor,
  hashOf,
  type ListedRow,
  type OpenList,
} from '#shared/facts/web-graph/open-lists.ts';
import { type LoadReport, loadMade, type ShowProgress, skippedOf } from './made-list.ts';
import { openInput } from './open-input.ts';
import { createListFile, type OpenDataPlace } from './open-place.ts';

export interface ListOrder extends Pick<OpenList, 'id'> {
  readonly kind: Exclude<OpenList['kind'], 'links' | 'graph'>;
  /** File or address. */
  readonly source: string;
  /** Domains to take from the front; all where left out. */
  readonly top?: number | undefined;
  /** Domains of the whole graph, where the release says so. */
  readonly of?: number | undefined;
}

/** Domains between two lines of progress. */
const shownEvery = 10_000;

export function loadList(place: OpenDataPlace, order: ListOrder, show: ShowProgress): Promise<LoadReport> {
  const { kind, id, source, top } = order;
  return loadMade(
    place,
    {
      name: [kind, id, String(top)],
      sources: [source],
      folder: 'list',
      make: (folder, downloads) => makeList(folder, downloads, order, show),
    },
    show,
  );
}

async function makeList(folder: string, downloads: string, order: ListOrder, show: ShowProgress) {
  const skipped = createSkippedRows();
  for (const name of await readdir(folder)) await rm(join(folder, name));
  const input = openInput(order.source, downloads);
  const sorted = createSortedList(join(folder, 'list.sqlite'), skipped);
  try {
    const read = await sortRows(order, input, { sorted, skipped, show });
    const placed = { kind: order.kind, id: order.id, blocks: sorted.blocks() };
    const path = join(folder, 'items.sqlite');
    const file = createListFile(path);
    let kept = 0;
    for (const { item, domains } of sorted.items(placed)) {
      file.put(item);
      kept += domains;
      if (kept % shownEvery < domains) show(order.source, 'writing', kept, kept / sorted.rows);
    }
    const { bytes } = file.written();
    file.close();
    const of = order.of ?? (read.isWhole ? read.rows : null);
    const list = { ...placed, domains: kept, of, loaded_at: new Date().toISOString() };
    const counts = { release: order.id, domains: of, edges: null, kept, skipped: skippedOf(skipped) };
    return { file: path, list, report: { ...counts, bytes_read: input.bytesRead(), disk_bytes: bytes } };
  } finally {
    sorted.close();
  }
}

interface Sorting {
  readonly sorted: ReturnType<typeof createSortedList>;
  readonly skipped: ReturnType<typeof createSkippedRows>;
  readonly show: ShowProgress;
}

async function sortRows(
  order: ListOrder,
  input: ReturnType<typeof openInput>,
  { sorted, skipped, show }: Sorting,
): Promise<{ readonly rows: number; readonly isWhole: boolean }> {
  const most = order.top ?? Number.POSITIVE_INFINITY;
  for await (const rows of placedRows(order.kind, input.chunks, skipped)) {
    sorted.add(rows.slice(0, most - sorted.rows));
    const size = input.size();
    show(order.source, 'reading', sorted.rows, shareOf(sorted.rows / most, size && input.bytesRead() / size));
    if (sorted.rows >= most) return { rows: sorted.rows, isWhole: false };
  }
  if (sorted.rows === 0) throw new NotAGraphFile(`${order.source} has no domain that can be taken.`);
  return { rows: sorted.rows, isWhole: true };
}

/** Of two ways to the end the one that is nearer. */
function shareOf(byRows: number, byBytes: number | undefined): number {
  return Math.max(byRows, byBytes ?? 0);
}

async function* placedRows(
  kind: ListOrder['kind'],
  chunks: AsyncIterable<Buffer>,
  skipped: Sorting['skipped'],
): AsyncGenerator<readonly PlacedRow[]> {
  const lines = wholeLines(chunks, { endsWithLine: kind === 'ranks' });
  if (kind === 'ranks') {
    for await (const rows of readRows(lines, ranksParser(skipped))) yield rows.map(placedRank);
    return;
  }
  const parse = kind === 'crux' ? cruxParser(skipped) : majesticParser(skipped);
  for await (const rows of readRows(lines, parse)) yield rows.map(placedInList);
}

function placedRank({ domain, position, harmonic, pagerankPosition, pagerank, hosts }: RankRow): PlacedRow {
  return { domain, place: position, values: [harmonic, pagerankPosition, pagerank, hosts] };
}

function placedInList({ domain, place, subnets, addresses }: ListedDomain): PlacedRow {
  const values = subnets === undefined || addresses === undefined ? [] : [subnets, addresses];
  return { domain, place, values };
}

/** A domain of a list; the lower its place, the better. Of a domain that comes twice the better row stays. */
interface PlacedRow {
  readonly domain: string;
  readonly place: number;
  /** Further values, behind the place. */
  readonly values: readonly number[];
}

/** An item of a list, and how many domains are in it. */
interface Block {
  readonly item: Item;
  readonly domains: number;
}

function createSortedList(path: string, skipped: SkippedRows) {
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
