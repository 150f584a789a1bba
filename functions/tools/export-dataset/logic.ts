import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { coverageOf } from '#shared/facts/answers/coverage.ts';
import type {
  StoredDataset,
  Suggestion,
  ToolAnswer,
  ToolContext,
} from '#shared/facts/answers/tool-answer.ts';
import type { exportDataset as contract } from './contract.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;

/**
 * The rows of a dataset. One that has expired, that never was or that belongs
 * to another account is an answer and not an error, since a caller cannot know,
 * and comes with the call that makes it again where that is known.
 */
export async function exportDataset(input: Input, { datasets }: ToolContext): Promise<ToolAnswer<Data>> {
  const { uri, offset, limit, format } = input;
  const answer = await datasets.read({ uri, offset, limit, format });
  if (!answer.available) return unavailable(uri, answer.note, answer.origin);
  const { rows, total, download_url, as_of } = answer.dataset;
  const end = offset + rows.length;
  const wanted = Math.min(total, offset + (limit ?? total));
  const extent = { offset, end, wanted, total };
  const note = noteOf(extent) ?? answer.dataset.note;
  return {
    data: {
      uri,
      items: rows.map((row) => ({ ...row })),
      available: true,
      ...(note === null ? {} : { note }),
      ...(download_url === null ? {} : { download_url }),
    },
    facts: [],
    entities: [],
    coverage: {
      ...coverageOf([], { returned: rows.length, total, scopeNote: rowsIn(extent) }),
      as_of,
    },
    warnings:
      end < wanted
        ? [{ code: 'partial_answer', message: `Rows ${end + 1} to ${wanted} did not fit into one answer.` }]
        : [],
    suggestions: end < total ? [nextPage(input, end)] : [],
    cacheHit: false,
  };
}

interface Extent {
  readonly offset: number;
  readonly end: number;
  readonly wanted: number;
  readonly total: number;
}

function noteOf({ offset, end, wanted, total }: Extent): string | undefined {
  if (offset >= total && total > 0) return `The dataset has ${total} rows; offset ${offset} is beyond them.`;
  if (end < wanted)
    return `Too large for one answer: rows ${offset + 1} to ${end} of ${total}. Read on with offset ${end}, or use download_url.`;
  return undefined;
}

/** Rows as people count them, from 1. */
function rowsIn({ offset, end, total }: Extent): string {
  return end > offset ? `Rows ${offset + 1} to ${end} of ${total}.` : `None of ${total} rows.`;
}

function nextPage({ uri, limit }: Input, offset: number): Suggestion {
  return {
    tool: 'export_dataset',
    args: { uri, offset, ...(limit === undefined ? {} : { limit }) },
    use_when: 'To read the next rows.',
  };
}

function unavailable(
  uri: string,
  note: string,
  origin: StoredDataset['origin'] | undefined,
): ToolAnswer<Data> {
  return {
    data: { uri, items: [], available: false, note },
    facts: [],
    entities: [],
    coverage: coverageOf([], { returned: 0, total: 0, scopeNote: note }),
    warnings: [],
    suggestions: origin
      ? [{ tool: origin.tool, args: origin.args, use_when: 'To make the dataset again.' }]
      : [],
    cacheHit: false,
  };
}
