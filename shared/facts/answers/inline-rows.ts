import type { DatasetDraft } from './tool-answer.ts';

/**
 * Characters of JSON that the lists of one answer may take: about 16,000
 * tokens, well below the 25,000 at which common agents refuse a whole answer.
 */
export const inlineCharacters = 64_000;

/** The rows from the front that fit, at least one. What is left over belongs in a dataset. */
export function fittingRows<Row>(rows: readonly Row[], characters: number = inlineCharacters): Row[] {
  let left = characters;
  const end = rows.findIndex((row) => {
    left -= JSON.stringify(row).length + 1;
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, Math.max(end, 1));
}

/** The whole list as a dataset, where the answer shows fewer than its rows; nothing where it shows them all. */
export function datasetBeyond(
  shown: number,
  { name, description, rows }: Omit<DatasetDraft, 'rows'> & { readonly rows: readonly object[] },
): DatasetDraft[] {
  return rows.length > shown ? [{ name, description, rows: rows.map((row) => ({ ...row })) }] : [];
}
