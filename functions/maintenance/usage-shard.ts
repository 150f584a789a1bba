import type { Foundation } from '#functions/foundation.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';

/** Called by exports and by the watch over margins. */
export function usageShard(foundation: Foundation): (order: unknown) => Promise<object> {
  return createShardWorker(foundation);
}
