import { createHash } from 'node:crypto';
import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { indexOptions } from '#functions/imports/index-options.ts';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import type { EndpointQuery } from '#shared/contract/endpoint.ts';
import { nameTeller } from '#shared/facts/own-sites/name-teller.ts';
import { findNames } from '#shared/facts/own-sites/site-names.ts';
import { createConnectionStore } from '#shared/facts/search-console/connection-store.ts';
import { type Day, dateOf, dayOf } from '#shared/facts/search-console/day-ranges.ts';
import {
  type KeptProperty,
  noDays,
  propertyIdOf,
  type RowList,
  rowsPartition,
} from '#shared/facts/search-console/kept-items.ts';
import { createKeptRows } from '#shared/facts/search-console/kept-rows.ts';
import {
  listFor,
  type SliceAnswer,
  type SliceDimension,
  type SliceFilter,
  type SliceQuestion,
  type SliceSource,
  sliceDimensions,
  sliceOperators,
  slicePeriod,
} from '#shared/facts/search-console/performance.ts';
import { readSlice } from '#shared/facts/search-console/read-slice.ts';
import { siteOf } from '#shared/facts/stored-index/items/site.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { getSitePerformance as contract } from './contracts.ts';
import { importedSlice } from './imported-slice.ts';
import { groupsOf, shown, sorted } from './slice-rows.ts';

type Query = EndpointQuery<typeof contract>;

export const getSitePerformance = (foundation: Foundation) =>
  endpoint(
    foundation,
    contract,
    () => createIndexTable(indexOptions(foundation)),
    async ({ caller, parameters, query }, table) => {
      const { accountId } = caller.account;
      const site = parameters.site ?? '';
      const kept = await propertyOf(createConnectionStore(table), accountId, site, query.property);
      if (!kept) return { body: await imported({ table, accountId, site, query }) };
      const rows = createKeptRows(table, rowsPartition(accountId, propertyIdOf(kept.property)));
      const question = questionOf(query, kept);
      const list = listOf(question);
      const source = { rows, kept, isBrand: await brandOf(question, kept, rows) };
      const compared = comparedPeriod(query.compare, question);
      const [now, before] = await Promise.all([
        slicePeriod(source, question, list),
        compared && slicePeriod(source, { ...question, ...compared }, list),
      ]);
      const fresh = await rows.fresh(query.search_type);
      return { body: answerOf({ query, kept, question, list, now, before, compared, fresh }) };
    },
  );

/** Of several properties of a site the whole domain first, then the one that begins it. */
async function propertyOf(
  store: ReturnType<typeof createConnectionStore>,
  accountId: string,
  site: string,
  property: string | undefined,
): Promise<KeptProperty | undefined> {
  const named = normalizeDomain(site);
  const all = (await store.properties(accountId)).map(({ data }) => data);
  const found = all
    .filter(
      (each) =>
        named.ok && each.site === named.domain && (property === undefined || each.property === property),
    )
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.property.length - b.property.length);
  return found[0];
}

/** Of a site that is not connected what was uploaded. */
async function imported(asked: Omit<Parameters<typeof importedSlice>[0], 'filters'>) {
  const named = normalizeDomain(asked.site);
  const filters = filtersOf(asked.query.filter);
  const slice = named.ok && (await importedSlice({ ...asked, site: named.domain, filters }));
  if (slice) return slice;
  throw new ServiceError(
    'not_found',
    'This site is not connected to Search Console, and no export of it was uploaded. POST /v1/me/search-console connects; POST /v1/me/uploads takes an export.',
  );
}

const rankOf = ({ property, is_chosen }: KeptProperty) =>
  (is_chosen ? 0 : 2) + (property.startsWith('sc-domain:') ? 0 : 1);

const usualDays = 28;

function questionOf(query: Query, { last_final, first_day }: KeptProperty): SliceQuestion {
  const to = query.to === undefined ? (last_final ?? first_day) : dayOf(query.to);
  const from = query.from === undefined ? to - usualDays + 1 : dayOf(query.from);
  if (from > to) throw fault('from', 'from lies after to. Swap them.');
  const named = query.dimensions
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const dimensions = named.map((name) => {
    const known = sliceDimensions.find((each) => each === name);
    if (!known)
      throw fault('dimensions', `${name} is no dimension. There are: ${sliceDimensions.join(', ')}.`);
    return known;
  });
  return {
    type: query.search_type,
    from,
    to,
    dimensions: [...new Set(dimensions)],
    filters: filtersOf(query.filter),
  };
}

function filtersOf(text: string): SliceFilter[] {
  const parts = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.map((part) => {
    const [, name = '', operation = '', value = ''] =
      /^(?<name>\w+):(?<operation>\w+):(?<value>.+)$/u.exec(part) ?? [];
    const dimension = filterable.find((each) => each === name);
    const operator = sliceOperators.find((each) => each === operation);
    if (dimension && operator) return { dimension, operator, value };
    throw fault(
      'filter',
      `"${part}" is no condition. Write query:contains:shoes; dimensions are ${filterable.join(', ')}, operators ${sliceOperators.join(', ')}.`,
    );
  });
}

const filterable = [
  'query',
  'page',
  'country',
  'device',
  'folder',
  'brand',
] as const satisfies SliceDimension[];

