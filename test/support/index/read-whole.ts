import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import { listReader } from '#shared/facts/datasets/dataset-records.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';

/** All rows of a list that a dataset keeps the question of, as an export reads them; undefined where it keeps none. */
export async function readWhole(sources: Sources, draft: DatasetDraft | undefined) {
  if (!draft?.whole) return undefined;
  const rows: Record<string, unknown>[] = [];
  for await (const part of (await listReader(sources)(draft.whole.list, draft.whole.market)) ?? [])
    for (const row of part.rows) rows.push({ ...row });
  return rows;
}
