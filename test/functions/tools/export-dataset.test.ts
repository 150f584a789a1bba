import { exampleDataset } from '#shared/contract/examples.ts';
import type { DatasetAnswer, DatasetSelection } from '#shared/facts/answers/tool-answer.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { memorySources } from '#test/support/sources/memory-sources.ts';

const uri = 'oriel://dataset/ranked-keywords/ds_01kbhs3x9mq6d8v0a2c4e6g8j0';
const sources = memorySources({ keywords: [] });
const origin = { tool: 'inspect_domain', args: { domain: 'shop.example' } } as const;

function stored(
  total: number,
  fitting = total,
  download_url: string | null = null,
  next_cursor: string | null = null,
) {
  const asked: DatasetSelection[] = [];
  const read = async (question: DatasetSelection): Promise<DatasetAnswer> => {
    asked.push(question);
    const end = Math.min(total, question.offset + Math.min(question.limit ?? total, fitting));
    const rows = Array.from({ length: Math.max(0, end - question.offset) }, (_, at) => ({
      at: question.offset + at,
    }));
    return {
      available: true,
      dataset: {
        ...{ uri, rows, total, next_cursor, download_url, note: null, origin },
        as_of: '2026-11-20T00:00:00.000Z',
      },
    };
  };
  return { asked, options: { sources, datasets: { read } } };
}

describe('export_dataset', () => {
  it('gives all rows, without a note, where they fit', async () => {
    const { options, asked } = stored(3);
    const { data, coverage, suggestions } = await askTool('export_dataset', { uri: ` ${uri} ` }, options);
    expect(data).toEqual({ uri, items: [{ at: 0 }, { at: 1 }, { at: 2 }], available: true });
    expect(coverage).toMatchObject({ returned: 3, total_available: 3, truncated: false });
    expect(suggestions).toEqual([]);
    expect(asked).toEqual([{ uri, offset: 0, limit: undefined, format: undefined }]);
  });

  it('gives a slice and the call for the next one', async () => {
    const { options } = stored(10);
    const { data, coverage, suggestions } = await askTool(
      'export_dataset',
      { uri, limit: 4, offset: 4 },
      options,
    );
    expect(data.items.map(({ at }) => at)).toEqual([4, 5, 6, 7]);
    expect(data.note).toBeUndefined();
    expect(coverage).toMatchObject({
      returned: 4,
      total_available: 10,
      truncated: true,
      scope_note: 'Rows 5 to 8 of 10.',
    });
    expect(suggestions).toMatchObject([{ tool: 'export_dataset', args: { uri, offset: 8, limit: 4 } }]);
  });

  it('says that it does not fit into one answer, where to read on, and gives a link', async () => {
    const { options } = stored(1_000, 250, 'https://objects.example/rows.ndjson');
    const { data, warnings, suggestions } = await askTool('export_dataset', { uri }, options);
    expect(data.items).toHaveLength(250);
    expect(data.note).toContain('Read on with offset 250');
    expect(data.download_url).toBe('https://objects.example/rows.ndjson');
    expect(warnings).toMatchObject([{ code: 'partial_answer' }]);
    expect(suggestions[0]?.args).toEqual({ uri, offset: 250 });
  });

  it('of a longer list than one export reads says so, and gives the call that reads on', async () => {
    const { options } = stored(10, 10, 'https://objects.example/rows.csv', 'behind');
    const answer = await askTool('export_dataset', { uri, limit: 2, offset: 1, format: 'csv' }, options);
    expect(answer.data).toMatchObject({
      next_cursor: 'behind',
      note: expect.stringContaining('longer than one export reads'),
    });
    expect(answer.coverage).toMatchObject({
      total_available: null,
      truncated: true,
      scope_note: 'Rows 2 to 3 of 10; the dataset goes on behind them.',
    });
    expect(answer.suggestions.at(-1)?.args).toEqual({ uri, limit: 2, format: 'csv', cursor: 'behind' });
  });

  it('says that an offset is beyond the end', async () => {
    const { data, coverage } = await askTool('export_dataset', { uri, offset: 5 }, stored(5).options);
    expect(coverage.scope_note).toBe('None of 5 rows.');
    expect(data).toMatchObject({ available: true, items: [], note: expect.stringContaining('beyond') });
  });

  it('says that no row meets the conditions, and not that there are none', async () => {
    const where = [{ field: 'position', op: '<=' as const, value: 0 }];
    const { coverage } = await askTool('export_dataset', { uri, where }, stored(0).options);
    expect(coverage.scope_note).toBe('No row meets `where`.');
    const empty = await askTool('export_dataset', { uri }, stored(0).options);
    expect(empty.coverage.scope_note).toBe('The dataset has no rows.');
  });

  it('answers for a dataset that cannot be given with a note and, where known, the call that makes it', async () => {
    const answerFor = (known: typeof origin | undefined) =>
      askTool(
        'export_dataset',
        { uri },
        {
          sources,
          datasets: { read: async () => ({ available: false, note: 'It has expired.', origin: known }) },
        },
      );
    const expired = await answerFor(origin);
    expect(expired.data).toEqual({ uri, items: [], available: false, note: 'It has expired.' });
    expect(expired.suggestions).toMatchObject([origin]);
    expect((await answerFor(undefined)).suggestions).toMatchObject([
      { tool: 'export_dataset', args: { uri: exampleDataset.uri } },
    ]);
  });
});
