import type { Market } from '#shared/search/market.ts';
import { atMost } from './at-most.ts';
import {
  competitorSample,
  countRivals,
  keptCompetitors,
  packRivals,
  type RivalTotals,
} from './competitor-ranking.ts';
import { totalsOf } from './domain-questions.ts';
import { createDomainTally, type DomainSummary, type PageTotal, packPages } from './domain-summary.ts';
import type { IndexTable, Item } from './index-table.ts';
import {
  competitorsSort,
  domainPartition,
  type ItemKey,
  keywordPartition,
  lostPrefix,
  pagePartition,
  pagesSort,
  rowPrefix,
  stateSort,
  summarySort,
} from './keys.ts';
import type { StoredRow } from './keyword-state.ts';
import { keywordsOfSmallPage } from './page-size.ts';
import type { Posting } from './posting.ts';
import { siteOf } from './site.ts';
import { readPosting, readState, readSummary, type SummaryRecord, summaryItemOf } from './stored-items.ts';

/** A domain in a market whose rows have changed. */
export interface TouchedDomain {
  readonly market: Market;
  readonly domain: string;
}

/** A domain with more keywords than this is not counted again for every change… */
const largeDomain = 2_000;
/** …but when its changes have reached this share of its keywords; so a change costs the same for all. */
const countedAgainShare = 0.02;

const domainsAtOnce = 8;
const countAttempts = 20;

export interface CountOptions {
  /** Count every domain at once, as after an import, however large. */
  readonly exact: boolean;
  /** Called after every domain; keeps the writer's run alive. */
  readonly onProgress?: () => Promise<void>;
}

interface Counted extends TouchedDomain {
  readonly summary: DomainSummary;
  readonly version: number;
  /** Keywords with the most traffic. */
  readonly sample: readonly string[];
}

/**
 * Brings the summaries of domains up to date by counting their rows anew.
 * Nothing is added to or taken from a total, so a repeated or interrupted
 * count does no harm: the summary is written only if nobody has written it
 * since the count began, and else counted again. Whoever counts last has
 * seen the rows of all who counted before.
 */
export async function countDomains(
  table: IndexTable,
  touched: readonly TouchedDomain[],
  { exact, onProgress }: CountOptions,
): Promise<void> {
  const counted = await atMost(domainsAtOnce, touched, async (domain) => {
    await onProgress?.();
    return countDomain(table, domain, exact);
  });
  const done = counted.filter((count) => count !== undefined);
  const readers = {
    rows: createReader(table, rowsOfState),
    totals: createReader(table, totalsOf),
  };
  await atMost(domainsAtOnce, done, async (count) => {
    await onProgress?.();
    await listRivals(table, count, readers);
  });
}

async function countDomain(
  table: IndexTable,
  touched: TouchedDomain,
  exact: boolean,
): Promise<Counted | undefined> {
  const key = { pk: domainPartition(touched.market, touched.domain), sk: summarySort };
  for (let attempt = 0; attempt < countAttempts; attempt += 1) {
    const item = await table.get(key, true);
    const known = item && readSummary(item);
    const isLate = known !== undefined && !exact && canWait(known);
    const outcome = isLate ? await putOff(table, key, known) : await countNow(table, touched, key, known);
    if (outcome === 'put off') return undefined;
    if (outcome !== 'overtaken') return outcome;
  }
  throw new Error('A domain changed too often to be counted.');
}

async function countNow(
  table: IndexTable,
  touched: TouchedDomain,
  key: ItemKey,
  known: SummaryRecord | undefined,
): Promise<Counted | 'overtaken'> {
  const { tally, sample } = await addUp(table, key.pk, touched.domain);
  const summary = tally.summary();
  const version = (known?.version ?? 0) + 1;
  const item = summaryItemOf(key, { summary, version, changesSince: 0 });
  if (!(await table.put(item, known ? ifVersionIs(known.version) : ifNew))) return 'overtaken';
  await writePages(table, touched.market, key.pk, { summary, version, pages: tally.pages() });
  return { ...touched, summary, version, sample };
}

/** Notes one more change; the version grows, so that a count under way sees that it was overtaken. */
async function putOff(
  table: IndexTable,
  key: ItemKey,
  known: SummaryRecord,
): Promise<'put off' | 'overtaken'> {
  const later = { ...known, version: known.version + 1, changesSince: known.changesSince + 1 };
  const written = await table.put(summaryItemOf(key, later), ifVersionIs(known.version));
  return written ? 'put off' : 'overtaken';
}

