import * as v from 'valibot';
import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import type { Fact, Notice } from '#shared/facts/ports/fact.ts';
import type { Answered } from '../client/upstream-client.ts';

/**
 * How the provider's members are read. Anything may be missing, null or of
 * another type than documented: a bad leaf is unknown, a bad row is left out,
 * and only a list that is none, or of which no row can be read, makes the
 * answer unusable. Every schema also reads its own output, since that is what
 * the cache keeps.
 */

const maxTextLength = 4_000;

/** Text without control characters, of bounded length; null where there is none. */
export const text = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((value) => clean(value)),
    ),
  ),
  null,
);

/** A name that a row is nothing without. */
export const requiredText = v.pipe(
  v.string(),
  v.transform((value) => clean(value)),
  v.minLength(1),
);

export const number = v.fallback(v.nullable(v.pipe(v.number(), v.finite())), null);

export const count = v.fallback(
  v.nullable(
    v.pipe(
      v.number(),
      v.finite(),
      v.minValue(0),
      v.transform((value) => Math.round(value)),
    ),
  ),
  null,
);

export const flag = v.fallback(v.nullable(v.boolean()), null);

/** `2026-10-28 06:14:09 +00:00` as ISO 8601; null where it is not a time. */
export const time = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((value) => isoTimeOf(value)),
    ),
  ),
  null,
);

/** An absolute web address; anything else, such as `javascript:`, is unknown. */
export const webAddress = v.fallback(
  v.nullable(
    v.pipe(
      v.string(),
      v.transform((value) => (isWebAddress(value) ? value : null)),
    ),
  ),
  null,
);

/** A part that is unknown as a whole where it is not an object. */
export function part<Entries extends v.ObjectEntries>(entries: Entries) {
  return v.fallback(v.nullable(v.object(entries)), null);
}

/** The readable rows of a list that may be missing; at most `most`, whatever was sent. */
export function rows<Row extends v.GenericSchema>(row: Row, most = 1_000) {
  return v.pipe(
    v.nullish(v.array(v.unknown()), []),
    v.rawTransform(({ dataset, addIssue, NEVER }): v.InferOutput<Row>[] => {
      const read = readable(row, dataset.value.slice(0, most));
      if (read.length > 0 || dataset.value.length === 0) return read;
      addIssue({ message: 'No row of the list can be read.', expected: 'readable rows' });
      return NEVER;
    }),
  );
}

/** The readable rows of a list that matters less than the answer around it. */
export function optionalRows<Row extends v.GenericSchema>(row: Row, most = 100) {
  return v.pipe(
    v.fallback(v.nullish(v.array(v.unknown()), []), []),
    v.transform((list): v.InferOutput<Row>[] => readable(row, list.slice(0, most))),
  );
}

function readable<Row extends v.GenericSchema>(row: Row, list: readonly unknown[]): v.InferOutput<Row>[] {
  return list.flatMap((element) => {
    const parsed = v.safeParse(row, element);
    return parsed.success ? [parsed.output] : [];
  });
}

function clean(value: string): string {
  return value
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxTextLength);
}

function isoTimeOf(value: string): string | null {
  const milliseconds = Date.parse(value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ?/u, '$1T$2'));
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

function isWebAddress(value: string): boolean {
  if (value.length > maxTextLength || !URL.canParse(value)) return false;
  return ['http:', 'https:'].includes(new URL(value).protocol);
}

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
    message: `The source has no data about ${subject.slice(0, 100)}. That does not prove that there is none.`,
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
