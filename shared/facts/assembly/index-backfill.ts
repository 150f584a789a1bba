import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listing } from '#shared/contract/rows.ts';
import { type OperatorLog, within } from '#shared/facts/provider/upstream-care.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type Market, marketKey } from '../ports/fact.ts';
import type { KeepListing } from '../ports/sources.ts';

interface IndexBackfillOptions {
  readonly keep: KeepListing;
  readonly log: OperatorLog;
  readonly clock: Clock;
  /**
   * How long a call waits for its listing to be stored; the rest happens behind
   * its back. Only a function that is frozen between calls needs any.
   */
  readonly longestWaitMs: number;
  /** How long a listing waits before it is stored, so that the call it came with is answered first. */
  readonly restMs: number;
  /** Aborts when the process ends: what still waits is left out. */
  readonly signal?: AbortSignal | undefined;
}

/** A listing is some dozens of small writes: one listing at a time, so that they do not crowd out the calls. */
const atOnce = 1;
/** A listing that finds this many before it is not stored; it is known to the cache, and will come again. */
const mostWaiting = 200;
/** A listing that says the same as this long ago is not stored again: it would cost as much as a new one. */
const unchangedMs = 24 * 3_600_000;
/** Listings remembered; the oldest is forgotten first. */
const mostRemembered = 1_000;

interface Waiting {
  readonly write: () => Promise<void>;
  readonly done: () => void;
}

/**
 * Stores listings one at a time, after or beside the calls that fetched
 * them, unless they say what was stored within the day. Never fails and never
 * holds a call up for long: what a function cannot finish before it is frozen
 * goes on with its next call, and what is lost is written when the listing is
 * fetched the next time.
 */
export function createIndexBackfill({
  keep,
  log,
  clock,
  longestWaitMs,
  restMs,
  signal,
}: IndexBackfillOptions): KeepListing {
  const waiting: Waiting[] = [];
  const stored = createMemory(clock);
  let running = 0;

  const work = async (): Promise<void> => {
    running += 1;
    if (restMs > 0) await sleep(restMs, undefined, { ref: false });
    for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
      await next.write().catch((error: unknown) => {
        if (signal?.aborted) return;
        log.error('live listing not stored', { signal: 'index_backfill_failed', cause: error });
      });
      next.done();
    }
    running -= 1;
  };

  return async (listing, market) => {
    const known = stored.about(listing, market);
    if (known.isUnchanged) return;
    if (waiting.length >= mostWaiting) {
      log.warn('live listing not stored: too many wait', { signal: 'index_backfill_failed' });
      return;
    }
    // Remembered at once, so that the same listing of two calls is written once; forgotten where that fails.
    known.remember();
    const write = async () => {
      try {
        await keep(listing, market);
      } catch (error) {
        known.forget();
        throw error;
      }
    };
    const { promise: written, resolve: done } = Promise.withResolvers<void>();
    waiting.push({ write, done });
    if (running < atOnce) void work();
    if (longestWaitMs > 0) await within(longestWaitMs, written);
  };
}

/** What this function has stored of late, by what listings say and not by when they were fetched. */
function createMemory(clock: Clock) {
  const listings = new Map<string, { readonly says: string; readonly at: number }>();
  return {
    about(listing: Listing, market: Market) {
      const key = `${marketKey(market)} ${listing.query.toLowerCase()}`;
      const says = fingerprint(listing);
      const known = listings.get(key);
      return {
        isUnchanged: known?.says === says && clock() - known.at < unchangedMs,
        remember() {
          listings.delete(key);
          listings.set(key, { says, at: clock() });
          const [oldest] = listings.keys();
          if (listings.size > mostRemembered && oldest !== undefined) listings.delete(oldest);
        },
        forget() {
          listings.delete(key);
        },
      };
    },
  };
}

function fingerprint({ depth, item_types_present, organic }: Listing): string {
  const places = organic.map(({ position, url }) => [position, url]);
  return createHash('sha256')
    .update(JSON.stringify([depth, item_types_present, places]))
    .digest('base64url');
}
