import { queryFault } from '#functions/endpoint.ts';
import type { EndpointQuery } from '#shared/contract/endpoint.ts';
import { newestHeads } from '#shared/facts/own-sites/console-heads.ts';
import type { ConsoleHead, StoredPage } from '#shared/facts/own-sites/console-items.ts';
import { countryName } from '#shared/facts/own-sites/console-places.ts';
import {
  readHeads,
  readPages,
  readPairs,
  readQueries,
  readTotals,
} from '#shared/facts/own-sites/console-reads.ts';
import { scopeOf } from '#shared/facts/own-sites/open-own-site.ts';
import { figures } from '#shared/facts/ports/own-sites.ts';
import { type Group, shown, sorted } from '#shared/facts/search-console/slice-rows.ts';
import { meets, type SliceFilter } from '#shared/facts/search-console/slices.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { getSitePerformance } from './contracts.ts';

export interface ImportedQuestion {
  readonly table: IndexReader;
  readonly accountId: string;
  readonly site: string;
  readonly query: EndpointQuery<typeof getSitePerformance>;
  readonly filters: readonly SliceFilter[];
}

/** Subject, clicks, impressions and mean position. */
type Counted = Omit<StoredPage, 'url'> & { readonly key: string };

/**
 * A slice of what was uploaded of a site: whole lists of a file's own period, beside those of the
 * newest earlier file. Undefined where nothing was uploaded.
 */
export async function importedSlice(question: ImportedQuestion) {
  const { table, accountId, site, query } = question;
  const all = (await readHeads(table, accountId)).filter((head) => head.site === site);
  const ofType = all.filter(({ search_type }) => search_type === query.search_type);
  // Of a site without web search the kind that there is.
  const heads = newestHeads(ofType.length > 0 || query.search_type !== 'web' ? ofType : all);
  const [main] = heads;
  if (!main) return undefined;
  const dimension = dimensionOf(question);
  const holds = (head: ConsoleHead) => sizeOf(head, dimension) > 0;
  const now = heads.find(holds) ?? main;
  const before =
    query.compare === undefined ? undefined : heads.find((head) => isBefore(head, now) && holds(head));
  // Days of two periods are not the same days.
  const beside = dimension === 'date' ? undefined : before;
  const [rows, earlier] = await Promise.all([
    rowsOf(question, dimension, now),
    beside ? rowsOf(question, dimension, beside) : [],
  ]);
  const groups = sorted(query.sort, groupsOf(rows, earlier));
  return {
    site,
    property: scopeOf(now).property,
    search_type: now.search_type,
    search_types: [...new Set(all.map(({ search_type }) => search_type))],
    ...{ from: now.from, to: now.to },
    ...comparedWith(before),
    time_zone: 'America/Los_Angeles' as const,
    dimensions: dimension === '' ? [] : [dimension],
    totals: totalsOf(main),
    sum_of_rows: null,
    withheld: null,
    ...pageOf(query, dimension, groups, beside !== undefined),
    final_until: now.to,
    fresh_days: [],
    days_without_rows: 0,
    notes: notesOf(question, rows.length, !before),
  };
}

const comparedWith = (head: ConsoleHead | undefined) => ({
  compared_with: head ? { from: head.from ?? '', to: head.to ?? '' } : null,
  totals_before: head ? totalsOf(head) : null,
});

function pageOf(
  { cursor, limit }: ImportedQuestion['query'],
  dimension: Dimension,
  groups: readonly Group[],
  isCompared: boolean,
) {
  const start = Number(cursor ?? 0) || 0;
  const end = start + limit;
  return {
    rows: groups.slice(start, end).map(({ keys, sum, was }) => ({
      keys: { [dimension]: keys[0] ?? '' },
      ...shown(sum),
      before: isCompared ? shown(was) : null,
    })),
    total_rows: groups.length,
    next_cursor: end < groups.length ? String(end) : null,
  };
}

function notesOf({ query, filters }: ImportedQuestion, rows: number, isAlone: boolean): string[] {
  if (rows === 0 && query.dimensions !== '')
    return [
      filters.length > 0
        ? 'Exports do not say which pages a query leads to. Connect Search Console to see them together.'
        : 'The uploaded export has no such table.',
    ];
  return [
    'Each row covers the whole period of the uploaded export.',
    ...(isAlone && query.compare ? ['To compare, upload an export of an earlier period.'] : []),
  ];
}

