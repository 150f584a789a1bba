import type { Statement } from '#shared/contract/envelope.ts';

/** Statements that say or count places; of others, such as volumes, nothing was compared. */
const aboutPlaces = new Set([
  'ranks_for',
  'domain_visibility',
  'page_visibility',
  'competes_with',
  'keyword_gap',
  'losing_keyword',
]);

/** Statements of the stored index with the measured confidence of their age, where there is one. */
export function withMeasuredConfidence(
  statements: readonly Statement[],
  confidenceOf: (observedAt: string) => number | undefined,
): readonly Statement[] {
  return statements.map((statement) => {
    const { type, provenance } = statement;
    const { observed_at: at, confidence_basis: basis } = provenance;
    const measured = basis === 'assumed' && aboutPlaces.has(type) && at ? confidenceOf(at) : undefined;
    if (measured === undefined) return statement;
    return {
      ...statement,
      provenance: { ...provenance, confidence: measured, confidence_basis: 'measured' },
    };
  });
}
