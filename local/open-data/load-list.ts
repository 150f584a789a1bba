import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
import type { OpenList } from '#shared/facts/web-graph/open-lists.ts';
import { cruxParser, type ListedDomain, majesticParser } from '#shared/facts/web-graph/popularity-lists.ts';
import { createSortedList, type PlacedRow } from '#shared/facts/web-graph/sort-listed.ts';
import { openInput } from './open-input.ts';
import { changeDirectory, dropUnfinished, type OpenDataPlace } from './open-place.ts';

export interface ListOrder extends Pick<OpenList, 'id'> {
  readonly kind: Exclude<OpenList['kind'], 'links'>;
  /** File or address. */
  readonly source: string;
  /** Domains to take from the front; all where left out. */
  readonly top?: number | undefined;
  /** Domains of the whole graph, where the release says so. */
  readonly of?: number | undefined;
}

export interface LoadReport {
  readonly release: string;
  /** Domains of the whole list, where known. */
  readonly domains: number | null;
  readonly edges: number | null;
  readonly kept: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
  readonly seconds: number;
  readonly bytes_read: number;
  readonly peak_memory_bytes: number;
  readonly disk_bytes: number;
}

export type ShowProgress = (
  source: string,
  phase: 'reading' | 'writing',
  rows: number,
  share?: number,
) => void;

const itemsAtOnce = 500;

/**
 * Loads one list whole into a table of its own, then puts it in the place of
 * the one of the same name. Killed at any point, it leaves what was loaded
 * before as it was, and a table that the next command removes.
 */
export async function loadList(
  place: OpenDataPlace,
  folder: string,
  order: ListOrder,
  show: ShowProgress,
): Promise<LoadReport> {
  const startedAt = performance.now();
  const skipped = createSkippedRows();
  const work = join(folder, 'work');
  await dropUnfinished(place);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const input = openInput(order.source, join(folder, 'downloads'));
  const sorted = createSortedList(join(work, 'list.sqlite'), skipped);
  try {
    const read = await sortRows(order, input, { sorted, skipped, show });
    const list = { kind: order.kind, id: order.id, blocks: sorted.blocks() };
    const table = await place.beginTable();
    const written = await writeItems(place, table, sorted.items(list), (rows) =>
      show(order.source, 'writing', rows, rows / sorted.rows),
    );
    await rm(join(folder, 'downloads'), { recursive: true, force: true });
    const of = order.of ?? (read.isWhole ? read.rows : null);
    await putInPlace(place, {
      ...list,
      table,
      domains: written.domains,
      of,
      loaded_at: new Date().toISOString(),
    });
    return reportOf({
      release: order.id,
      domains: of,
      edges: null,
      kept: written.domains,
      startedAt,
      skipped,
      read: input.bytesRead(),
      bytes: written.bytes,
    });
  } finally {
    sorted.close();
    await rm(work, { recursive: true, force: true });
  }
}

interface Loaded extends Pick<LoadReport, 'release' | 'domains' | 'edges' | 'kept'> {
  readonly startedAt: number;
  readonly skipped: SkippedRows;
  readonly read: number;
  readonly bytes: number;
}

export function reportOf({ startedAt, skipped, read, bytes, ...counts }: Loaded): LoadReport {
  return {
    ...counts,
    skipped: [...skipped.counts].map(([reason, { count, example }]) => ({ reason, count, example })),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    bytes_read: read,
    peak_memory_bytes: process.resourceUsage().maxRSS * 1024,
    disk_bytes: bytes,
  };
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

async function writeItems(
  place: OpenDataPlace,
  table: string,
  items: Iterable<{ readonly item: Item; readonly domains: number }>,
  show: (domains: number) => void,
): Promise<{ readonly domains: number; readonly bytes: number }> {
  const written = { domains: 0, bytes: 0 };
  let waiting: Item[] = [];
  for (const { item, domains } of items) {
    waiting.push(item);
    written.domains += domains;
    written.bytes += item.d instanceof Uint8Array ? item.d.length : 0;
    if (waiting.length < itemsAtOnce) continue;
    await place.put(table, waiting);
    show(written.domains);
    waiting = [];
  }
  if (waiting.length > 0) await place.put(table, waiting);
  return written;
}

/** The list is answered from with this one write; the one before it goes afterwards. */
export async function putInPlace(place: OpenDataPlace, list: OpenList): Promise<void> {
  // Of links, a release may have several lists, each with its sites.
  const isSame = ({ kind, id, sites = [] }: OpenList) =>
    kind === list.kind && id === list.id && sites.every((site) => list.sites?.includes(site));
  await changeDirectory(place.home, ({ lists, unfinished }) => ({
    lists: [...lists.filter((other) => !isSame(other)), list],
    unfinished: [
      ...unfinished.filter((name) => name !== list.table),
      ...lists.filter(isSame).flatMap(({ table }) => (table === undefined ? [] : [table])),
    ],
  }));
  await dropUnfinished(place);
}

/** Takes lists of a name out of what is answered from, with one write; false where there are none. */
export async function undoLists(place: OpenDataPlace, id: string): Promise<boolean> {
  let found = false;
  await changeDirectory(place.home, ({ lists, unfinished }) => {
    const going = lists.filter((list) => list.id === id);
    found = going.length > 0;
    return {
      lists: lists.filter((list) => list.id !== id),
      unfinished: [...unfinished, ...going.flatMap(({ table }) => (table === undefined ? [] : [table]))],
    };
  });
  await dropUnfinished(place);
  return found;
}
