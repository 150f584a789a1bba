import type { Listing } from '#shared/contract/rows.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { sampleSource } from '../items/index-source.ts';
import type { KeywordUpdate } from '../writing/keyword-update.ts';
import { listingUpdate } from '../writing/listing-update.ts';
import { type SampleKeyword, sampleKeywords } from './sample-keywords.ts';
import { sampleListings } from './sample-listings.ts';

/** Grows with every change of what is generated; a data folder with another version is brought up to date. */
export const sampleVersion = 1;

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
    const listings = sampleListings(country, keywords);
    return keywords.flatMap((keyword, index) => {
      const listing = listings[index];
      return listing ? [updateOf(market, keyword, listing)] : [];
    });
  });
}

function updateOf(market: Market, { metrics }: SampleKeyword, listing: Listing): KeywordUpdate {
  return { ...listingUpdate(listing, market, sampleSource), metrics };
}
