import { createTables } from '#local/data/database.ts';
import type { Resource } from '#shared/contract/envelope.ts';
import type { DatasetDraft } from '#shared/facts/answers/tool-answer.ts';
import { createDatasetRecords, listReader } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { bulkItems } from '#shared/facts/stored-index/writing/bulk-items.ts';
import { askTool } from '#test/support/ask-tool.ts';
import {
  coverageIn,
  generatedKeyword,
  generatedUpdate,
  ranksOf,
  rivalsIn,
} from '#test/support/index/generated-market.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const random = createSeededRandom('whole-lists');
const market = new Map(
  Array.from({ length: 3_000 }, (_, number) => [`phrase ${number}`, generatedKeyword(random)]),
);
const domain = 'alpha.example';
const rival = 'beta.example';

describe('the lists behind an answer about a site with thousands of keywords', () => {
  let sources: Sources;
  let now = Date.UTC(2026, 10, 20);
  const database = testDatabase();
  beforeAll(async () => {
    const { index: table } = await createTables(database.database.clientConfig, 'lists-');
    const { documents } = database;
    const updates = [...market].map(([keyword, row]) => generatedUpdate(keyword, row, 20_000, 'bulk'));
    await createIndexTable({ documents, table, ...database.inBulk }).change(
      [...bulkItems(updates, 'bulk', await loadIntents())].map((item) => ({ put: item })),
    );
    sources = { ...createStoredIndex({ documents, table }), liveListings: undefined };
  });

  const objects = memoryObjects();
  const datasets = () =>
    createDatasets({
      records: createDatasetRecords(database.documents, database.tables),
      objects,
      clock: () => now,
    });

  async function kept(drafts: readonly DatasetDraft[] = []): Promise<ReadonlyMap<string, Resource>> {
    const question = { accountId: 'acct_lists', tool: 'inspect_domain', args: { domain } };
    const planned = drafts.map((draft) => datasets().plan(question, draft));
    await Promise.all(planned.map((each) => each.store()));
    return new Map(planned.map(({ resource }) => [resource.name, resource]));
  }

  async function rowsOf(resource: Resource | undefined, selection = {}) {
    const rows: Record<string, unknown>[] = [];
    for (let total = 1; rows.length < total; ) {
      const { data, coverage } = await askTool(
        'export_dataset',
        { uri: resource?.uri ?? '', offset: rows.length, ...selection },
        { sources, datasets: datasets().reader('acct_lists', listReader(sources)) },
      );
      expect(data.available).toBe(true);
      rows.push(...data.items);
      total = coverage.total_available ?? 0;
    }
    return rows;
  }

  it('hold every ranked keyword, page and rival that the snapshot counts', async () => {
    const answer = await askTool('inspect_domain', { domain }, { sources });
    const lists = await kept(answer.datasets);
    const own = ranksOf(market, domain);
    const ranked = await rowsOf(lists.get('ranked-keywords'));
    expect(new Map(ranked.map(({ keyword, position }) => [keyword, position]))).toEqual(own);
    expect([answer.coverage.total_available, lists.get('ranked-keywords')?.rows, ranked.length]).toEqual([
      own.size,
      own.size,
      own.size,
    ]);
    const pages = await rowsOf(lists.get('top-pages'));
    expect(new Set(pages.map(({ url }) => url)).size).toBe(own.size);
    const rivals = rivalsIn(market, domain);
    // More rivals than are kept with a domain: their number is not claimed, and there is no whole list.
    expect(rivals.length).toBeGreaterThan(150);
    expect(lists.has('competitors')).toBe(false);
  });

  it('hold every gap, losing and strong keyword and idea, and each truncated list names its own', async () => {
    const compared = await askTool('compare_keyword_coverage', { domain, competitors: [rival] }, { sources });
    const lists = await kept(compared.datasets);
    const expected = coverageIn(market, domain, [rival]);
    const gaps = await rowsOf(lists.get('keyword-gaps'));
    expect(gaps.map(({ keyword }) => keyword)).toEqual(expected.gaps.map(([keyword]) => keyword));
    const losing = await rowsOf(lists.get('losing-keywords'));
    expect(losing.map(({ keyword }) => keyword)).toEqual(expected.losing.map(([keyword]) => keyword));
    const strong = await rowsOf(lists.get('strong-keywords'));
    expect(strong.map(({ keyword }) => keyword)).toEqual(expected.strong.map(([keyword]) => keyword));
    const ideas = await askTool('research_keywords', { seed: 'phrase' }, { sources });
    const found = await rowsOf((await kept(ideas.datasets)).get('keyword-ideas'));
    expect(new Set(found.map(({ keyword }) => keyword))).toEqual(new Set(market.keys()));
  });

  it('say that more may be known where a filter left a short page of a part of the candidates', async () => {
    const question = { seed: 'phrase', min_volume: 4_900, limit: 200 };
    const answer = await askTool('research_keywords', question, { sources });
    expect(answer.coverage.returned).toBeLessThan(200);
    expect(answer.coverage).toMatchObject({ total_available: null, truncated: true });
    const found = await rowsOf((await kept(answer.datasets)).get('keyword-ideas'));
    const expected = [...market].filter(([, { volume }]) => (volume ?? 0) >= 4_900);
    expect(found).toHaveLength(expected.length);
  });

  it('hold every site that ranks for seed keywords', async () => {
    const seeds = [...market.keys()].slice(0, 20);
    const answer = await askTool('discover_competitors', { seed_keywords: seeds, limit: 5 }, { sources });
    const owners = new Set(seeds.flatMap((seed) => market.get(seed)?.sites ?? []));
    expect(answer.coverage).toMatchObject({ returned: 5, total_available: owners.size, truncated: true });
    const found = await rowsOf((await kept(answer.datasets)).get('competitors'));
    expect(new Set(found.map(({ competitor }) => competitor))).toEqual(owners);
    expect(found.slice(0, 5)).toEqual(answer.data.competitors);
  });

  it('are filtered, sorted and cut down to columns on request, and say when they were read', async () => {
    const { datasets: drafts } = await askTool('inspect_domain', { domain }, { sources });
    const list = (await kept(drafts)).get('ranked-keywords');
    now += 3_600_000;
    const selection = {
      fields: ['keyword', 'monthly_volume'],
      where: [
        { field: 'position', op: '<=', value: 2 },
        { field: 'monthly_volume', op: '>=', value: 2_500 },
        { field: 'keyword', op: 'contains', value: 'PHRASE 1' },
      ],
      sort: ['-monthly_volume', 'keyword'],
    };
    const expected = [...ranksOf(market, domain)]
      .map(([keyword, position]) => ({ keyword, position, volume: market.get(keyword)?.volume ?? null }))
      .filter(
        ({ keyword, position, volume }) =>
          position <= 2 && (volume ?? 0) >= 2_500 && keyword.startsWith('phrase 1'),
      )
      .sort((a, b) => (b.volume ?? 0) - (a.volume ?? 0) || (a.keyword < b.keyword ? -1 : 1))
      .map(({ keyword, volume }) => ({ keyword, monthly_volume: volume }));
    expect(await rowsOf(list, selection)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(50);
    const options = { sources, datasets: datasets().reader('acct_lists', listReader(sources)) };
    const page = await askTool('export_dataset', { uri: list?.uri ?? '', limit: 1, format: 'csv' }, options);
    expect(page.coverage.as_of).toBe(new Date(now).toISOString());
    expect(page.data.note).toContain('Read again at');
    const file = await objects.get(objects.keys().find((key) => key.endsWith('.csv')) ?? '');
    const lines = Buffer.from(file ?? [])
      .toString()
      .trim()
      .split('\n');
    expect(lines).toHaveLength(ranksOf(market, domain).size + 1);
    const misspelled = { uri: list?.uri ?? '', where: [{ field: 'volume', op: '>' as const, value: 1 }] };
    await expect(askTool('export_dataset', misspelled, options)).rejects.toMatchObject({
      code: 'validation_error',
      faults: [{ pointer: '/where/0/field', type: 'unknown_field' }],
    });
  });

  it('belong to the account that asked', async () => {
    const { datasets: drafts } = await askTool('inspect_domain', { domain }, { sources });
    const list = (await kept(drafts)).get('ranked-keywords');
    const other = { sources, datasets: datasets().reader('acct_other', listReader(sources)) };
    const { data } = await askTool('export_dataset', { uri: list?.uri ?? '' }, other);
    expect(data).toMatchObject({ available: false, items: [] });
  });
});
