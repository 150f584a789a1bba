import type { FindIntent } from '#shared/facts/intent/intent.ts';
import { type Market, marketKey } from '#shared/facts/markets/market.ts';
import { countedHeadItems, packLists } from '../counting/counted-head.ts';
import { bestPlaces, packRivals } from '../items/competitor-ranking.ts';
import { derivedRows, postingsByDomain } from '../items/derived-rows.ts';
import { createDomainTally } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { domainPartition, headSort, keywordPartition, marketMarker, stateSort } from '../items/keys.ts';
import { keywordFacts } from '../items/keyword-facts.ts';
import { emptyState, type KeywordState } from '../items/keyword-state.ts';
import { packListing } from '../items/packed-listing.ts';
import type { Posting } from '../items/posting.ts';
import { type ChangedListing, type CountedSite, updatedRivals } from '../items/rival-list.ts';
import { siteOf } from '../items/site.ts';
import { stateItemOf } from '../items/stored-items.ts';
import { applyUpdate, type KeywordUpdate } from './keyword-update.ts';

/**
 * Every item that a writer would leave on an empty table for these updates,
 * counted in memory: for loading in bulk. Each keyword of a market may come
 * once. `run` is the claim that the states carry.
 */
export function* bulkItems(
  updates: Iterable<KeywordUpdate>,
  run: string,
  findIntent: FindIntent,
): Generator<Item> {
  const domains = new Map<string, BulkDomain>();
  const listings = new Map<string, ChangedListing>();
  const markets = new Map<string, Market>();
  for (const update of updates) {
    markets.set(marketKey(update.market), update.market);
    const { state } = applyUpdate(emptyState, undefined, update);
    listings.set(stateKey(update, update.keyword), { sites: bestPlaces(state.rows), gone: new Set() });
    yield* keywordItems(update, state, run, findIntent);
    collectPostings(domains, update, state, findIntent);
  }
  const counted = new Map(
    [...domains].map(([key, { tally }]) => [key, { totals: tally.summary(), keywords: tally.keywords() }]),
  );
  for (const domain of domains.values()) yield* domainItems(domain, listings, counted);
  for (const market of markets.values()) yield { ...marketMarker(market) };
}

interface BulkDomain {
  readonly update: Pick<KeywordUpdate, 'market'>;
  readonly domain: string;
  readonly tally: ReturnType<typeof createDomainTally>;
}

function* keywordItems(
  update: KeywordUpdate,
  state: KeywordState,
  run: string,
  findIntent: FindIntent,
): Generator<Item> {
  const { market, keyword, texts } = update;
  const pk = keywordPartition(market, keyword);
  const record = { state, version: 1, claim: `${run}:1`, outdated: [] };
  yield stateItemOf({ pk, sk: stateSort }, record);
  if (texts) yield { pk, sk: headSort, d: packListing(texts)[0] };
  for (const { data, ...key } of derivedRows(market, keyword, state, findIntent)) yield { ...key, d: data };
}

function collectPostings(
  domains: Map<string, BulkDomain>,
  { market, keyword }: KeywordUpdate,
  state: KeywordState,
  findIntent: FindIntent,
): void {
  const postings: ReadonlyMap<string, Posting> = postingsByDomain(
    keyword,
    state,
    keywordFacts(keyword, state, findIntent),
  );
  for (const [domain, posting] of postings) {
    const key = stateKey({ market }, domain);
    const known = domains.get(key) ?? { update: { market }, domain, tally: createDomainTally() };
    known.tally.add(posting);
    domains.set(key, known);
  }
}

function* domainItems(
  { update, domain, tally }: BulkDomain,
  listings: ReadonlyMap<string, ChangedListing>,
  counted: ReadonlyMap<string, CountedSite>,
): Generator<Item> {
  const pk = domainPartition(update.market, domain);
  const summary = tally.summary();
  const keywords = tally.keywords();
  const site = (root: string) => counted.get(stateKey(update, root)) ?? { totals: null, keywords: undefined };
  const changed = new Map(
    [...keywords.places.keys()].flatMap((keyword) => {
      const listing = listings.get(stateKey(update, keyword));
      return listing ? [[keyword, listing] as const] : [];
    }),
  );
  const rivals = updatedRivals({
    ownRoot: siteOf(domain).root,
    keywords,
    ownTotals: summary,
    known: undefined,
    changed,
    totalsOf: (root) => site(root).totals,
    siteOf: site,
  });
  const pages = new Map(tally.pages().map((page) => [page.key, page]));
  const lists = packLists({ summary, pages, mixed: tally.mixed(), keywords });
  const head = countedHeadItems(pk, {
    summary,
    version: 1,
    changesSince: 0,
    lists,
    rivals: packRivals(rivals),
  });
  yield head.totals;
  yield* head.lists;
}

function stateKey({ market }: Pick<KeywordUpdate, 'market'>, name: string): string {
  return `${marketKey(market)} ${name}`;
}
