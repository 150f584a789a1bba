import { sourceClasses } from '#shared/contract/envelope.ts';
import type { Intent, Listing } from '#shared/contract/rows.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { ListingSource } from '#shared/facts/ports/sources.ts';
import type { WorldLink } from './memory-backlinks.ts';

/** One keyword with the URLs of its listing, best first. */
export interface WorldKeyword {
  readonly keyword: string;
  readonly volume?: number | null;
  readonly cpc?: number | null;
  readonly intent?: Intent | null;
  readonly difficulty?: number | null;
  readonly listing?: readonly string[];
  /** Months of volume behind the trend; 12 unless told. */
  readonly months?: number;
}

export interface World {
  readonly keywords: readonly WorldKeyword[];
  readonly links?: readonly WorldLink[];
  /** Country code and language of the market the world exists in; nothing is known in others. */
  readonly market?: string;
  readonly cacheHit?: boolean;
}

export const observedAt = '2026-11-19T12:00:00.000Z';

export function factOf<Value>(value: Value, { cacheHit = false }: Pick<World, 'cacheHit'> = {}): Fact<Value> {
  return {
    value,
    provenance: {
      source_class: 'search_index',
      ...sourceClasses.search_index,
      observed_at: observedAt,
      connection_id: null,
      cache_hit: cacheHit,
    },
    notices: [],
  };
}

export const hostOf = (url: string) => new URL(url).hostname;

/** A listing as it would be seen; the organic results are the row's URLs. */
export function toListing({ keyword, listing = [] }: WorldKeyword, wanted: number): Listing {
  return {
    query: keyword,
    fetched_at: observedAt,
    depth: wanted,
    item_types_present: ['organic', 'people_also_ask'],
    organic: listing.slice(0, wanted).map((url, at) => ({
      position: at + 1,
      rank_absolute: at + 1,
      domain: hostOf(url),
      url,
      title: `Result ${at + 1}`,
      snippet: 'A text under the title.',
    })),
    ai_overview: null,
    paid: [],
    local_pack: [],
    featured_snippet: null,
    people_also_ask: [`What is ${keyword}?`],
    related_searches: [`${keyword} near me`],
  };
}

/** Listings of the world's keywords; what it does not know is null when stored, and an empty listing when live. */
export function memoryListings(world: World, kind: ListingSource['kind']): ListingSource {
  return {
    kind,
    async listing(query, _market, wanted) {
      const row = world.keywords.find(({ keyword }) => keyword === query.toLowerCase());
      if (!row?.listing) return factOf(null, world);
      const fact = factOf(toListing(row, wanted), world);
      if (kind === 'stored') return fact;
      const provenance = {
        ...fact.provenance,
        source_class: 'live_serp',
        ...sourceClasses.live_serp,
      } as const;
      return { ...fact, provenance };
    },
  };
}
