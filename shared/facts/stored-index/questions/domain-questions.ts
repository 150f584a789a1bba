import type { Competitor, KeywordAt, PageRow } from '#shared/contract/rows.ts';
import { type RankedTarget, type SearchIndex, trafficUnits } from '#shared/facts/ports/search-index.ts';
import { keywordKey } from '../../intent/words.ts';
import type { List, Market, Notice } from '../../ports/fact.ts';
import {
  bestPlaces,
  byCloseness,
  competitorOf,
  countRivals,
  type Rival,
  type RivalTotals,
  shownCompetitors,
  unpackRivals,
} from '../items/competitor-ranking.ts';
import { overviewOf, pageRowOf, unknownDomain, unpackPages } from '../items/domain-summary.ts';
import { type Item, marketLabel, readPosting, readState, readSummary } from '../items/index-items.ts';
import {
  domainPartition,
  keywordPartition,
  pagePartition,
  rowPrefix,
  stateSort,
  summarySort,
} from '../items/keys.ts';
import { mostKeywordsInSet } from '../items/keyword-set.ts';
import { hostOf, namesNoPage, pageKey } from '../items/page-key.ts';
import { keywordAt, type Posting } from '../items/posting.ts';
import { type IndexReader, readFirst } from '../table/index-reads.ts';
import {
  createHeadReader,
  keywordsOfSmallPage,
  type Origin,
  originOf,
  originOfListing,
  type PostingOrigin,
  storedFact,
  unknownOrigin,
} from './domain-head.ts';

type DomainQuestions = Pick<
  SearchIndex,
  'domainOverview' | 'rankedKeywords' | 'pageOverview' | 'topPages' | 'competitors' | 'competitorsForKeywords'
>;

/** Questions about domains and pages. Each is one or two reads, whatever the size of the index. */
export function createDomainQuestions(table: IndexReader, originOfPostings: PostingOrigin): DomainQuestions {
  const reader = createHeadReader(table);
  const headOf = reader.head;
  return {
    async domainOverview(domain, market) {
      const { record } = await headOf(domain, market);
      const summary = record?.summary;
      // A domain that has lost its last row keeps a summary of nothing.
      if (!summary || summary.keywords + summary.lost === 0)
        return storedFact({ value: unknownDomain, ...unknownSubject(domain, market) }, market);
      const origin = { at: summary.at, isSample: summary.samples > 0 };
      return storedFact({ value: overviewOf(summary), origin }, market);
    },
    async rankedKeywords(target, market, limit) {
      const { postings, total } = await rankedPostings(table, target, market, limit, reader);
      const value: List<KeywordAt> = { rows: postings.slice(0, limit).map(keywordAt), total };
      const subject = 'url' in target ? target.url : target.domain;
      if (postings.length === 0) return storedFact({ value, ...unknownSubject(subject, market) }, market);
      return storedFact({ value, origin: await originOfPostings(postings) }, market);
    },
    async pageOverview(url, market) {
      const { postings, stored } = await pagePostings(table, url, market, keywordsOfSmallPage + 1);
      const summary = stored && readSummary(stored).summary;
      const total = summary ?? addedUp(postings);
      const value = pageRowOf({ url, ...total });
      if (total.keywords === 0)
        return storedFact({ value: unknownPage(url), ...unknownSubject(url, market) }, market);
      return storedFact({ value, origin: await originOfPostings(postings) }, market);
    },
    async topPages(domain, market, limit) {
      const { pages } = await headOf(domain, market);
      const { rows, total, at, isSample } = pages ? unpackPages(pages) : noPages;
      if (rows.length === 0)
        return storedFact({ value: { rows, total: 0 }, ...unknownSubject(domain, market) }, market);
      const value: List<PageRow> = { rows: rows.slice(0, limit), total };
      return storedFact({ value, origin: { at, isSample } }, market);
    },
    async competitors(domain, market, limit, totals = 'current') {
      const { rivals } = await headOf(domain, market);
      const list = rivals && unpackRivals(rivals);
      if (!list || list.keywords === 0)
        return storedFact({ value: { rows: [], total: 0 }, ...unknownSubject(domain, market) }, market);
      // The others are kept so that these are known to be the closest; where all are kept, all can be had.
      const first = list.total === null ? list.rivals.slice(0, shownCompetitors) : list.rivals;
      const current = totals === 'kept' ? first : await withTotals(table, market, first.slice(0, limit));
      const best = current.toSorted(byCloseness).slice(0, limit);
      const closest = await Promise.all(best.map((rival) => countedThere(rival, domain, market, headOf)));
      const value = { rows: closest.map((rival) => competitorOf(rival, list.keywords)), total: list.total };
      return storedFact({ value, origin: { at: list.at, isSample: list.isSample } }, market);
    },
    async competitorsForKeywords(keywords, market, limit) {
      const asked = [...new Set(keywords.map(keywordKey))];
      const keys = asked.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort }));
      const items = await table.getMany(keys);
      const states = items.filter((item) => item !== undefined).map((item) => readState(item).state);
      const rivals = countRivals(
        undefined,
        states.map(({ rows }) => bestPlaces(rows)),
      );
      const first = await withTotals(table, market, rivals.slice(0, limit));
      const rows = first.map((rival) => seedCompetitor(rival, asked.length));
      const value: List<Competitor> = { rows, total: rivals.length };
      if (rivals.length === 0)
        return storedFact({ value, ...unknownSubject('these keywords', market) }, market);
      const notices = unseenSeeds(asked.filter((_, index) => items[index] === undefined));
      return storedFact({ value, origin: originOf(states.map(originOfListing)), notices }, market);
    },
  };
}

/**
 * A rival of which only a part was compared, as its own list counts the two
 * where it holds all of its own keywords, so that both sides say the same.
 */
