import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { normalizeDomain } from '#shared/contract/fields.ts';
import { performanceQuestion, searchTypes } from '#shared/contract/site-performance.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { judgedToday } from '../own-sites/console-heads.ts';
import { readHeads } from '../own-sites/console-reads.ts';
import { nameTeller } from '../own-sites/name-teller.ts';
import type {
  AskedPerformance,
  IndexStatus,
  PerformanceAnswer,
  SitePerformance,
} from '../ports/site-performance.ts';
import type { IndexReader } from '../stored-index/table/index-reads.ts';
import { readProperties } from './connection-store.ts';
import { type Day, dateOf, dayOf } from './day-ranges.ts';
import { readIndexStatus } from './index-status.ts';
import { type KeptProperty, noDays, propertyIdOf, type RowList } from './kept-items.ts';
import { createRowReader, type RowReader } from './kept-rows.ts';
import { Fault, filterOf, groupsOf, partsOf, shown, sorted } from './slice-rows.ts';
import {
  listFor,
  readSlice,
  type SliceAnswer,
  type SliceQuestion,
  SliceTooLarge,
  sliceDimensions,
  slicePeriod,
} from './slices.ts';

interface Period {
  readonly from: Day;
  readonly to: Day;
}

/**
 * Slices what was synced of a site: its totals, what of them is withheld, and
 * every row in the order that is asked for. Undefined where the account has not
 * connected the site; a `fault` names the member of the question that cannot be answered. `mark` is the same for the same question and state of the rows.
 */
export async function askPerformance(
  table: IndexReader,
  accountId: string,
  site: string,
  asked: AskedPerformance,
): Promise<PerformanceAnswer | undefined> {
  try {
    return await answerOf(table, accountId, site, asked);
  } catch (error) {
    if (error instanceof SliceTooLarge) return { fault: { name: 'dimensions', message: error.message } };
    if (error instanceof Fault) return { fault: { name: error.member, message: error.message } };
    throw error;
  }
}

async function answerOf(
  table: IndexReader,
  accountId: string,
  site: string,
  asked: AskedPerformance,
): Promise<SitePerformance | undefined> {
  const kept = await propertyOf(table, accountId, site, asked.property);
  if (!kept) return undefined;
  const rows = createRowReader(table, ownPartPartition(accountId, propertyIdOf(kept.property)));
  const question = questionOf(asked, kept);
  const list = listOf(question);
  const source = { rows, kept, isBrand: await brandOf(table, accountId, { question, kept, rows }) };
  const compared = comparedPeriod(asked, question);
  const [now, before] = await Promise.all([
    slicePeriod(source, question, list),
    compared && slicePeriod(source, { ...question, ...compared }, list),
  ]);
  const fresh = await rows.fresh(question.type);
  const missing = now.missing.length + (before?.missing.length ?? 0);
  // Rows that are not here yet are not none: against them everything would have grown.
  const days = compared ? compared.to - compared.from + 1 : 0;
  const isCompared = before !== undefined && before.missing.length <= days * mostMissing;
  return {
    mark: markOf(asked, question, kept),
    head: {
      site: kept.site,
      property: kept.property,
      search_type: question.type,
      search_types: searchTypes.filter((type) => kept.types[type] !== undefined),
      from: dateOf(question.from),
      to: dateOf(question.to),
      compared_with: compared ? { from: dateOf(compared.from), to: dateOf(compared.to) } : null,
      time_zone: 'America/Los_Angeles' as const,
      dimensions: [...question.dimensions],
      totals: shown(now.totals),
      totals_before: before ? shown(before.totals) : null,
      sum_of_rows: list === null ? null : shown(now.rows),
      withheld: withheldOf(list, question, now),
      final_until: kept.last_final === null ? null : dateOf(kept.last_final),
      fresh_days: fresh.map(({ day, clicks, impressions }) => ({ day: dateOf(day), clicks, impressions })),
      days_without_rows: missing,
      notes: notesOf(list, question, missing),
    },
    rows: sorted(asked.sort, groupsOf(question, now, before)).map(({ keys, sum, was }) => ({
      keys: Object.fromEntries(question.dimensions.map((name, at) => [name, keys[at] ?? ''])),
      ...shown(sum),
      before: isCompared ? shown(was) : null,
    })),
  };
}

/** What URL Inspection says of the pages that matter; undefined where the account has not connected the site. */
export async function askIndexStatus(
  table: IndexReader,
  accountId: string,
  site: string,
  property: string | undefined,
): Promise<readonly IndexStatus[] | undefined> {
  const kept = await propertyOf(table, accountId, site, property);
  return kept && readIndexStatus(table, accountId, kept.property);
}

/** Of several properties of a site the whole domain first, then the one that begins it. */
export async function propertyOf(
  table: IndexReader,
  accountId: string,
  site: string,
  property: string | undefined,
): Promise<KeptProperty | undefined> {
  const named = normalizeDomain(site);
  const all = (await readProperties(table, accountId)).map(({ data }) => data);
  const [first] = all
    .filter((each) => named.ok && each.site === named.domain)
    .filter((each) => property === undefined || each.property === property)
    .toSorted((a, b) => rankOf(a) - rankOf(b) || a.property.length - b.property.length);
  return first;
}

const rankOf = ({ property, is_chosen }: KeptProperty) =>
  (is_chosen ? 0 : 2) + (property.startsWith('sc-domain:') ? 0 : 1);

const question = v.object(performanceQuestion);

/** The question of a dataset, as it was kept. */
export const keptQuestion = (asked: Readonly<Record<string, string>>): AskedPerformance => ({
  ...v.parse(question, asked),
});

