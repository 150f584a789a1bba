import type { Intent } from '#shared/contract/rows.ts';
import type { Market } from '../markets/market.ts';

/** A list of the index that can be read whole, however long. */
export type IndexList =
  | { readonly list: 'ranked-keywords' | 'top-pages' | 'competitors'; readonly domain: string }
  | { readonly list: 'page-keywords'; readonly url: string }
  | {
      readonly list: 'keyword-gaps' | 'losing-keywords';
      readonly domain: string;
      readonly competitors: readonly string[];
    }
  | {
      readonly list: 'keyword-ideas';
      readonly seed: string;
      readonly mode: 'ideas' | 'suggestions' | 'related';
      readonly minVolume?: number;
      readonly intent?: Intent;
    }
  | { readonly list: 'referring-domains' | 'anchors' | 'backlinks'; readonly domain: string }
  | {
      readonly list: 'backlink-gaps';
      readonly domain: string;
      readonly competitors: readonly string[];
      readonly maxSpamScore: number;
    };

/** A list of what the calling account has brought about a site of its own. */
export interface OwnList {
  readonly list: 'own-queries' | 'own-pages' | 'search-opportunities';
  readonly domain: string;
}

/** What a dataset keeps in place of the rows. */
export type WholeList = IndexList | OwnList;

/** Every row of a list as it is now, in the list's own order. */
export type ReadWholeList = (list: IndexList, market: Market) => Promise<readonly object[]>;
