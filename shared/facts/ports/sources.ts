import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { BacklinkIndex } from './backlink-index.ts';
import type { IndexNotes } from './index-notes.ts';
import type { ListingSource } from './listings.ts';
import type { OwnSites } from './own-sites.ts';
import type { SearchIndex } from './search-index.ts';
import type { WebGraph } from './web-graph.ts';
import type { ReadWholeList } from './whole-list.ts';

/**
 * Everything that tool logic may ask of the outside world, in the field's
 * words. One implementation per provider; logic never knows who answers. A
 * source that does not know a subject answers with empty lists and nulls,
 * never with invented rows, and never throws for it. Composed per call, so
 * that each call's cost lands in its own `Spend`.
 */
export interface Sources {
  readonly index: SearchIndex;
  readonly storedListings: ListingSource;
  /** Undefined where no live source is configured. */
  readonly liveListings: ListingSource | undefined;
  readonly backlinks: BacklinkIndex;
  /** Open data about domains; undefined where none is asked. */
  readonly webGraph?: WebGraph | undefined;
  /** What the calling account has brought about its own sites; undefined without a calling account. */
  readonly own?: OwnSites | undefined;
  /** Undefined where a provider answers, of which every further row costs. */
  readonly wholeList?: ReadWholeList | undefined;
  /** What the stored index knows of itself; undefined where none is asked. */
  readonly notes?: IndexNotes | undefined;
  /** Pages of public sites as they are now; undefined where the function may not crawl. */
  readonly sites?: SiteFetcher | undefined;
}
