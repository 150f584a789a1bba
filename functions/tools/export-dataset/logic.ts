import { exampleDataset } from '#shared/contract/examples.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import type {
  RowOrder,
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
export async function exportDataset(
  input: Input,
  { datasets }: Pick<ToolContext, 'datasets'>,
): Promise<ToolAnswer<Data>> {
  const { uri, offset, limit } = input;
  const found = await datasets.read({
    ...input,
    limit,
    format: input.format,
    sort: input.sort?.map(orderOf),
  });
  if (!found.available) return unavailable(uri, found.note, found.origin);
  const { rows, total, download_url, next_cursor, as_of } = found.dataset;
  const end = offset + rows.length;
  const wanted = Math.min(total, offset + (limit ?? total));
  const extent = { offset, end, wanted, total };
  const note = [longNote(found.dataset), noteOf(extent) ?? found.dataset.note].filter(Boolean).join(' ');
  return answer({
    asked: [],
    data: {
      uri,
      items: rows.map((row) => ({ ...row })),
      available: true,
      ...(note === '' ? {} : { note }),
      ...(download_url === null ? {} : { download_url }),
      ...(next_cursor === null ? {} : { next_cursor }),
    },
    statements: [],
    shown: {
      rows: rows.length,
      total: next_cursor === null ? total : null,
      mayHaveMore: true,
      note: rowsIn(extent, found.dataset, input),
      asOf: as_of,
    },
    warnings:
      end < wanted
        ? [{ code: 'partial_answer', message: `Rows ${end + 1} to ${wanted} did not fit into one answer.` }]
        : [],
    suggestions: [
      ...(end < total ? [nextPage(input, end)] : []),
      ...(next_cursor === null ? [] : [furtherRows(input, next_cursor)]),
    ],
  });
}

/** `-monthly_volume` sorts by that column, the largest first. */
function orderOf(text: string): RowOrder {
  return text.startsWith('-')
    ? { field: text.slice(1), descending: true }
    : { field: text, descending: false };
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

/** Rows as people count them, from 1: of the dataset, or of what one export reads of a longer one. */
function rowsIn(
  { offset, end, total }: Extent,
  { next_cursor }: Pick<StoredDataset, 'next_cursor'>,
  { cursor, where }: Pick<Input, 'cursor' | 'where'>,
): string {
  const from = cursor === undefined ? '' : ' from the cursor on';
  const beyond = next_cursor === null ? '' : '; the dataset goes on behind them';
  const behind = `${from}${beyond}.`;
  if (end > offset) return `Rows ${offset + 1} to ${end} of ${total}${behind}`;
  if (total > 0) return `None of ${total} rows${behind}`;
  return where?.length ? `No row meets \`where\`${behind}` : `The dataset has no rows${behind}`;
}

/** What to know of a list that one export does not reach the end of. */
function longNote({ next_cursor, total }: StoredDataset): string {
  return next_cursor === null
    ? ''
    : `The dataset is longer than one export reads: this one has ${total} selected rows, and the next begins at next_cursor.`;
}

function furtherRows({ offset: _, ...input }: Input, cursor: string): Suggestion {
  return {
    tool: 'export_dataset',
    args: { ...input, cursor },
    use_when: 'To read the part of the dataset behind these rows.',
  };
}

function nextPage({ format: _, ...input }: Input, offset: number): Suggestion {
  return {
    tool: 'export_dataset',
    args: { ...input, offset },
    use_when: 'To read the next rows.',
  };
}

function unavailable(
  uri: string,
  note: string,
  origin: StoredDataset['origin'] | undefined,
): ToolAnswer<Data> {
  return answer({
    asked: [],
    data: { uri, items: [], available: false, note },
    statements: [],
    shown: { rows: 0, total: 0, note },
    suggestions: origin
      ? [{ tool: origin.tool, args: origin.args, use_when: 'To make the dataset again.' }]
      : [
          {
            tool: 'export_dataset',
            args: { uri: exampleDataset.uri },
            use_when:
              'To see a dataset that every account can read; your own are in `resources` of your answers.',
          },
        ],
  });
}
