import type { Listing, OrganicRow } from '#shared/contract/rows.ts';
import {
  type AiCitation,
  aiCitation,
  type IndexedPosition,
  type KeywordDetail,
  type SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import { loadIntents } from '../../intent/intent.ts';
import { keywordKey } from '../../intent/words.ts';
import { type Fact, fileDate, type Market, type Notice, seenTime } from '../../ports/fact.ts';
import { type ListingSource, organicOnly } from '../../ports/sources.ts';
import { readPacked, readState } from '../items/index-items.ts';
import { headSort, keywordPartition, stateSort, tailSort } from '../items/keys.ts';
import {
  type KeywordState,
  type ShownListing,
  type StoredRow,
  shownListing,
  showsAbsence,
  unpackListing,
} from '../items/keyword-state.ts';
import { domainsOf, featuresOf, keywordFacts, wireFacts, wireTrend } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { originOf, originOfListing, originOfState, storedFact } from './domain-head.ts';
import { unknownSubject } from './domain-questions.ts';

type KeywordQuestions = Pick<SearchIndex, 'keywordDetail' | 'positions'>;

const detailRows = 10;

export function createKeywordQuestions(table: IndexReader): KeywordQuestions {
  return {
    async keywordDetail(text, market) {
      const keyword = keywordKey(text);
      const pk = keywordPartition(market, keyword);
      const [stateItem, headItem, findIntent] = await Promise.all([
        table.get({ pk, sk: stateSort }),
        table.get({ pk, sk: headSort }),
        loadIntents(),
      ]);
      if (!stateItem) return storedFact({ value: null, ...unknownSubject(`"${keyword}"`, market) }, market);
      const { state } = readState(stateItem);
      const shown = shownListing(state);
      const listed = shown && headItem ? unpackListing(readPacked(headItem)).organic : undefined;
      const value: KeywordDetail = {
        keyword,
        ...wireFacts(keywordFacts(keyword, state, findIntent)),
        trend: wireTrend(state.metrics?.trendStart ?? null, state.metrics?.trend ?? []),
        serp_top: (listed ?? (shown?.rows ?? []).map(bareRow)).slice(0, detailRows),
        serp_features: [...featuresOf(state)],
      };
      return storedFact({ value, origin: originOfState(state) }, market);
    },
    positions: (domain, keywords, market, rivals = []) =>
      positionsOf(table, [domain, ...rivals], keywords, market),
  };
}

async function positionsOf(
  table: IndexReader,
  domains: readonly string[],
  keywords: readonly string[],
  market: Market,
): Promise<Fact<readonly IndexedPosition[]>> {
  const statesIn = async (place: Market) => {
    const items = await table.getMany(
      keywords.map((text) => ({ pk: keywordPartition(place, keywordKey(text)), sk: stateSort })),
    );
    return items.map((item) => (item ? readState(item).state : undefined));
  };
  const { device, ...wholeMarket } = market;
  // How often a keyword is searched is told of a market and not of a device.
  const [states, metrics] = await Promise.all([
    statesIn(market),
    device === undefined ? undefined : statesIn(wholeMarket),
  ]);
  const known = states.filter((state) => state !== undefined);
  const value = keywords.map((keyword, index) => ({
    ...positionOf(domains, keyword, states[index]),
    monthly_volume: (metrics ?? states)[index]?.metrics?.volume ?? null,
  }));
  if (known.length === 0) return storedFact({ value, ...unknownSubject('these keywords', market) }, market);
  return storedFact({ value, origin: originOf(known.map(originOfListing)) }, market);
}

function positionOf(
  [domain = '', ...rivals]: readonly string[],
  keyword: string,
  state: KeywordState | undefined,
): Omit<IndexedPosition, 'monthly_volume'> {
  const rowOf = (site: string) => state?.rows.find((candidate) => domainsOf(candidate).includes(site));
  const row = rowOf(domain);
  const shown = row !== undefined || (state !== undefined && showsAbsence(state));
  const seenAt = row?.at ?? state?.listing?.at;
  return {
    keyword,
    status: statusOf(row !== undefined, shown),
    position: row?.position ?? null,
    url: row?.url ?? null,
    checked_depth: shown ? (state?.listing?.depth ?? null) : null,
    observed_at: shown ? seenTime(seenAt) : null,
    ...(shown && fileDate(seenAt)),
    ai_overview: citationOf(domain, state?.listing),
    features: state?.listing?.features ?? null,
    rivals: rivals.flatMap((rival) => {
      const place = rowOf(rival);
      return place ? [{ domain: rival, position: place.position, url: place.url }] : [];
    }),
  };
}

/** Only a whole listing tells that it has no overview. */
function citationOf(domain: string, listing: KeywordState['listing'] | undefined): AiCitation {
  if (listing?.extent !== 'whole') return 'not_checked';
  return aiCitation(domain, listing.features, listing.cited ?? []);
}

function statusOf(isRanked: boolean, isShown: boolean): IndexedPosition['status'] {
  if (isRanked) return 'ranked';
  return isShown ? 'not_in_top_n' : 'unknown';
}

/** A result of which only place and address are stored. */
function bareRow({ position, url, root, subdomain }: StoredRow): OrganicRow {
  const domain = domainsOf({ root, subdomain }).at(-1) ?? root;
  return { position, rank_absolute: null, domain, url, title: null, snippet: null };
}

/**
 * The newest stored listing of a query, down to the depth asked for or as deep
 * as it was fetched; `depth` of the listing tells. Null where none is stored:
 * places of single sites, as a rank tracker gives them, are no listing.
 */
export function createStoredListings(table: IndexReader): ListingSource {
  return {
    kind: 'stored',
    async listing(query, market, depth) {
      const keyword = keywordKey(query);
      const pk = keywordPartition(market, keyword);
      const { items } = await table.range({ pk, from: stateSort, to: tailSort });
      const [stateItem, head, tail] = [stateSort, headSort, tailSort].map((sort) =>
        items.find(({ sk }) => sk === sort),
      );
      const state = stateItem && readState(stateItem).state;
      const shown = state && shownListing(state);
      if (!state || !shown)
        return storedFact({ value: null, ...unknownSubject(`"${keyword}"`, market) }, market);
      const listing = head
        ? unpackListing(readPacked(head), tail && readPacked(tail))
        : bareListing(keyword, state, shown);
      const value = {
        ...listing,
        depth: Math.min(depth, listing.depth),
        organic: listing.organic.filter(({ position }) => position <= depth),
      };
      const notices = head ? [] : partial(shown, value.depth);
      return storedFact({ value, origin: originOfState(state), notices }, market);
    },
  };
}

/** A table may leave out places that it had no row of. */
function partial({ rows, placesKnown }: ShownListing, depth: number): Notice[] {
  if (placesKnown === null) return [];
  const known = new Set(rows.map(({ position }) => position).filter((position) => position <= depth)).size;
  if (known >= depth) return [];
  const message = `The listing was imported as a table: it reaches place ${depth}, and ${known} of these ${depth} places are known.`;
  return [{ code: 'partial_answer', message }];
}

/** What an import of places and addresses alone says about a listing. */
function bareListing(query: string, { listing }: KeywordState, { rows }: ShownListing): Listing {
  return {
    query,
    fetched_at: seenTime(listing?.at),
    depth: listing?.depth ?? 0,
    item_types_present: [...(listing?.features ?? ['organic'])],
    organic: rows.map(bareRow),
    ...organicOnly,
  };
}
