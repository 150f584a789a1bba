import type { Provenance } from '#shared/contract/envelope.ts';

/** An answer with its origin. */
export interface Fact<Value> {
  readonly value: Value;
  readonly provenance: Provenance;
  /** Notices for the caller: sample data, stale data, a widened location, a partial answer. */
  readonly notices: readonly Notice[];
}

export interface Notice {
  readonly code: 'sample_data' | 'stale_data' | 'location_widened' | 'partial_answer' | 'no_data';
  readonly message: string;
}

/** The first rows of a list, and how long the whole list is (null where the source cannot tell). */
export interface List<Row> {
  readonly rows: readonly Row[];
  readonly total: number | null;
}
