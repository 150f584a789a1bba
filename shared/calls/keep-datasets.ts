import type { Resource, Warning } from '#shared/contract/envelope.ts';
import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import type { AskedQuestion, ToolCallServices } from './services.ts';

export interface KeptDatasets {
  readonly resources: readonly Resource[];
  readonly warnings: readonly Warning[];
}

/**
 * Keeps the rows behind shortened lists. Where the object store fails, the
 * answer goes out without that dataset and says so: what it shows is right and
 * was paid for upstream, and a call that failed for a list which the caller may
 * never open would be paid for again.
 */
export async function keepDatasets(
  { datasets, logger }: Pick<ToolCallServices, 'datasets' | 'logger'>,
  question: AskedQuestion,
  drafts: readonly DatasetDraft[],
): Promise<KeptDatasets> {
  const kept = await Promise.all(
    drafts.map(async (draft): Promise<KeptDatasets> => {
      try {
        return { resources: await datasets.store(question, [draft]), warnings: [] };
      } catch (cause) {
        logger.error('dataset not kept', { tool: question.tool, dataset: draft.name, cause });
        return { resources: [], warnings: [lost(draft)] };
      }
    }),
  );
  return {
    resources: kept.flatMap(({ resources }) => resources),
    warnings: kept.flatMap(({ warnings }) => warnings),
  };
}

function lost({ name, rows }: DatasetDraft): Warning {
  return {
    code: 'dataset_not_kept',
    message: `The dataset ${name} with all ${rows.length} rows could not be kept. What is shown is right; repeat the call later to get the whole list.`,
  };
}
