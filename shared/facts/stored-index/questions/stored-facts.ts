import { type Provenance, type SourceClass, sourceClasses } from '#shared/contract/envelope.ts';
import { widenedNotice } from '#shared/facts/markets/markets.ts';
import type { Fact, Notice } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { sampleSource } from '../items/index-source.ts';

/** When the newest row of an answer was seen, and whether any of them is generated. */
export interface Origin {
  /** Unix seconds; 0 where nothing is known. */
  readonly at: number;
  readonly isSample: boolean;
  /** The import that it is from, where an answer comes from one. */
  readonly connection?: string;
}

export const unknownOrigin: Origin = { at: 0, isSample: false };

interface Answer<Value> {
  readonly value: Value;
  readonly origin: Origin;
  /** What to say when nothing is known about the subject; undefined where something is. */
  readonly nothingKnown?: string | undefined;
  readonly notices?: readonly Notice[];
}

/** An answer of the stored index with its origin and the notices for the caller. */
export function storedFact<Value>(
  { value, origin, nothingKnown, notices = [] }: Answer<Value>,
  market?: Market,
  sourceClass: SourceClass = 'search_index',
): Fact<Value> {
  const widened = market && widenedNotice(market);
  return {
    value,
    provenance: provenanceOf(origin, sourceClass),
    notices: [
      ...(widened ? [widened] : []),
      ...(nothingKnown ? [{ code: 'no_data', message: nothingKnown } as const] : []),
      ...(origin.isSample ? [sampleNotice] : []),
      ...notices,
    ],
  };
}

export const sampleNotice: Notice = {
  code: 'sample_data',
  message:
    'From the generated sample market of .example domains. Import data or configure a live source for real facts.',
};

function provenanceOf({ at, isSample, connection }: Origin, sourceClass: SourceClass): Provenance {
  return {
    source_class: sourceClass,
    method: sourceClasses[sourceClass].method,
    observed_at: at > 0 ? secondsToIso(at) : null,
    confidence: sourceClasses[sourceClass].confidence,
    ...(sourceClass === 'search_index' && { confidence_basis: 'assumed' }),
    connection_id: isSample ? sampleSource : (connection ?? null),
    cache_hit: false,
  };
}

export function secondsToIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** The origin of an answer made from several rows: as new as its newest, generated if any is, from an import if all are. */
export function originOf(rows: Iterable<Origin>): Origin {
  let at = 0;
  let isSample = false;
  const connections = new Set<string | undefined>();
  for (const row of rows) {
    at = Math.max(at, row.at);
    isSample ||= row.isSample;
    connections.add(row.connection);
  }
  const [connection] = connections;
  return { at, isSample, ...(connections.size === 1 && connection !== undefined && { connection }) };
}
