import type { ListingSource, Sources } from '#shared/facts/ports/sources.ts';
import { type ErrorCode, ServiceError } from '#shared/platform/errors.ts';
import { memorySources } from './memory-sources.ts';
import { outdoorWorld } from './outdoor-world.ts';
import { memoryListings } from './world.ts';

const stored = memorySources(outdoorWorld);

/** The outdoor world with live listings that count how often and how many at a time they are asked. */
export function countedLive(answer: ListingSource['listing'] = memoryListings(outdoorWorld, 'live').listing) {
  const asked: string[] = [];
  const depths = new Set<number>();
  let open = 0;
  let mostOpen = 0;
  const liveListings: ListingSource = {
    kind: 'live',
    async listing(query, market, depth, signal, need) {
      asked.push(query);
      depths.add(depth);
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await Promise.resolve();
      try {
        return await answer(query, market, depth, signal, need);
      } finally {
        open -= 1;
      }
    },
  };
  const sources: Sources = { ...stored, liveListings };
  return { sources, asked, depths, mostOpen: () => mostOpen };
}

/** Live listings that all fail alike. */
export const failingLive = (code: ErrorCode) =>
  countedLive(async () => Promise.reject(new ServiceError(code, 'No.')));
