import { marketKey } from '#shared/facts/markets/market.ts';
import { trafficUnits } from '#shared/facts/sources/traffic.ts';
import { competitorSample, countRivals, keptCompetitors, packRivals } from '../items/competitor-ranking.ts';
import { derivedRows, keywordFacts, postingsByDomain } from '../items/derived-rows.ts';
import { createDomainTally, type DomainSummary, packPages } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { domainPartition, headSort, keywordPartition, rankingSort, stateSort } from '../items/keys.ts';
import { emptyState, type KeywordState } from '../items/keyword-state.ts';
import { packListing } from '../items/packed-listing.ts';
import type { Posting } from '../items/posting.ts';
import { siteOf } from '../items/site.ts';
import { stateItemOf } from '../items/stored-items.ts';
import { headItems } from '../questions/domain-head.ts';
import { applyUpdate, type KeywordUpdate } from './keyword-update.ts';

/**
 * Every item that a writer would leave on an empty table for these updates,
 * counted in memory: for loading in bulk. Each keyword of a market may come
 * once. `run` is the claim that the states carry.
 */
export function* bulkItems(updates: Iterable<KeywordUpdate>, run: string): Generator<Item> {
  const domains = new Map<string, BulkDomain>();
  const states = new Map<string, KeywordState>();
  for (const update of updates) {
    const { state } = applyUpdate(emptyState, undefined, update);
    states.set(stateKey(update, update.keyword), state);
    yield* keywordItems(update, state, run);
    collectPostings(domains, update, state);
  }
  const summaries = new Map([...domains].map(([key, domain]) => [key, domain.tally.summary()]));
  for (const domain of domains.values()) yield* domainItems(domain, states, summaries);
}

interface BulkDomain {
  readonly update: Pick<KeywordUpdate, 'market'>;
  readonly domain: string;
  readonly tally: ReturnType<typeof createDomainTally>;
  readonly ranking: { readonly sort: string; readonly keyword: string }[];
}

function* keywordItems(update: KeywordUpdate, state: KeywordState, run: string): Generator<Item> {
  const { market, keyword, texts } = update;
  const pk = keywordPartition(market, keyword);
  const record = { state, version: 1, claim: `${run}:1`, outdated: [] };
  yield stateItemOf({ pk, sk: stateSort }, record);
  if (texts) yield { pk, sk: headSort, d: packListing(texts)[0] };
  for (const { data, ...key } of derivedRows(market, keyword, state)) yield { ...key, d: data };
}

function collectPostings(
  domains: Map<string, BulkDomain>,
  { market, keyword }: KeywordUpdate,
  state: KeywordState,
): void {
  const postings: ReadonlyMap<string, Posting> = postingsByDomain(
    keyword,
    state,
    keywordFacts(keyword, state),
  );
  for (const [domain, posting] of postings) {
    const key = stateKey({ market }, domain);
    const known = domains.get(key) ?? {
      update: { market },
      domain,
      tally: createDomainTally(),
      ranking: [],
    };
    known.tally.add(posting);
    const { volume, position } = posting;
    known.ranking.push({ sort: rankingSort(trafficUnits(volume, position), position, keyword), keyword });
    domains.set(key, known);
  }
}

function* domainItems(
  { update, domain, tally, ranking }: BulkDomain,
  states: ReadonlyMap<string, KeywordState>,
  summaries: ReadonlyMap<string, DomainSummary>,
): Generator<Item> {
  const pk = domainPartition(update.market, domain);
  const summary = tally.summary();
  const sample = ranking.sort((a, b) => (a.sort < b.sort ? -1 : 1)).slice(0, competitorSample);
  const listings = sample.map(({ keyword }) => states.get(stateKey(update, keyword))?.rows ?? []);
  const rivals = countRivals(siteOf(domain).root, listings);
  const packed = packRivals({
    sample: sample.length,
    total: rivals.length,
    at: summary.at,
    isSample: summary.samples > 0,
    rivals: rivals.slice(0, keptCompetitors).map((rival) => ({
      ...rival,
      totals: summaries.get(stateKey(update, rival.domain)) ?? null,
    })),
  });
  const pages = packPages(tally.pages(), summary);
  const head = headItems(pk, { summary, version: 1, changesSince: 0 }, { pages, rivals: packed });
  yield head.totals;
  yield* head.lists;
}

function stateKey({ market }: Pick<KeywordUpdate, 'market'>, name: string): string {
  return `${marketKey(market)} ${name}`;
}
