import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import { listReader } from '#shared/facts/datasets/read-list.ts';
import type { Sources } from '#shared/facts/sources/sources.ts';

/** All rows of a list that a dataset keeps the question of, as an export reads them; undefined where it keeps none. */
export async function readWhole(sources: Sources, draft: DatasetDraft | undefined) {
  if (!draft?.whole) return undefined;
  const rows = (await listReader(sources)(draft.whole.list, draft.whole.market)) ?? [];
  return rows.map((row): Record<string, unknown> => ({ ...row }));
}
