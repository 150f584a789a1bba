import type { ToolContract } from '#shared/contract/tool.ts';
import type { DatasetDraft, ToolAnswer } from '#shared/facts/answers/tool-answer.ts';

/**
 * Characters that the data of an answer takes as text, about 6,000 tokens: what an
 * agent reads of it at once.
 */
export const textCharacters = 16_000;
/** Lists of less are shown whole beside any others. */
const shortList = 1_500;

/**
 * The datasets of an answer, with one for each list that is too long to be read
 * as text. It is named after its member of `data` and has its rows as they are
 * there, so that reading on begins where the text ends.
 */
export function datasetsOf(
  { needs }: Pick<ToolContract, 'needs'>,
  { data, datasets = [] }: Pick<ToolAnswer<Readonly<Record<string, unknown>>>, 'data' | 'datasets'>,
): readonly DatasetDraft[] {
  if (!needs.includes('datasets') || JSON.stringify(data).length <= textCharacters) return datasets;
  const named = new Set(datasets.map(({ name }) => name));
  const long = Object.entries(data).flatMap(([member, rows]): DatasetDraft[] => {
    const name = member.replaceAll('_', '-');
    if (named.has(name) || !isLongList(rows)) return [];
    return [{ name, description: `The ${rows.length} rows of ${member} as they are here.`, rows }];
  });
  return [...datasets, ...long];
}

function isLongList(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value) || !value.some((row) => typeof row === 'object')) return false;
  return JSON.stringify(value).length > shortList;
}
