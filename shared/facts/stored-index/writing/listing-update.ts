import type { Listing } from '#shared/contract/rows.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { withoutWww } from '#shared/facts/ports/search-index.ts';
import type { StoredRow } from '../items/keyword-state.ts';
import { hostOf } from '../items/page-key.ts';
import { siteOf } from '../items/site.ts';
import type { KeywordUpdate } from './keyword-update.ts';

/** A whole listing as an update of its keyword. */
export function listingUpdate(listing: Listing, market: Market, source: string): KeywordUpdate {
  const at = Math.floor(Date.parse(listing.fetched_at) / 1000);
  const rows = listing.organic.flatMap(({ position, url }) => storedRow(position, url, at) ?? []);
  const cited = citedHosts(listing);
  return {
    market,
    keyword: keywordKey(listing.query),
    listing: {
      at,
      source,
      depth: Math.max(listing.depth, ...rows.map((row) => row.position)),
      features: listing.item_types_present,
      extent: 'whole',
      ...(cited.length > 0 && { cited }),
      rows,
    },
    texts: listing,
  };
}

/** More sources than an overview shows. */
const mostCited = 40;

function citedHosts({ ai_overview: overview }: Listing): string[] {
  const hosts = (overview?.references ?? []).map(({ domain }) => withoutWww(domain.toLowerCase()));
  return [...new Set(hosts)].slice(0, mostCited);
}

/** One result; undefined where the URL is none of a public site. */
export function storedRow(position: number, url: string, at: number): StoredRow | undefined {
  const host = hostOf(url);
  return host === undefined ? undefined : { position, url, ...siteOf(host), at };
}