function canWait({ summary, changesSince }: { summary: DomainSummary; changesSince: number }): boolean {
  return summary.keywords > largeDomain && changesSince + 1 < summary.keywords * countedAgainShare;
}

async function addUp(table: IndexTable, pk: string, domain: string) {
  const tally = createDomainTally();
  const sample: string[] = [];
  let next: ItemKey | undefined;
  do {
    const range = await table.range({
      pk,
      from: rowPrefix,
      to: `${lostPrefix}\uffff`,
      after: next,
      consistent: true,
    });
    for (const item of range.items) {
      const posting = postingOf(item, domain);
      if (!posting) {
        tally.addLost();
        continue;
      }
      tally.add(posting);
      if (sample.length < competitorSample) sample.push(posting.keyword);
    }
    next = range.next;
  } while (next);
  return { tally, sample };
}

function postingOf(item: Item, domain: string): Posting | undefined {
  return String(item.sk).startsWith(rowPrefix) ? readPosting(item, domain) : undefined;
}

interface CountedPages {
  readonly summary: DomainSummary;
  readonly version: number;
  readonly pages: readonly PageTotal[];
}

async function writePages(
  table: IndexTable,
  market: Market,
  pk: string,
  { summary, version, pages }: CountedPages,
): Promise<void> {
  await table.put({ pk, sk: pagesSort, d: packPages(pages, summary), v: version }, ifOlderThan(version));
  const large = pages.filter((page) => page.keywords > keywordsOfSmallPage);
  await table.change(
    large.map((page) => {
      const totals = {
        ...summary,
        keywords: page.keywords,
        traffic: page.traffic,
        withVolume: page.withVolume,
      };
      const key = { pk: pagePartition(market, page.key), sk: summarySort };
      return { put: summaryItemOf(key, { summary: totals, version, changesSince: 0 }) };
    }),
  );
}

function rowsOfState(item: Item | undefined): readonly StoredRow[] {
  return item ? readState(item).state.rows : [];
}

/** Reads something of each partition; what several domains need is read once. */
type Reader<Value> = (keys: readonly ItemKey[]) => Promise<readonly Value[]>;

/** Listings and summaries that are remembered while an import is counted. */
const mostKnown = 10_000;

function createReader<Value>(table: IndexTable, read: (item: Item | undefined) => Value): Reader<Value> {
  const known = new Map<string, Value>();
  return async (keys) => {
    if (known.size > mostKnown) known.clear();
    const missing = keys.filter(({ pk }) => !known.has(pk));
    // Taken before the read: a reader beside this one may empty the memory meanwhile.
    const answers = new Map(keys.flatMap(({ pk }) => (known.has(pk) ? [[pk, known.get(pk)] as const] : [])));
    const items = missing.length > 0 ? await table.getMany(missing) : [];
    for (const [index, { pk }] of missing.entries()) {
      const value = read(items[index]);
      answers.set(pk, value);
      known.set(pk, value);
    }
    return keys.map(({ pk }) => answers.get(pk) ?? read(undefined));
  };
}

interface RivalReaders {
  readonly rows: Reader<readonly StoredRow[]>;
  readonly totals: Reader<RivalTotals | null>;
}

/** Finds the sites beside a domain in the listings of its best keywords. */
async function listRivals(table: IndexTable, counted: Counted, readers: RivalReaders): Promise<void> {
  const { market, domain, summary, version, sample } = counted;
  const keys = sample.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort }));
  const listings = await readers.rows(keys);
  const rivals = countRivals(siteOf(domain).root, listings);
  const kept = rivals.slice(0, keptCompetitors);
  const totals = await readers.totals(
    kept.map((rival) => ({ pk: domainPartition(market, rival.domain), sk: summarySort })),
  );
  const d = packRivals({
    sample: sample.length,
    total: rivals.length,
    at: summary.at,
    isSample: summary.samples > 0,
    rivals: kept.map((rival, index) => ({ ...rival, totals: totals[index] ?? null })),
  });
  const pk = domainPartition(market, domain);
  await table.put({ pk, sk: competitorsSort, d, v: version }, ifOlderThan(version));
}

const ifNew = { expression: 'attribute_not_exists(pk)' };
const ifVersionIs = (version: number) => ({ expression: 'v = :known', values: { ':known': version } });
const ifOlderThan = (version: number) => ({
  expression: 'attribute_not_exists(pk) OR v < :version',
  values: { ':version': version },
});
