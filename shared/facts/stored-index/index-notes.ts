import { marketKey } from '#shared/facts/ports/market.ts';
import type { IndexNotes } from '#shared/facts/ports/sources.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Item } from './items/index-items.ts';
import { markerPartition, marketMarkerPrefix, stabilityKey } from './items/keys.ts';
import type { IndexReader } from './table/index-reads.ts';

/** How long what was read is believed: an import into another market shows with the next question of a person. */
const believedMs = 5_000;
/** Other markets that are looked into: half a read unit each. */
const mostMarkets = 20;
const dayMs = 24 * 3_600_000;

/**
 * What the index knows of itself: in one read that all calls of a few seconds
 * share. Each call says what it may see of the index for looking into other markets. What few calls need is loaded with the first that does.
 */
export function createIndexNotes(table: IndexReader, clock: Clock): (known: IndexReader) => IndexNotes {
  let last: { readonly at: number; readonly items: Promise<readonly Item[]> } | undefined;
  const read = (): Promise<readonly Item[]> => {
    if (last && clock() - last.at < believedMs) return last.items;
    // Nothing rests on these notes: where they cannot be read, an answer goes without.
    const reading = table.range({ pk: markerPartition }).then(
      ({ items }) => items,
      () => [],
    );
    last = { at: clock(), items: reading };
    return reading;
  };
  return (known) => ({
    async confidenceOf() {
      const found = (await read()).find(({ sk }) => sk === stabilityKey.sk);
      if (!found) return () => undefined;
      const { measuredShare, unpackStability } = await import('./items/stability.ts');
      const groups = unpackStability(found.d);
      return (observedAt) => measuredShare(groups, (clock() - Date.parse(observedAt)) / dayMs);
    },
    async knownIn(subject, except) {
      const names = (await read()).flatMap(({ sk }) => marketOf(String(sk)) ?? []);
      const others = names.filter((name) => name !== marketKey(except)).slice(0, mostMarkets);
      if (others.length === 0) return [];
      const { marketsThatKnow } = await import('./questions/known-markets.ts');
      return marketsThatKnow(known, others, subject);
    },
  });
}

function marketOf(sk: string): string | undefined {
  // Only listings are kept by device: what is asked of a whole market is asked of desktops.
  if (!sk.startsWith(marketMarkerPrefix) || sk.endsWith(':mobile')) return undefined;
  return sk.slice(marketMarkerPrefix.length);
}