const usualDays = 28;
/** Share of a compared period whose rows may be missing; beyond it rows are compared with nothing. */
const mostMissing = 0.1;

function questionOf(asked: AskedPerformance, { last_final, first_day }: KeptProperty): SliceQuestion {
  const to = asked.to === undefined ? (last_final ?? first_day) : dayOf(asked.to);
  const from = asked.from === undefined ? to - usualDays + 1 : dayOf(asked.from);
  if (from > to) throw new Fault('from', 'from lies after to. Swap them.');
  const dimensions = partsOf(asked.dimensions, ',').map((name) => {
    const known = sliceDimensions.find((each) => each === name);
    if (known) return known;
    throw new Fault('dimensions', `${name} is no dimension. There are: ${sliceDimensions.join(', ')}.`);
  });
  const filters = partsOf(asked.filter, ';').map(filterOf);
  return { type: asked.search_type, from, to, dimensions: [...new Set(dimensions)], filters };
}

function listOf(question: SliceQuestion): RowList | null {
  const list = listFor(question);
  if (list !== undefined) return list;
  throw new Fault(
    'dimensions',
    'Rows are kept by query, by page, by query and page, by country, by device and by appearance. Ask for each of the last three without queries, pages and each other.',
  );
}

const never = () => false;

/** By the names that the site has, edited or found; of a site that no tool was given yet, by those that its last weeks show. */
async function brandOf(
  table: IndexReader,
  accountId: string,
  {
    question,
    kept,
    rows,
  }: { readonly question: SliceQuestion; readonly kept: KeptProperty; readonly rows: RowReader },
): Promise<(query: string) => boolean> {
  const { type, dimensions, filters } = question;
  const isAsked = [...dimensions, ...filters.map(({ dimension }) => dimension)].includes('brand');
  const to = kept.last_final;
  if (!isAsked || to === null) return never;
  const heads = (await readHeads(table, accountId)).filter(({ site }) => site === kept.site);
  const [head] = heads.toSorted((a, b) => ((a.to ?? '') < (b.to ?? '') ? 1 : -1));
  if (head) return nameTeller((await judgedToday(table, accountId, head, heads)).names).isOwn;
  const { findNames } = await import('#shared/facts/own-sites/site-names.ts');
  const { siteOf } = await import('#shared/facts/stored-index/items/site.ts');
  const source = { state: kept.types[type] ?? noDays, firstDay: kept.first_day };
  const slice = { type, list: 'q', from: to - usualDays, to, bucket: 'all' } as const;
  const queries = [];
  for await (const part of readSlice(rows, source, slice))
    queries.push(...part.rows.map(({ key, ...row }) => ({ query: key, ...row })));
  return nameTeller(findNames(kept.site, siteOf(kept.site).root, queries)).isOwn;
}

function comparedPeriod(asked: AskedPerformance, { from, to }: SliceQuestion): Period | undefined {
  const { compare } = asked;
  if (compare === undefined) return undefined;
  if (!/^(?:previous_period|previous_year|\d{4}-\d\d-\d\d\.\.\d{4}-\d\d-\d\d)$/u.test(compare))
    throw new Fault(
      'compare',
      'Send previous_period, previous_year, or two days such as 2026-08-01..2026-08-31.',
    );
  // Fifty-two weeks: each weekday beside its own.
  if (compare === 'previous_year') return { from: from - 364, to: to - 364 };
  if (compare === 'previous_period') return { from: from - (to - from + 1), to: from - 1 };
  const [first = '', last = ''] = compare.split('..');
  if (!isDate(first) || !isDate(last))
    throw new Fault('compare', 'One of these is not a day of the calendar.');
  if (first > last) throw new Fault('compare', 'The first day lies after the last. Swap them.');
  return { from: dayOf(first), to: dayOf(last) };
}

const isDate = (text: string) => !Number.isNaN(dayOf(text)) && dateOf(dayOf(text)) === text;

/** Each click is of one page; of impressions two pages in one listing are two, so that pages say nothing of those withheld. Most results have no appearance. */
function withheldOf(
  list: RowList | null,
  { filters }: SliceQuestion,
  { totals, rows, missing }: SliceAnswer,
) {
  if (list === null || list === 'a' || filters.length > 0 || missing.length > 0) return null;
  const isOfPages = list === 'p' || list === 'x';
  return {
    clicks: totals.clicks - rows.clicks,
    impressions: isOfPages ? null : totals.impressions - rows.impressions,
  };
}

function notesOf(list: RowList | null, { filters }: SliceQuestion, missing: number): string[] {
  const when = (is: boolean, note: string) => (is ? [note] : []);
  return [
    ...when(
      list === 'p' || list === 'x',
      'Pages are counted by page: two pages of the site in one listing are two impressions here and one in the totals.',
    ),
    ...when(
      list === 'a',
      'A result counts under each of its appearances, and most have none: rows do not add up to the totals.',
    ),
    ...when(
      filters.length > 0,
      'Totals are of the whole property; rows and their sum are of what meets the filter.',
    ),
    ...when(
      missing > 0,
      list === 'a'
        ? `Search appearance of ${missing} days has not been read.`
        : `Rows of ${missing} days are not here: they are still being fetched, or kept by week or month only, and the period cuts through one.`,
    ),
  ];
}

/** Says which question, and which state of the rows, a cursor goes on in. */
function markOf({ sort, compare }: AskedPerformance, question: SliceQuestion, kept: KeptProperty): string {
  const text = JSON.stringify([kept.property, kept.synced_at, sort, compare, question]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
