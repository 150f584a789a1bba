import { ifStill } from '../items/index-items.ts';
import { stabilityKey } from '../items/keys.ts';
import {
  type AgeGroup,
  addStability,
  comparePlaces,
  noStability,
  packStability,
  unpackStability,
} from '../items/stability.ts';
import type { IndexTable } from '../table/index-table.ts';
import type { KeywordChange } from './keyword-writes.ts';

const attempts = 5;

/**
 * Adds what the changes of a live listing show about stored places to the
 * counters. Two writers at once try again; one that loses five times leaves its
 * few places out, which a share of thousands does not show.
 */
export async function countStability(table: IndexTable, changes: readonly KeywordChange[]): Promise<void> {
  const found = changes.map(comparison).reduce(addStability, noStability);
  if (found.every(({ places }) => places === 0)) return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const item = await table.get(stabilityKey, true);
    const known = item ? unpackStability(item.d) : noStability;
    const version = item ? Number(item.v) : undefined;
    const d = packStability(addStability(known, found));
    const put = ifStill({ ...stabilityKey, d, v: (version ?? 0) + 1 }, version);
    if (await table.put(put.item, put.checks)) return;
  }
}

function comparison({ before, after, repairs }: KeywordChange): readonly AgeGroup[] {
  const { listing, rows } = after.state;
  // What a dead writer left half written was compared by it.
  if (!before.record || !listing || repairs) return noStability;
  return comparePlaces(before.record.state, {
    at: listing.at,
    depth: listing.depth,
    rows: rows.filter(({ at }) => at === listing.at),
  });
}
