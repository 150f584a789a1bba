import type { Envelope, Resource, Warning } from '#shared/contract/envelope.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { AskedQuestion } from '#shared/facts/answers/observations.ts';
import type { DatasetDraft, ToolAnswer } from '#shared/facts/answers/tool-answer.ts';
import type { PlannedDataset } from '#shared/facts/datasets/datasets.ts';
import type { ToolCallServices } from './call.ts';
import { inTime } from './claim-call.ts';

export interface KeptDataset {
  readonly resource: Resource;
  /** What to warn of where it could not be stored. Never rejects. */
  readonly lost: Promise<Warning | undefined>;
}

/** Begins to store the rows behind shortened lists; what is not stored within `ms` counts as lost. */
export function keepDatasets(
  { datasets, logger }: Pick<ToolCallServices, 'datasets' | 'logger'>,
  question: AskedQuestion,
  drafts: readonly DatasetDraft[],
  ms: number,
): readonly KeptDataset[] {
  const store = async (planned: PlannedDataset, draft: DatasetDraft): Promise<Warning | undefined> => {
    try {
      await planned.store();
      return undefined;
    } catch (cause) {
      logger.error('dataset not kept', { tool: question.tool, dataset: draft.name, cause });
      return lostWarning(draft);
    }
  };
  return drafts.map((draft) => {
    const planned = datasets.plan(question, draft);
    return { resource: planned.resource, lost: inTime(store(planned, draft), ms, () => lostWarning(draft)) };
  });
}

/**
 * The envelope when its datasets are stored. Where one could not be, the answer
 * goes out without it and says so: what it shows is right and was paid for
 * upstream, and a call that failed for a list which the caller may never open
 * would be paid for again.
 */
export async function whenStored(envelope: Envelope, datasets: readonly KeptDataset[]): Promise<Envelope> {
  const stored = await Promise.all(
    datasets.map(async ({ resource, lost }) => ({ resource, warning: await lost })),
  );
  const warnings = stored.flatMap(({ warning }) => warning ?? []);
  if (warnings.length === 0) return envelope;
  const resources = stored.flatMap(({ resource, warning }) => (warning ? [] : resource));
  return { ...envelope, resources, warnings: [...warnings, ...envelope.warnings] };
}

function lostWarning({ name, rows, whole }: DatasetDraft): Warning {
  return {
    code: 'dataset_not_kept',
    message: `The dataset ${name} with all ${whole?.rows ?? rows.length} rows could not be kept. What is shown is right; repeat the call later to get the whole list.`,
  };
}

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
  const long = Object.entries(data).flatMap(([member, rows]): DatasetDraft[] => {
    const name = member.replaceAll('_', '-');
    const isKept = datasets.some(
      (draft) => draft.name === name || (draft.whole && isLongNameOf(draft, name)),
    );
    if (isKept || !isLongList(rows)) return [];
    return [{ name, description: `The ${rows.length} rows of ${member} as they are here.`, rows }];
  });
  return [...datasets, ...long];
}

/** Whether a dataset is named after a list and what it is of: `keyword-gaps` of `gaps`. */
export function isLongNameOf(dataset: Pick<DatasetDraft, 'name'>, list: string): boolean {
  return dataset.name.split('-').includes(list);
}

function isLongList(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(value) || !value.some((row) => typeof row === 'object')) return false;
  return JSON.stringify(value).length > shortList;
}
