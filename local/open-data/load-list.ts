import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createSkippedRows,
  NotAGraphFile,
  type RankRow,
  ranksParser,
  readRows,
  wholeLines,
} from '#shared/facts/web-graph/graph-lines.ts';
import { cruxParser, type ListedDomain, majesticParser } from '#shared/facts/web-graph/loaded-releases.ts';
import type { OpenList } from '#shared/facts/web-graph/open-lists.ts';
import { createSortedList, type PlacedRow } from '#shared/facts/web-graph/sort-listed.ts';
import { createListFile } from './list-file.ts';
import { type LoadReport, loadMade, type ShowProgress, skippedOf } from './made-list.ts';
import { openInput } from './open-input.ts';
import type { OpenDataPlace } from './open-place.ts';

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

/** Loads one list whole. */
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