const dimensions = ['', 'query', 'page', 'country', 'device', 'date', 'appearance'] as const;
type Dimension = (typeof dimensions)[number];

function dimensionOf({ query }: ImportedQuestion): Dimension {
  const found = dimensions.find((name) => name === query.dimensions.trim());
  if (found !== undefined) return found;
  throw queryFault(
    'dimensions',
    'Of an uploaded export rows are kept by query, page, country, device, date or appearance, one at a time. Connect Search Console for more.',
  );
}

/** Rows that a file is likely to hold of a dimension; totals by day, country and device are always tried. */
function sizeOf({ queries, pages }: ConsoleHead, dimension: Dimension): number {
  if (dimension === 'query') return queries;
  return dimension === 'page' ? pages : 1;
}

function isBefore(head: ConsoleHead, now: ConsoleHead): boolean {
  const isAlike =
    head.search_type === now.search_type &&
    head.country === now.country &&
    head.device === now.device &&
    head.filters.length === now.filters.length;
  return isAlike && head.to !== null && now.from !== null && head.to < now.from;
}

async function rowsOf(
  { table, accountId, filters }: ImportedQuestion,
  dimension: Dimension,
  head: ConsoleHead,
): Promise<readonly Counted[]> {
  const { import_id: id } = head;
  const read: Readonly<Record<Dimension, () => Promise<readonly Counted[]>>> = {
    '': async () => [],
    query: async () =>
      (await readQueries(table, accountId, id)).map(({ query, ...row }) => ({ ...row, key: query })),
    page: async () => (await readPages(table, accountId, id)).map(asCounted),
    country: async () =>
      (await totals()).countries.map((row) => ({ ...asCounted(row), key: countryName(row.url) })),
    device: async () => (await totals()).devices.map(asCounted),
    date: async () => (await totals()).days.map(asCounted),
    appearance: async () => (await totals()).appearances.map(asCounted),
  };
  const totals = async () =>
    (await readTotals(table, accountId, id)) ?? { countries: [], devices: [], days: [], appearances: [] };
  const other = filters.find((filter) => filter.dimension !== dimension);
  const own = filters.filter((filter) => filter.dimension === dimension);
  const rows = other ? await pairsOf({ table, accountId }, id, dimension, other) : await read[dimension]();
  return rows.filter(({ key }) => own.every((filter) => meets(key, filter)));
}

/** Pages of a query, or queries of a page, where the export has both together. */
async function pairsOf(
  { table, accountId }: Pick<ImportedQuestion, 'table' | 'accountId'>,
  importId: string,
  dimension: Dimension,
  other: SliceFilter,
): Promise<readonly Counted[]> {
  if (dimension !== 'query' && dimension !== 'page') return [];
  const pairs = await readPairs(table, accountId, importId);
  return pairs
    .map(({ url, query, ...counts }) =>
      dimension === 'query' ? { ...counts, key: query, other: url } : { ...counts, key: url, other: query },
    )
    .filter((row) => meets(row.other, other));
}

const asCounted = ({ url, ...row }: StoredPage): Counted => ({ ...row, key: url });

function groupsOf(rows: readonly Counted[], earlier: readonly Counted[]): Group[] {
  const [now, before] = [rows, earlier].map((list) => Map.groupBy(list, ({ key }) => key));
  const keys = new Set([...(now?.keys() ?? []), ...(before?.keys() ?? [])]);
  return [...keys].map((key) => ({ keys: [key], sum: sumOf(now?.get(key)), was: sumOf(before?.get(key)) }));
}

function sumOf(rows: readonly Counted[] = []) {
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
    impressions: rows.reduce((sum, { impressions }) => sum + impressions, 0),
    places: rows.reduce((sum, { impressions, position }) => sum + impressions * (position ?? 0), 0),
  };
}

function totalsOf(head: ConsoleHead) {
  const { clicks, impressions, ctr, average_position } = figures(head, head);
  return { clicks, impressions, ctr, average_position };
}
