import type { Intent } from '#shared/contract/rows.ts';
import type { Market } from './market.ts';

/** A list of the index that can be read whole, however long. */
export type IndexList =
  | { readonly list: 'ranked-keywords' | 'top-pages' | 'competitors'; readonly domain: string }
  | { readonly list: 'seed-competitors'; readonly keywords: readonly string[] }
  | { readonly list: 'page-keywords'; readonly url: string }
  | {
      readonly list: 'keyword-gaps' | 'losing-keywords' | 'strong-keywords';
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

/** Rows of a list as they are read, so that a long one is never held whole. */
export interface ListPart {
  readonly rows: readonly object[];
  /** Where reading goes on behind these rows; undefined at the end, and in a list that is only read from its start. */
  readonly next: string | undefined;
}

/**
 * Every row of a list as it is now, in the list's own order, from its start or
 * from the `next` of an earlier part. A `from` that is none of this list's is
 * `validation_error`.
 */
export type ReadWholeList = (list: IndexList, market: Market, from?: string) => AsyncIterable<ListPart>;
