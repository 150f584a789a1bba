import type { Market } from '#shared/facts/ports/market.ts';
import { bestPlaces } from '../items/competitor-ranking.ts';
import { keywordPartition, stateSort } from '../items/keys.ts';
import type { KeywordSet } from '../items/keyword-set.ts';
import type { ChangedListings } from '../items/rival-list.ts';
import { readState } from '../items/stored-items.ts';
import type { IndexTable } from '../table/index-table.ts';

/** Listings that are read to find a domain's rivals anew: of its most searched keywords. */
const mostListings = 2_000;

/** Who stands in the listings of a domain's keywords. */
export async function listingsOf(
  table: IndexTable,
  market: Market,
  { places }: KeywordSet,
): Promise<ChangedListings> {
  const keywords = [...places]
    .sort(([a, one], [b, other]) => (other.volume ?? -1) - (one.volume ?? -1) || (a < b ? -1 : 1))
    .slice(0, mostListings)
    .map(([keyword]) => keyword);
  const items = await table.getMany(
    keywords.map((keyword) => ({ pk: keywordPartition(market, keyword), sk: stateSort })),
  );
  return new Map(
    keywords.flatMap((keyword, index) => {
      const item = items[index];
      return item ? [[keyword, { sites: bestPlaces(readState(item).state.rows), gone: new Set() }]] : [];
    }),
  );
}
