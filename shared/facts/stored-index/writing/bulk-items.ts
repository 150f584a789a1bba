import type { FindIntent } from '#shared/facts/intent/intent.ts';
import { type Market, marketKey } from '#shared/facts/ports/market.ts';
import { packLists } from '../counting/counted-head.ts';
import { newHeadItems, newLargePages } from '../counting/new-head.ts';
import { bestPlaces } from '../items/competitor-ranking.ts';
import { postingsByDomain } from '../items/derived-rows.ts';
import { createDomainTally } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import { marketMarker } from '../items/keys.ts';
import { keywordFacts } from '../items/keyword-facts.ts';
import type { KeywordState } from '../items/keyword-state.ts';
import type { ChangedListing, CountedSite } from '../items/rival-list.ts';
import { foldUpdates } from './fold-updates.ts';
import type { KeywordUpdate } from './keyword-update.ts';

/**
 * Every item that a writer would leave on an empty table for these updates,
 * counted in memory: for loading what is small. Each keyword of a market may
 * come once. `run` is the claim that the states carry.
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
    const folded = foldUpdates(update, [{ run, keepsHistory: false, update }], findIntent);
    if (!folded) continue;
    const { state, items, rows } = folded;
    listings.set(stateKey(update, update.keyword), { sites: bestPlaces(state.rows), gone: new Set() });
    yield* items;
    for (const { data, ...key } of rows) yield { ...key, d: data };
    collectPostings(domains, update, state, findIntent);
  }
  const counted = new Map(
    [...domains].map(([key, { tally }]) => [key, { totals: tally.summary(), keywords: tally.keywords() }]),
  );
  for (const domain of domains.values()) yield* domainItems(domain, listings, counted);
  for (const market of markets.values()) yield { ...marketMarker(market) };
}

interface BulkDomain {
  readonly market: Market;
  readonly domain: string;
  readonly tally: ReturnType<typeof createDomainTally>;
}

function collectPostings(
  domains: Map<string, BulkDomain>,
  { market, keyword }: KeywordUpdate,
  state: KeywordState,
  findIntent: FindIntent,
): void {
  const postings = postingsByDomain(keyword, state, keywordFacts(keyword, state, findIntent));
  for (const [domain, posting] of postings) {
    const key = stateKey({ market }, domain);
    const known = domains.get(key) ?? { market, domain, tally: createDomainTally() };
    known.tally.add(posting);
    domains.set(key, known);
  }
}

function domainItems(
  { market, domain, tally }: BulkDomain,
  listings: ReadonlyMap<string, ChangedListing>,
  counted: ReadonlyMap<string, CountedSite>,
): Item[] {
  const summary = tally.summary();
  const keywords = tally.keywords();
  const own = new Map(
    [...keywords.places.keys()].flatMap((keyword) => {
      const listing = listings.get(stateKey({ market }, keyword));
      return listing ? [[keyword, listing] as const] : [];
    }),
  );
  const pages = new Map(tally.pages().map((page) => [page.key, page]));
  const lists = packLists({ summary, pages, mixed: tally.mixed(), keywords });
  const site = (root: string) =>
    counted.get(stateKey({ market }, root)) ?? { totals: null, keywords: undefined };
  return [
    ...newHeadItems({ market, domain, summary, keywords, lists, listings: own, siteOf: site }),
    ...newLargePages(market, pages.values(), summary),
  ];
}

function stateKey({ market }: Pick<KeywordUpdate, 'market'>, name: string): string {
  return `${marketKey(market)} ${name}`;
}