async function countedThere(
  rival: Rival,
  domain: string,
  market: Market,
  headOf: ReturnType<typeof createHeadReader>['head'],
): Promise<Rival> {
  if (rival.share === 1 || (rival.totals?.keywords ?? everyKeyword) > mostKeywordsInSet) return rival;
  const { rivals } = await headOf(rival.domain, market);
  const there = rivals && unpackRivals(rivals).rivals.find((other) => other.domain === domain);
  if (there?.share !== 1) return rival;
  const positionSum = (rival.positionSum / Math.max(1, rival.shared)) * there.shared;
  return { ...rival, shared: there.shared, positionSum, share: 1 };
}

const everyKeyword = Number.POSITIVE_INFINITY;

/** Seeds that had no say in who the rivals are. */
function unseenSeeds(seeds: readonly string[]): Notice[] {
  if (seeds.length === 0) return [];
  const named = seeds.slice(0, 5).map((seed) => JSON.stringify(seed.slice(0, 60)));
  const more = seeds.length > named.length ? ` and ${seeds.length - named.length} more` : '';
  const message = `No listing is known of these seed keywords, so that they did not count: ${named.join(', ')}${more}.`;
  return [{ code: 'partial_answer', message }];
}

/** Rows of a domain or page, most traffic first, and how many there are (null where only more reads would tell). */
export async function rankedPostings(
  table: IndexReader,
  target: RankedTarget,
  market: Market,
  limit: number,
  reader = createHeadReader(table),
): Promise<{ readonly postings: readonly Posting[]; readonly total: number | null }> {
  if ('url' in target) {
    const { postings, stored, isWhole } = await pagePostings(
      table,
      target.url,
      market,
      Math.max(limit, keywordsOfSmallPage + 1),
    );
    const total = stored ? readSummary(stored).summary.keywords : null;
    return { postings, total: isWhole ? postings.length : total };
  }
  const { head, rows, isWhole } = await reader.rows(target.domain, market, limit);
  const postings = rows.map((item) => readPosting(item, target.domain));
  return { postings, total: isWhole ? postings.length : (head.record?.summary.keywords ?? null) };
}

interface PartitionRows {
  /** The summary item, where there is one. */
  readonly stored: Item | undefined;
  readonly postings: readonly Posting[];
  readonly isWhole: boolean;
}

/** The summary and the first rows of a partition, in one read up to about 6,000 rows: the summary sorts right before the rows. */
async function partitionRows(
  table: IndexReader,
  pk: string,
  host: string,
  limit: number,
): Promise<PartitionRows> {
  const question = { pk, from: summarySort, to: `${rowPrefix}\uffff` };
  const { items, next } = await readFirst(table, question, limit + 1);
  const stored = items.find((item) => item.sk === summarySort);
  const postings = items.filter((item) => item !== stored).map((item) => readPosting(item, host));
  return { stored, postings, isWhole: next === undefined };
}

/** Rows of an exact URL, or, where it has none, of the same URL with or without its last slash. */
async function pagePostings(
  table: IndexReader,
  url: string,
  market: Market,
  limit: number,
): Promise<PartitionRows> {
  const host = hostOf(url) ?? '';
  for (const pk of partitionsOfPage(url, market)) {
    const found = await partitionRows(table, pk, host, limit);
    if (found.postings.length > 0) return found;
  }
  return { stored: undefined, postings: [], isWhole: true };
}

/** Where the rows of a URL lie, and, where it has none, those of the same URL with or without its last slash. */
export function partitionsOfPage(url: string, market: Market): string[] {
  const asked = namesNoPage(url) ? `${url}/` : url;
  const keys = [asked, otherSlashForm(asked)].flatMap((form) => pageKey(form) ?? []);
  return keys.map((key) => pagePartition(market, key));
}

function otherSlashForm(url: string): string {
  const [path = '', ...query] = url.split('?');
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  return [other, ...query].join('?');
}

/** Totals without the lists that lie beside them. */
const totalsAttributes = ['d', 'v', 'z'];

async function withTotals(
  table: IndexReader,
  market: Market,
  rivals: readonly Rival[],
): Promise<readonly Rival[]> {
  const items = await table.getMany(
    rivals.map(({ domain }) => ({ pk: domainPartition(market, domain), sk: summarySort })),
    false,
    totalsAttributes,
  );
  return rivals.map((rival, index) => ({ ...rival, totals: totalsOf(items[index]) ?? rival.totals }));
}

export function totalsOf(item: Item | undefined): RivalTotals | null {
  return item ? readSummary(item).summary : null;
}

/** For seeds, relevance is the share of them that a site ranks for. */
function seedCompetitor(rival: Rival, seeds: number): Competitor {
  const relevance = Math.round((rival.shared / seeds) * 1000) / 1000;
  return { ...competitorOf(rival, seeds), relevance };
}

function addedUp(postings: readonly Posting[]) {
  const total = { keywords: postings.length, traffic: 0, withVolume: 0 };
  for (const { volume, position } of postings) {
    total.traffic += trafficUnits(volume, position);
    total.withVolume += volume === null ? 0 : 1;
  }
  return total;
}

const noPages = { rows: [], total: 0, at: 0, isSample: false };

function unknownPage(url: string): PageRow {
  return { url, organic_keywords: null, estimated_organic_traffic_per_month: null };
}

export function unknownSubject(
  subject: string,
  market: Market,
): { readonly origin: Origin; readonly nothingKnown: string } {
  return {
    origin: unknownOrigin,
    nothingKnown: `The stored index has no data about ${subject.slice(0, 100)} in ${marketLabel(market)} yet. That does not prove that there is none.`,
  };
}
