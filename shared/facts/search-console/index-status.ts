import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { SearchOpportunity } from '#shared/contract/own-rows.ts';
import type { IndexStatus } from '#shared/facts/ports/site-performance.ts';
import { GoogleRefusal } from '#shared/facts/search-console/google-refusal.ts';
import type { Change } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Versioned } from './connection-store.ts';
import { type Day, pacificDay } from './day-ranges.ts';
import { type KeptProperty, noDays, propertyIdOf } from './kept-items.ts';
import { type SyncParts, saved } from './open-connection.ts';
import { readSlice } from './slices.ts';

/** Pages that are looked at: those with the most clicks, and those that lost most. */
const mostOfEach = 500;
/** Google allows 2,000 a day and property; a week's work is spread over its days. */
export const inspectedADay = 300;
const againMs = 7 * 86_400_000;
/** What is no longer among the pages that matter is forgotten. */
const forgottenMs = 60 * 86_400_000;
/** Days whose clicks are compared with as many before them. */
const countedDays = 28;
/** Requests under way at once: an inspection takes a second or two. */
const together = 6;

const nullableText = v.optional(v.nullable(v.string()), null);
const kept = v.object({
  page: v.string(),
  at: v.number(),
  clicks: v.number(),
  clicks_before: v.number(),
  verdict: nullableText,
  coverage_state: nullableText,
  robots_txt_state: nullableText,
  indexing_state: nullableText,
  page_fetch_state: nullableText,
  last_crawl: nullableText,
  declared_canonical: nullableText,
  google_canonical: nullableText,
});
type KeptStatus = v.InferOutput<typeof kept>;

const prefix = 'i#';
const sortOf = (page: string) => `${prefix}${createHash('sha256').update(page).digest('hex').slice(0, 20)}`;

interface Candidate {
  readonly page: string;
  readonly clicks: number;
  readonly clicks_before: number;
}

/**
 * Does the day's share of inspections. Each page is an item of its own that is
 * written when Google has answered, so that a run that ends in between is gone
 * on with, and what was asked today counts. What Google refuses here holds the
 * rows up in nothing: it is tried again on the next day.
 */
export async function inspectPages(
  parts: SyncParts,
  found: Versioned<KeptProperty>,
): Promise<Versioned<KeptProperty>> {
  const today = pacificDay(parts.clock());
  const { data } = found;
  if (data.inspected_on === today || data.last_final === null || parts.isOver()) return found;
  const candidates = await pagesThatMatter(parts, data, data.last_final);
  // Before the newest weeks are in there is nothing to choose from.
  if (candidates.length === 0) return found;
  const known = await readKept(parts.table, parts.accountId, data.property);
  await forget(parts, data.property, known, candidates);
  const asked = known.filter(({ at }) => pacificDay(at) === today).length;
  const due = dueOf(candidates, known, parts.clock()).slice(0, Math.max(0, inspectedADay - asked));
  for (let at = 0; at < due.length; at += together) {
    if (parts.isOver()) return found;
    const answers = due.slice(at, at + together).map((page) => inspectOne(parts, data.property, page));
    const refused = (await Promise.all(answers)).includes('refused');
    await parts.onStep();
    if (refused) break;
  }
  return saved(parts, found, { ...data, inspected_on: today });
}

/** Pages of the last four weeks with the most clicks, and with most lost against the four before. */
async function pagesThatMatter(
  { rows }: SyncParts,
  { types, first_day }: KeptProperty,
  last: Day,
): Promise<Candidate[]> {
  const source = { state: types.web ?? noDays, firstDay: first_day };
  const sums = async (from: Day, to: Day) => {
    const clicks = new Map<string, number>();
    const slice = { type: 'web', list: 'p', from, to, bucket: 'all' } as const;
    for await (const part of readSlice(rows, source, slice))
      for (const row of part.rows) clicks.set(row.key, (clicks.get(row.key) ?? 0) + row.clicks);
    return clicks;
  };
  const now = await sums(last - countedDays + 1, last);
  const before = await sums(last - 2 * countedDays + 1, last - countedDays);
  const all = [...new Set([...now.keys(), ...before.keys()])].map((page) => ({
    page,
    clicks: now.get(page) ?? 0,
    clicks_before: before.get(page) ?? 0,
  }));
  const lost = ({ clicks, clicks_before }: Candidate) => clicks_before - clicks;
  const clicked = all.toSorted((a, b) => b.clicks - a.clicks).slice(0, mostOfEach);
  const fallen = all
    .filter((each) => before.size > 0 && lost(each) > 0)
    .toSorted((a, b) => lost(b) - lost(a));
  return [...new Set([...clicked.filter(({ clicks }) => clicks > 0), ...fallen.slice(0, mostOfEach)])];
}

/** What was never looked at comes first, as it matters; then what was looked at longest ago. */
function dueOf(candidates: readonly Candidate[], known: readonly KeptStatus[], now: number): Candidate[] {
  const times = new Map(known.map(({ page, at }) => [page, at]));
  const timeOf = ({ page }: Candidate) => times.get(page) ?? 0;
  return candidates.filter((each) => timeOf(each) + againMs <= now).toSorted((a, b) => timeOf(a) - timeOf(b));
}

