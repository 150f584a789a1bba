import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTables } from '#local/data/database.ts';
import { createDatasetRecords, listReader, parseRow } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { trafficUnits } from '#shared/facts/ports/search-index.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { domainPartition, rankingSort } from '#shared/facts/stored-index/items/keys.ts';
import { type Posting, packPosting } from '#shared/facts/stored-index/items/posting.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { askTool } from '#test/support/ask-tool.ts';
import { generatedMarket } from '#test/support/index/generated-market.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const domain = 'large.example';
const keywords = 50_000;
const unknown = { cpc: null, level: null, difficulty: null, intent: null, basis: null, previous: null };

/** Positions and volumes that add up to something that a lost or doubled row changes. */
const postings = Array.from({ length: keywords }, (_, number): Posting => {
  const volume = number % 7 === 0 ? null : ((number * 7919) % 9_973) * 10;
  const url = `https://${domain}/catalogue/shelf-${number % 997}/article-${number}-${'x'.repeat(60)}`;
  const seen = { at: 1_763_000_000, isSample: false, importNumber: null, others: [] };
  return {
    ...unknown,
    ...seen,
    keyword: `large "thing" ${number}`,
    position: 1 + (number % 97),
    url,
    volume,
  };
});

describe('the export of a list of 50,000 rows', () => {
  let sources: Sources;
  let uri: string;
  const start = Date.UTC(2026, 10, 20);
  let now = start;
  let tick = 0;
  const objects = memoryObjects();
  const datasets = () =>
    createDatasets({
      records: createDatasetRecords(database.documents, database.tables),
      objects,
      clock: () => {
        now += tick;
        return now;
      },
    });

  const database = testDatabase();
  beforeAll(async () => {
    const { documents } = database;
    const { index: table } = await createTables(database.database.clientConfig, 'long-');
    const pk = domainPartition(generatedMarket, domain);
    await createIndexTable({ documents, table, ...database.inBulk }).change(
      postings.map((posting) => {
        const { volume, position, keyword } = posting;
        const sk = rankingSort(trafficUnits(volume, position), position, keyword);
        return { put: { pk, sk, d: packPosting(posting, domain) } };
      }),
    );
    sources = { ...createStoredIndex({ documents, table }), liveListings: undefined };
    const whole = {
      list: { list: 'ranked-keywords', domain },
      market: generatedMarket,
      rows: keywords,
    } as const;
    const question = { accountId: 'acct_long', tool: 'inspect_domain', args: { domain } };
    const planned = datasets().plan(question, {
      ...{ name: 'ranked-keywords', description: 'All of them.' },
      rows: [],
      whole,
    });
    await planned.store();
    uri = planned.resource.uri;
  });
  beforeEach(() => {
    [now, tick] = [start, 0];
  });

  const ask = (selection = {}) =>
    askTool(
      'export_dataset',
      { uri, ...selection },
      { sources, datasets: datasets().reader('acct_long', listReader(sources)) },
    );
  /** The lines of the file that an answer links to. */
  async function linesOf(link: string | undefined): Promise<string[]> {
    const key = new URL(link ?? '').pathname.slice(1);
    return Buffer.from((await objects.get(key)) ?? [])
      .toString()
      .trimEnd()
      .split(/\r?\n/u);
  }
  const sum = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0);

  it('gives a file of CSV and one of JSON lines with every row once, whatever slice the answer shows', async () => {
    const asTable = await ask({ format: 'csv', limit: 3, offset: 7 });
    expect([asTable.data.items.length, asTable.coverage.total_available]).toEqual([3, keywords]);
    expect(asTable.data.next_cursor).toBeUndefined();
    expect(asTable.data.note).toContain('Read again at 2026-11-20T00:00:00');
    const [head, ...table] = await linesOf(asTable.data.download_url);
    expect(head?.split(',').slice(0, 2)).toEqual(['keyword', 'monthly_volume']);
    expect(table).toHaveLength(keywords);
    const lines = await linesOf((await ask({ format: 'ndjson', limit: 1 })).data.download_url);
    const rows = lines.map(parseRow);
    expect(new Set(rows.map(({ keyword }) => keyword))).toEqual(
      new Set(postings.map(({ keyword }) => keyword)),
    );
    expect(rows).toHaveLength(keywords);
    const volumes = sum(postings.map(({ volume }) => volume));
    expect(sum(rows.map(({ monthly_volume }) => Number(monthly_volume)))).toBe(volumes);
    // The third cell from the front is empty; keywords hold quotes, which are doubled in a table.
    const numbers = table.map((line) => /^"[^,]*",(\d*),/u.exec(line)?.[1]);
    expect(sum(numbers.map(Number))).toBe(volumes);
  });

  it('selects, sorts and cuts down to columns over all rows, in the answer and in the file', async () => {
    const selection = {
      fields: ['keyword', 'position'],
      where: [
        { field: 'monthly_volume', op: '>=', value: 50_000 },
        { field: 'position', op: '<=', value: 20 },
      ],
      sort: ['-position', 'keyword'],
    };
    const expected = postings
      .filter(({ volume, position }) => (volume ?? 0) >= 50_000 && position <= 20)
      .sort((a, b) => b.position - a.position || (a.keyword < b.keyword ? -1 : 1))
      .map(({ keyword, position }) => ({ keyword, position }));
    expect(expected.length).toBeGreaterThan(2_000);
    const { data, coverage } = await ask({ ...selection, format: 'ndjson', offset: 1_000, limit: 50 });
    expect(coverage.total_available).toBe(expected.length);
    expect(data.items).toEqual(expected.slice(1_000, 1_050));
    expect((await linesOf(data.download_url)).map(parseRow)).toEqual(expected);
  });

  it('goes on at a cursor where the time is up, until every row was given once', async () => {
    tick = 11_000;
    const rows: Record<string, unknown>[] = [];
    let cursor: string | undefined;
    let exports = 0;
    do {
      const { data, coverage, suggestions } = await ask({
        ...(cursor && { cursor }),
        ...{ format: 'ndjson', limit: 1, where: [{ field: 'position', op: '<=', value: 50 }] },
      });
      rows.push(...(await linesOf(data.download_url)).map(parseRow));
      cursor = data.next_cursor;
      exports += 1;
      expect(coverage.truncated).toBe(true);
      if (cursor) expect(suggestions.at(-1)?.args).toMatchObject({ cursor, format: 'ndjson', limit: 1 });
    } while (cursor);
    expect(exports).toBeGreaterThan(3);
    const expected = postings.filter(({ position }) => position <= 50);
    expect(rows.map(({ keyword }) => keyword).toSorted()).toEqual(
      expected.map(({ keyword }) => keyword).toSorted(),
    );
  });

  it('refuses a cursor that is none of this list, and to sort what it cannot read to its end', async () => {
    const fault = (pointer: string) => ({ code: 'validation_error', faults: [{ pointer }] });
    for (const cursor of ['garbage', Buffer.from('!s').toString('base64url')])
      await expect(ask({ cursor })).rejects.toMatchObject(fault('/cursor'));
    tick = 11_000;
    await expect(ask({ sort: ['keyword'] })).rejects.toMatchObject(fault('/sort'));
  });
});

describe('the export of a list of a quarter of a million rows', () => {
  it('takes a small, bounded memory: its file is never held whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-export-'));
    try {
      const script = join(import.meta.dirname, '../../support/export-large.ts');
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--max-old-space-size=64',
        script,
        folder,
        '240000',
      ]);
      // A head and all rows; as objects they alone take more than twice the heap.
      expect(JSON.parse(stdout)).toMatchObject({ lines: 240_001, total: 240_000 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