function fault(name: string, message: string): ServiceError {
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: `/${name}`, loc: ['query', name], type: 'value', message }],
  });
}

function listOf(question: SliceQuestion): RowList | null {
  const list = listFor(question);
  if (list !== undefined) return list;
  throw fault(
    'dimensions',
    'Rows are kept by query, by page, by query and page, by country and by device. Ask for country or device without queries, pages and each other.',
  );
}

const never = () => false;

/** Names of the site are told by how its queries of the last weeks stand and are clicked. */
async function brandOf(
  { type, dimensions, filters }: SliceQuestion,
  kept: KeptProperty,
  rows: SliceSource['rows'],
): Promise<(query: string) => boolean> {
  const isAsked = [...dimensions, ...filters.map(({ dimension }) => dimension)].includes('brand');
  const to = kept.last_final;
  if (!isAsked || to === null) return never;
  const source = { state: kept.types[type] ?? noDays, firstDay: kept.first_day };
  const queries = [];
  for await (const part of readSlice(rows, source, {
    type,
    list: 'q',
    from: to - usualDays,
    to,
    bucket: 'all',
  }))
    queries.push(...part.rows.map(({ key, ...row }) => ({ query: key, ...row })));
  return nameTeller(findNames(kept.site, siteOf(kept.site).root, queries)).isOwn;
}

interface Period {
  readonly from: Day;
  readonly to: Day;
}

function comparedPeriod(compare: string | undefined, { from, to }: SliceQuestion): Period | undefined {
  if (compare === undefined) return undefined;
  // Fifty-two weeks: each weekday beside its own.
  if (compare === 'previous_year') return { from: from - 364, to: to - 364 };
  if (compare === 'previous_period') return { from: from - (to - from + 1), to: from - 1 };
  const [first = '', last = ''] = compare.split('..');
  if (first > last) throw fault('compare', 'The first day lies after the last. Swap them.');
  return { from: dayOf(first), to: dayOf(last) };
}

interface Parts {
  readonly query: Query;
  readonly kept: KeptProperty;
  readonly question: SliceQuestion;
  readonly list: RowList | null;
  readonly now: SliceAnswer;
  readonly before: SliceAnswer | undefined;
  readonly compared: Period | undefined;
  readonly fresh: Awaited<ReturnType<SliceSource['rows']['fresh']>>;
}

function answerOf(parts: Parts) {
  const { query, kept, question, list, now, before, compared, fresh } = parts;
  const rows = sorted(query.sort, groupsOf(question, now, before));
  const mark = markOf(query, question, kept);
  const start = startOf(query.cursor, mark);
  const end = start + query.limit;
  const missing = now.missing.length + (before?.missing.length ?? 0);
  return {
    site: kept.site,
    property: kept.property,
    search_type: question.type,
    from: dateOf(question.from),
    to: dateOf(question.to),
    compared_with: compared ? { from: dateOf(compared.from), to: dateOf(compared.to) } : null,
    time_zone: 'America/Los_Angeles' as const,
    dimensions: [...question.dimensions],
    totals: shown(now.totals),
    totals_before: before ? shown(before.totals) : null,
    withheld: withheldOf(list, question, now),
    rows: rows.slice(start, end).map(({ keys, sum, was }) => ({
      keys: Object.fromEntries(question.dimensions.map((name, at) => [name, keys[at] ?? ''])),
      ...shown(sum),
      before: before ? shown(was) : null,
    })),
    total_rows: rows.length,
    next_cursor: end < rows.length ? `${mark}.${end}` : null,
    final_until: kept.last_final === null ? null : dateOf(kept.last_final),
    fresh_days: fresh.map(({ day, clicks, impressions }) => ({ day: dateOf(day), clicks, impressions })),
    days_without_rows: missing,
    notes: notesOf(list, question, missing),
  };
}

function withheldOf(
  list: RowList | null,
  { filters }: SliceQuestion,
  { totals, rows, missing }: SliceAnswer,
) {
  const isOfPages = list === 'p' || list === 'x';
  if (list === null || isOfPages || filters.length > 0 || missing.length > 0) return null;
  return { clicks: totals.clicks - rows.clicks, impressions: totals.impressions - rows.impressions };
}

function notesOf(list: RowList | null, { filters }: SliceQuestion, missing: number): string[] {
  return [
    ...(list === 'p' || list === 'x'
      ? [
          'Pages are counted by page: two pages of the site in one listing are two impressions here and one in the totals.',
        ]
      : []),
    ...(filters.length > 0 ? ['Totals are of the whole property; rows are those that meet the filter.'] : []),
    ...(missing > 0
      ? [
          `Rows of ${missing} days are not here: they are still being fetched, or kept by week or month only, and the period cuts through one.`,
        ]
      : []),
  ];
}

/** Says which question, and which state of the rows, a cursor goes on in. */
function markOf({ sort, compare }: Query, question: SliceQuestion, kept: KeptProperty): string {
  const text = JSON.stringify([kept.property, kept.synced_at, sort, compare, question]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

function startOf(cursor: string | undefined, mark: string): number {
  if (cursor === undefined || cursor === '') return 0;
  const [of, start = ''] = cursor.split('.');
  if (of === mark && /^\d{1,9}$/u.test(start)) return Number(start);
  throw fault(
    'cursor',
    'This cursor belongs to another question, or the rows have changed since. Begin again without it.',
  );
}
