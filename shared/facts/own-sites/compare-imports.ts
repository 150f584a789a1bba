import { newestHeads } from './console-heads.ts';
import type { UnjudgedHead } from './judge-import.ts';

/** What makes two exports comparable: the same site, seen through the same filters. */
export function areAlike(a: UnjudgedHead, b: UnjudgedHead): boolean {
  return scopeOf(a) === scopeOf(b);
}

function scopeOf({ site, search_type, country, device, filters }: UnjudgedHead): string {
  return JSON.stringify([site, search_type, country, device, filters]);
}

/**
 * The import that decay and growth are counted against: itself where it compares two periods, else that of the
 * last period that ended before this one began; of a connection the one that it has chosen.
 */
export function comparedWith(head: UnjudgedHead, others: readonly UnjudgedHead[]): UnjudgedHead | undefined {
  if (head.compared_with === head.import_id) return head;
  const earlier = newestHeads(
    others.filter(
      (other) =>
        areAlike(other, head) &&
        other.from !== null &&
        other.to !== null &&
        head.from !== null &&
        other.to < head.from,
    ),
  );
  const isChosen = ({ source, property }: UnjudgedHead) =>
    source === 'connection' && property === head.property;
  return (head.source === 'connection' && earlier.find(isChosen)) || earlier.at(0);
}
