import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import type { Fact, Notice } from '#shared/facts/ports/fact.ts';
import type { Answered } from './upstream-client.ts';

/** Where an answer comes from, apart from what it says. */
export type Origin = Pick<Answered<unknown>, 'fetchedAt' | 'cacheHit' | 'stale'>;

interface FactDetails {
  readonly observedAt?: string | null;
  readonly notices?: readonly Notice[];
  /** The subject of which the source knows nothing; undefined where it knows something. */
  readonly nothingAbout?: string | undefined;
}

/**
 * A fact from one or several answers: as old as the oldest, cached only where
 * all are. `observedAt` is the source's own word for when it saw the fact.
 */
export function factOf<Value>(
  value: Value,
  sourceClass: SourceClass,
  origins: readonly Origin[],
  { observedAt, notices = [], nothingAbout }: FactDetails = {},
): Fact<Value> {
  const told = nothingAbout === undefined ? notices : [...notices, noDataNotice(nothingAbout)];
  const fetchedAt = origins.map((origin) => origin.fetchedAt).toSorted()[0] ?? null;
  const stale = origins.some((origin) => origin.stale);
  return {
    value,
    provenance: provenanceOf(sourceClass, observedAt ?? fetchedAt, origins),
    notices: stale ? [...told, staleNotice(fetchedAt)] : told,
  };
}

function provenanceOf(
  sourceClass: SourceClass,
  observedAt: string | null,
  origins: readonly Origin[],
): Provenance {
  return {
    source_class: sourceClass,
    ...sourceClasses[sourceClass],
    observed_at: observedAt,
    connection_id: null,
    cache_hit: origins.length > 0 && origins.every((origin) => origin.cacheHit),
  };
}

function noDataNotice(subject: string): Notice {
  return {
    code: 'no_data',
    message: `The source knows nothing about ${subject.slice(0, 100)}. That is not evidence of absence: it may never have been observed.`,
  };
}

function staleNotice(fetchedAt: string | null): Notice {
  return {
    code: 'stale_data',
    message: `The source cannot be reached at the moment; this is its answer of ${fetchedAt ?? 'an earlier time'}.`,
  };
}

/** The newest of the times that rows carry; null where none does. */
export function newest(times: readonly (string | null | undefined)[]): string | null {
  return (
    times
      .filter((time) => typeof time === 'string')
      .toSorted()
      .at(-1) ?? null
  );
}
