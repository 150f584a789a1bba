import type { Coverage } from '#shared/contract/envelope.ts';
import type { Fact } from '../sources/ports.ts';

interface Extent {
  /** Rows of the answer's main list. */
  readonly returned: number;
  /** Rows there are in all; null where the source cannot tell. */
  readonly total: number | null;
  /** Where rows may be missing although the total is unknown, such as a page filled to its limit. */
  readonly mayHaveMore?: boolean;
  readonly scopeNote?: string | null;
}

/**
 * How much of what there is an answer holds, and as of when. The age is that of
 * its oldest fact, so that nothing in the answer is older than it says.
 */
export function coverageOf(facts: readonly Fact<unknown>[], extent: Extent): Coverage {
  const { returned, total } = extent;
  return {
    returned,
    total_available: total === null ? null : Math.max(total, returned),
    truncated: total === null ? (extent.mayHaveMore ?? false) : returned < total,
    as_of: oldest(facts),
    scope_note: extent.scopeNote ?? null,
  };
}

/** Whether every fact came from the shared cache; false for an answer without facts. */
export function allCached(facts: readonly Fact<unknown>[]): boolean {
  return facts.length > 0 && facts.every(({ provenance }) => provenance.cache_hit);
}

function oldest(facts: readonly Fact<unknown>[]): string | null {
  const times = facts.map(({ provenance }) => provenance.observed_at).filter((time) => time !== null);
  return times.toSorted().at(0) ?? null;
}
