import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { readState, stateItemOf } from '#shared/facts/stored-index/items/index-items.ts';
import { type Market, marketKey } from '../../ports/fact.ts';
import { largePageItem } from '../counting/count-rows.ts';
import { countedHeadItems, type PackedLists, packLists } from '../counting/counted-head.ts';
import { bestPlaces, packRivals } from '../items/competitor-ranking.ts';
import { type DerivedRow, derivedRows, postingsByDomain } from '../items/derived-rows.ts';
import { createDomainTally, type DomainSummary, type PageTotal } from '../items/domain-summary.ts';
import type { Item } from '../items/index-items.ts';
import {
  domainPartition,
  headSort,
  keywordPartition,
  marketMarker,
  stateSort,
  tailSort,
} from '../items/keys.ts';
import { type KeywordSet, overlapOf } from '../items/keyword-set.ts';
import { type KeywordState, packListing, unpackListing } from '../items/keyword-state.ts';
import { keywordFacts } from '../items/posting.ts';
import {
  type ChangedListing,
  type ChangedListings,
  type CountedSite,
  updatedRivals,
} from '../items/rival-list.ts';
import { siteOf } from '../items/site.ts';
import { keywordsOfSmallPage } from '../questions/domain-head.ts';
import { historyKey, keptItemOf } from './import-history.ts';
import { applyUpdate, type KeywordUpdate, type UpdatedKeyword } from './keyword-update.ts';
import { isChange, type StoredKeyword } from './keyword-writes.ts';

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
  if (market.device !== undefined) return;
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

export interface RunUpdate {
  readonly run: string;
  /** Whether what the run replaces is kept, for undoing it. */
  readonly keepsHistory: boolean;
  readonly update: KeywordUpdate;
}

/** All that updates leave of a keyword that was not stored before. */
export interface FoldedKeyword {
  readonly state: KeywordState;
  /** The keyword's own items: state and texts. */
  readonly items: readonly Item[];
  readonly rows: readonly DerivedRow[];
  readonly history: readonly Item[];
  /** The run of each update that changed something, one entry for each. */
  readonly changes: readonly string[];
}

interface Folded {
  readonly stored: StoredKeyword;
  readonly state: KeywordState;
  readonly changes: string[];
  readonly history: Item[];
}

/**
 * What a writer would leave of a keyword after these updates, one after another,
 * on an empty table; undefined where that is nothing. Between two updates the
 * state is what a reader finds in its item, so that the bytes are the same.
 */
export function foldUpdates(
  { market, keyword }: { readonly market: Market; readonly keyword: string },
  updates: Iterable<RunUpdate>,
  findIntent: FindIntent,
): FoldedKeyword | undefined {
  let folded: Folded | undefined;
  for (const update of updates) folded = after(folded, update);
  if (!folded) return undefined;
  const pk = keywordPartition(market, keyword);
  const { state, stored, history, changes } = folded;
  return {
    state,
    items: keywordItems(pk, stored),
    rows: derivedRows(market, keyword, state, findIntent),
    history,
    changes,
  };
}

const nothing: StoredKeyword = { record: undefined, head: undefined, tail: undefined };

function after(known: Folded | undefined, { run, keepsHistory, update }: RunUpdate): Folded | undefined {
  const before = known ? asRead(known.stored) : nothing;
  const texts = before.head && unpackListing(before.head, before.tail);
  const updated = applyUpdate(before.record?.state, texts, update);
  if (!isChange(before, updated)) return known;
  const history = known?.history ?? [];
  const isFirst = !before.record?.claim.startsWith(`${run}:`);
  if (keepsHistory && isFirst)
    history.push(keptItemOf(historyKey(run, update.market, update.keyword), before));
  const changes = known?.changes ?? [];
  changes.push(run);
  return { stored: written(run, before, updated), state: updated.state, history, changes };
}

function written(run: string, before: StoredKeyword, { state, texts }: UpdatedKeyword): StoredKeyword {
  const version = (before.record?.version ?? 0) + 1;
  const record = { state, version, claim: `${run}:1`, outdated: [] };
  if (texts === undefined) return { ...before, record };
  const [head, tail] = texts === null ? [] : packListing(texts);
  return { record, head, tail };
}

function asRead({ record, head, tail }: StoredKeyword): StoredKeyword {
  return { record: record && readState(stateItemOf({ pk: '', sk: '' }, record)), head, tail };
}

function keywordItems(pk: string, { record, head, tail }: StoredKeyword): Item[] {
  return [
    ...(record ? [stateItemOf({ pk, sk: stateSort }, record)] : []),
    ...(head ? [{ pk, sk: headSort, d: head }] : []),
    ...(tail ? [{ pk, sk: tailSort, d: tail }] : []),
  ];
}

/** A domain of which all rows were counted, in a table that had nothing of it. */
interface NewDomain {
  readonly market: Market;
  readonly domain: string;
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  readonly lists: PackedLists;
  readonly listings: ChangedListings;
  /** Other sites of the market, all counted. */
  siteOf(root: string): CountedSite;
}

/** The items of a domain's head as the writer's count gives them. */
export function newHeadItems({
  market,
  domain,
  summary,
  keywords,
  lists,
  listings,
  siteOf: site,
}: NewDomain): Item[] {
  const rivals = updatedRivals({
    ownRoot: siteOf(domain).root,
    keywords,
    ownTotals: summary,
    known: undefined,
    changed: listings,
    totalsOf: (root) => site(root).totals,
    overlapsWith: (roots) =>
      new Map(
        roots.values().flatMap((root) => {
          const { keywords: others } = site(root);
          return others ? [[root, overlapOf(keywords, others)] as const] : [];
        }),
      ),
  });
  const head = countedHeadItems(domainPartition(market, domain), {
    summary,
    version: 1,
    changesSince: 0,
    lists,
    rivals: packRivals(rivals),
  });
  return [head.totals, ...head.lists];
}

/** The totals of those pages of a domain that have too many keywords to be added up as they are read. */
export function newLargePages(market: Market, pages: Iterable<PageTotal>, summary: DomainSummary): Item[] {
  const large = [...pages].filter((page) => page.keywords > keywordsOfSmallPage);
  return large.map((page) => largePageItem(market, page, summary, 1));
}