async function inspectOne(
  { api, table, accountId, clock }: SyncParts,
  property: string,
  candidate: Candidate,
): Promise<'kept' | 'refused'> {
  try {
    const status = await statusOf(api, property, candidate.page);
    const d = v.parse(kept, {
      ...candidate,
      at: clock(),
      verdict: status.verdict,
      coverage_state: status.coverageState,
      robots_txt_state: status.robotsTxtState,
      indexing_state: status.indexingState,
      page_fetch_state: status.pageFetchState,
      last_crawl: status.lastCrawlTime,
      declared_canonical: status.userCanonical,
      google_canonical: status.googleCanonical,
    });
    const pk = ownPartPartition(accountId, propertyIdOf(property));
    await table.put({ pk, sk: sortOf(candidate.page), d });
    return 'kept';
  } catch (error) {
    if (!(error instanceof GoogleRefusal)) throw error;
    // A connection that has ended is the sync's to tell.
    if (error.kind === 'grant_ended') throw error;
    return 'refused';
  }
}

type InspectionStatus = Awaited<
  ReturnType<SyncParts['api']['inspect']>
>['inspectionResult']['indexStatusResult'];

/** Nothing of an address that Google does not take: it is passed over until its turn comes again. */
async function statusOf(api: SyncParts['api'], property: string, page: string): Promise<InspectionStatus> {
  try {
    return (await api.inspect(property, page)).inspectionResult.indexStatusResult;
  } catch (error) {
    if (error instanceof GoogleRefusal && error.kind === 'not_understood') return {};
    throw error;
  }
}

async function forget(
  { table, accountId, clock }: SyncParts,
  property: string,
  known: readonly KeptStatus[],
  candidates: readonly Candidate[],
): Promise<void> {
  const matters = new Set(candidates.map(({ page }) => page));
  const old = known.filter(({ page, at }) => !matters.has(page) && at + forgottenMs < clock());
  const pk = ownPartPartition(accountId, propertyIdOf(property));
  await table.change(old.map(({ page }): Change => ({ remove: { pk, sk: sortOf(page) } })));
}

async function readKept(table: IndexReader, accountId: string, property: string): Promise<KeptStatus[]> {
  const items = await readAll(table, ownPartPartition(accountId, propertyIdOf(property)), { prefix });
  return items.map(({ d }) => v.parse(kept, d));
}

/** Pages with a problem first, then most clicks first. */
export async function readIndexStatus(
  table: IndexReader,
  accountId: string,
  property: string,
): Promise<IndexStatus[]> {
  const rows = (await readKept(table, accountId, property)).map(
    ({ at, ...status }): IndexStatus => ({
      ...status,
      inspected_at: isoTime(at),
      problem: problemOf(status),
    }),
  );
  const weight = ({ problem }: IndexStatus) => (problem === null ? 1 : 0);
  const clicks = (row: IndexStatus) => Math.max(row.clicks, row.clicks_before);
  return rows.toSorted((a, b) => weight(a) - weight(b) || clicks(b) - clicks(a));
}

/**
 * Google has put the page under another address than it declares, or does not
 * show it. A page that declares another address, which Google follows, is as its owner wants it.
 */
function problemOf({
  page,
  verdict,
  declared_canonical: declared,
  google_canonical: chosen,
}: Pick<KeptStatus, 'page' | 'verdict' | 'declared_canonical' | 'google_canonical'>): IndexStatus['problem'] {
  if (chosen !== null && !isSameAddress(chosen, declared ?? page)) return 'canonical_mismatch';
  const isAlternate = chosen !== null && !isSameAddress(chosen, page);
  return verdict === null || verdict === 'PASS' || isAlternate ? null : 'not_indexed';
}

function isSameAddress(a: string, b: string): boolean {
  const [first, second] = [URL.parse(a), URL.parse(b)];
  if (!first || !second) return a === b;
  return (
    `${first.origin}${first.pathname}${first.search}` === `${second.origin}${second.pathname}${second.search}`
  );
}

/** Problems as things to do, for the list of a site's opportunities. */
export function indexOpportunities(
  site: string,
  rows: readonly IndexStatus[],
  { from, to }: { readonly from: string; readonly to: string },
): SearchOpportunity[] {
  return rows.flatMap((row): SearchOpportunity[] => {
    if (row.problem === null) return [];
    const lost = row.clicks_before > row.clicks ? row.clicks_before - row.clicks : null;
    return [
      {
        kind: row.problem,
        levers: [],
        query: null,
        page: row.page,
        clicks: row.clicks,
        impressions: 0,
        ctr: null,
        average_position: null,
        from,
        to,
        seen: seenOf(row),
        estimated_clicks: lost,
        estimated_clicks_per_month: lost,
        computed: `${row.clicks_before} clicks in the four weeks before the last four, ${row.clicks} in those: what was lost might come back.`,
        next_call: { tool: 'audit_site', args: { domain: site, urls: [row.page] } },
      },
    ];
  });
}

function seenOf({
  page,
  problem,
  coverage_state,
  declared_canonical,
  google_canonical,
  inspected_at,
}: IndexStatus) {
  const day = inspected_at.slice(0, 10);
  if (problem === 'canonical_mismatch')
    return `On ${day} Google had this page under ${google_canonical}, and not under ${declared_canonical ?? page}${declared_canonical === null ? '' : ', which it declares'}.`;
  return `On ${day} Google did not have this page in its index${coverage_state === null ? '' : `: "${coverage_state}"`}.`;
}
