import type { Market } from '#shared/search/market.ts';
import type { Listing } from '#shared/search/ports.ts';
import type { OperatorLog } from './operator-log.ts';
import { within } from './pause.ts';

/** Takes a listing that was fetched live into the stored index. */
export type KeepListing = (listing: Listing, market: Market) => Promise<void>;

/** How long a call waits for its listing to be stored; the rest happens behind its back. */
const longestWaitMs = 300;
/** A listing is some hundred small writes: one listing at a time, so that they do not crowd out the calls. */
const atOnce = 1;
/** A listing that finds this many before it is not stored; it is known to the cache, and will come again. */
const mostWaiting = 200;

interface Waiting {
  readonly write: () => Promise<void>;
  readonly done: () => void;
}

/**
 * Stores listings one at a time, after or beside the calls that fetched
 * them. Never fails and never holds a call up for long: what a function cannot
 * finish before it is frozen goes on with its next call, and what is lost is
 * written when the listing is fetched the next time.
 */
export function createGrowth(keep: KeepListing, log: OperatorLog): KeepListing {
  const waiting: Waiting[] = [];
  let running = 0;

  const work = async (): Promise<void> => {
    running += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await next.write().catch((error: unknown) => {
        log.error('A live listing could not be stored.', { signal: 'index_growth_failed', error });
      });
      next.done();
    }
    running -= 1;
  };

  return async (listing, market) => {
    if (waiting.length >= mostWaiting) {
      log.warn('A live listing was not stored: too many wait.', { signal: 'index_growth_failed' });
      return;
    }
    const { promise: stored, resolve: done } = Promise.withResolvers<void>();
    waiting.push({ write: () => keep(listing, market), done });
    if (running < atOnce) void work();
    await within(longestWaitMs, stored);
  };
}
