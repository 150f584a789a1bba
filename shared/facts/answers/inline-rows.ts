import type { IndexList } from '#shared/facts/ports/whole-list.ts';
import type { DatasetDraft, DatasetQuestion, ToolContext } from './tool-answer.ts';

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

/**
 * The whole list as a dataset, where the answer shows fewer than its rows;
 * nothing where it shows them all. Where the source can read the list again,
 * the question is kept and not the rows, of which the answer may have read few.
 */
export function datasetBeyond(
  shown: number,
  { name, description, rows, whole }: Omit<DatasetDraft, 'rows'> & { readonly rows: readonly object[] },
): DatasetDraft[] {
  if (whole) return whole.rows > shown ? [{ name, description, rows: [], whole }] : [];
  return rows.length > shown ? [{ name, description, rows: rows.map((row) => ({ ...row })) }] : [];
}

/** The question that a dataset keeps; undefined where the source cannot answer it whole, or not tell how long the list is. */
export function wholeList(
  { sources, market }: Pick<ToolContext, 'sources' | 'market'>,
  list: IndexList,
  rows: number | null,
): DatasetQuestion | undefined {
  return sources.wholeList && rows !== null ? { list, market, rows } : undefined;
}
