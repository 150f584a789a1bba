import type { Listing } from '#shared/contract/rows.ts';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { type Item, sampleSource } from '../items/index-items.ts';
import { markerKey } from '../items/keys.ts';
import { bulkItems } from '../writing/bulk-items.ts';
import { type KeywordUpdate, listingUpdate } from '../writing/keyword-update.ts';
import { linkItems } from '../writing/link-writes.ts';
import { type SampleKeyword, sampleKeywords } from './sample-keywords.ts';
import { sampleLinks } from './sample-links.ts';
import { sampleListings } from './sample-listings.ts';

/** Grows with every change of what is generated; a data folder with another version is brought up to date. */
export const sampleVersion = 2;

/** Countries of the sample market with their size against the United States. */
const sampleCountries = [
  { country: 'US', scale: 1 },
  { country: 'GB', scale: 0.22 },
] as const;

/** All keywords of the sample market with their metrics and listings: always the same ones. */
export function sampleUpdates(): readonly KeywordUpdate[] {
  return sampleCountries.flatMap(({ country, scale }) => {
    const market = resolveMarket({ location: country, language: 'en' });
    const keywords = sampleKeywords(country, scale);
    const desktop = sampleListings(country, keywords).map((listing, index) =>
      updateOf(market, keywords[index], listing),
    );
    const mobile = sampleListings(`${country} mobile`, keywords).map((listing) =>
      listingUpdate(listing, { ...market, device: 'mobile' }, sampleSource),
    );
    return [...desktop, ...mobile];
  });
}

function updateOf(market: Market, keyword: SampleKeyword | undefined, listing: Listing): KeywordUpdate {
  const update = listingUpdate(listing, market, sampleSource);
  return keyword ? { ...update, metrics: keyword.metrics } : update;
}

/** Every item of the sample market, for loading in bulk. The marker that says that all of it is there comes last. */
export function* sampleItems(findIntent: FindIntent): Generator<Item> {
  yield* bulkItems(sampleUpdates(), sampleSource, findIntent);
  yield* sampleExtras();
}

/** What the sample market has beside its keywords. The marker comes last. */
export function sampleExtras(): readonly Item[] {
  return [...sampleLinks().flatMap((links) => linkItems(links).map(({ put }) => put)), sampleMarker()];
}

/** Says that the sample market is there, whole, in this version. */
export function sampleMarker(): Item {
  return { ...markerKey(sampleSource), d: sampleVersion };
}
