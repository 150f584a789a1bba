import type { OrganicRow } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import {
  type AiCitation,
  aiCitation,
  type IndexedPosition,
  type KeywordDetail,
  type SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import { headSort, keywordPartition, stateSort } from '../items/keys.ts';
import { domainsOf, featuresOf, keywordFacts } from '../items/keyword-facts.ts';
import { type KeywordState, type StoredRow, shownListing, showsAbsence } from '../items/keyword-state.ts';
import { unpackListing } from '../items/packed-listing.ts';
import { wireFacts, wireTrend } from '../items/posting.ts';
import { readPacked, readState } from '../items/stored-items.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { unknownSubject } from './domain-questions.ts';
import { originOfListing, originOfState } from './state-facts.ts';
import { originOf, secondsToIso, storedFact } from './stored-facts.ts';

type KeywordQuestions = Pick<SearchIndex, 'keywordDetail' | 'positions'>;

/** How many results a keyword's detail shows. */
const detailRows = 10;

export function createKeywordQuestions(table: IndexReader): KeywordQuestions {
  return {
    async keywordDetail(text, market) {
      const keyword = keywordKey(text);
      const pk = keywordPartition(market, keyword);
      const [{ items }, findIntent] = await Promise.all([
        table.range({ pk, from: stateSort, to: headSort }),
        loadIntents(),
      ]);
      const stateItem = items.find((item) => item.sk === stateSort);
      if (!stateItem) return storedFact({ value: null, ...unknownSubject(`"${keyword}"`, market) }, market);
      const { state } = readState(stateItem);
      const headItem = items.find((item) => item.sk === headSort);
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
    positions: (domain, keywords, market) => positionsOf(table, domain, keywords, market),
  };
}

async function positionsOf(
  table: IndexReader,
  domain: string,
  keywords: readonly string[],
  market: Market,
): Promise<Fact<readonly IndexedPosition[]>> {
  const keys = keywords.map((text) => ({ pk: keywordPartition(market, keywordKey(text)), sk: stateSort }));
  const items = await table.getMany(keys);
  const states = items.map((item) => (item ? readState(item).state : undefined));
  const known = states.filter((state) => state !== undefined);
  const value = keywords.map((keyword, index) => positionOf(domain, keyword, states[index]));
  if (known.length === 0) return storedFact({ value, ...unknownSubject('these keywords', market) }, market);
  return storedFact({ value, origin: originOf(known.map(originOfListing)) }, market);
}

function positionOf(domain: string, keyword: string, state: KeywordState | undefined): IndexedPosition {
  const row = state?.rows.find((candidate) => domainsOf(candidate).includes(domain));
  const shown = row !== undefined || (state !== undefined && showsAbsence(state));
  const seenAt = row?.at ?? state?.listing?.at;
  return {
    keyword,
    status: statusOf(row !== undefined, shown),
    position: row?.position ?? null,
    url: row?.url ?? null,
    monthly_volume: state?.metrics?.volume ?? null,
    checked_depth: shown ? (state?.listing?.depth ?? null) : null,
    observed_at: shown && seenAt !== undefined ? secondsToIso(seenAt) : null,
    ai_overview: citationOf(domain, state?.listing),
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
export function bareRow({ position, url, root, subdomain }: StoredRow): OrganicRow {
  const domain = domainsOf({ root, subdomain }).at(-1) ?? root;
  return { position, rank_absolute: null, domain, url, title: null, snippet: null };
}
