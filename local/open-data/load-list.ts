import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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
import { createListFile } from './list-file.ts';
import { openInput } from './open-input.ts';
import { beginTable, changeDirectory, dropUnfinished, type OpenDataPlace } from './open-place.ts';

export interface ListOrder extends Pick<OpenList, 'id'> {
  readonly kind: Exclude<OpenList['kind'], 'links' | 'graph'>;
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

/** Domains between two lines of progress. */
const shownEvery = 10_000;

export type ShowProgress = (
  source: string,
  phase: 'reading' | 'writing',
  rows: number,
  share?: number,
) => void;

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
    const file = createListFile(join(work, 'items.sqlite'));
    let kept = 0;
    for (const { item, domains } of sorted.items(list)) {
      file.put(item);
      kept += domains;
      if (kept % shownEvery < domains) show(order.source, 'writing', kept, kept / sorted.rows);
    }
    const { bytes } = file.written();
    file.close();
    await rm(join(folder, 'downloads'), { recursive: true, force: true });
    const of = order.of ?? (read.isWhole ? read.rows : null);
    const made = { ...list, domains: kept, of, loaded_at: new Date().toISOString() };
    await putInPlace(place, made, { file: join(work, 'items.sqlite'), show });
    return reportOf({
      release: order.id,
      domains: of,
      edges: null,
      kept,
      startedAt,
      skipped,
      read: input.bytesRead(),
      bytes,
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

/** Where the items of a list are, to be made a table of. */
export interface MadeList {
  readonly file: string;
  /** The table that an interrupted command has begun. */
  readonly table?: string | undefined;
  readonly show: ShowProgress;
}

/** Makes a table of the list; it is answered from with one write, and the one before it goes afterwards. */
export async function putInPlace(
  place: OpenDataPlace,
  made: Omit<OpenList, 'table'>,
  { file, table: begun, show }: MadeList,
): Promise<void> {
  const table = begun ?? (await beginTable(place));
  await place.publish(table, file, (share) => show(made.id, 'writing', made.domains, share));
  const list: OpenList = { ...made, table };
  // Of links, a release may have several lists, each with its sites.
  const isSame = ({ kind, id, sites = [] }: OpenList) =>
    kind === list.kind && id === list.id && sites.every((site) => list.sites?.includes(site));
  let replaces = false;
  await changeDirectory(place.home, ({ lists, unfinished }) => {
    const going = lists.filter((other) => isSame(other) && other.table !== table);
    replaces = going.length > 0;
    return {
      lists: [...lists.filter((other) => !isSame(other)), list],
      unfinished: [...unfinished.filter((name) => name !== table), ...tablesOf(going)],
    };
  });
  if (replaces) await place.settle();
  await dropUnfinished(place);
}

const tablesOf = (lists: readonly OpenList[]): readonly string[] =>
  lists.flatMap(({ table }) => (table === undefined ? [] : [table]));

/** Takes lists of a name out of what is answered from, with one write; false where there are none. */
export async function undoLists(place: OpenDataPlace, id: string): Promise<boolean> {
  let found = false;
  await changeDirectory(place.home, ({ lists, unfinished }) => {
    const going = lists.filter((list) => list.id === id);
    found = going.length > 0;
    return {
      lists: lists.filter((list) => list.id !== id),
      unfinished: [...unfinished, ...tablesOf(going)],
    };
  });
  if (found) await place.settle();
  await dropUnfinished(place);
  return found;
}
