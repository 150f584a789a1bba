import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Database, startDatabase, tableNames } from '#local/data/database.ts';
import { makeSampleDatabase } from '#local/data/sample-database.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { sampleUpdates } from '#shared/facts/stored-index/sample/sample-market.ts';
import type { StoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';

const market = resolveMarket();
const domain = 'trailpeak.example';
const rivals = ['summitgear', 'northfell', 'ridgeline-outfitters', 'pinecrest-sports', 'everyday-hiker'];
const keywords = sampleUpdates()
  .slice(0, 100)
  .map((update) => update.keyword);

/** Budgets in read units of an eventual read: half a unit for each 4 KB begun. */
type Question = readonly [
  name: string,
  budget: number,
  ask: (stored: StoredIndex) => readonly Promise<unknown>[],
];

const questions: readonly Question[] = [
  [
    'the snapshot of a domain',
    3,
    ({ index }) => [
      index.domainOverview(domain, market),
      index.rankedKeywords({ domain }, market, 50),
      index.topPages(domain, market, 10),
      index.competitors(domain, market, 10, 'kept'),
    ],
  ],
  ['100 ranked keywords', 2, ({ index }) => [index.rankedKeywords({ domain }, market, 100)]],
  ['the top pages', 1, ({ index }) => [index.topPages(domain, market, 10)]],
  ['a keyword with its listing', 1, ({ index }) => [index.keywordDetail('running shoes', market)]],
  [
    'a page with its keywords',
    2,
    ({ index }) => [
      index.pageOverview(`https://${domain}/running-shoes`, market),
      index.rankedKeywords({ url: `https://${domain}/running-shoes` }, market, 50),
    ],
  ],
  ['the visibility of 100 keywords', 50, ({ index }) => [index.positions(domain, keywords, market)]],
  ...(['ideas', 'suggestions', 'related'] as const).map(
    (mode): Question => [
      `25 ${mode}`,
      6,
      ({ index }) => [index.keywordIdeas({ seed: 'running shoes', mode, limit: 25 }, market)],
    ],
  ),
  ['the competitors of a domain', 55, ({ index }) => [index.competitors(domain, market, 100)]],
  [
    'the gap against five competitors',
    160,
    ({ index }) => [
      index.coverage(
        domain,
        rivals.map((name) => `${name}.example`),
        market,
        50,
      ),
    ],
  ],
];

describe('the cost of a question to the stored index', () => {
  let folder: string;
  let database: Database;
  let documents: DynamoDBDocumentClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-units-'));
    await makeSampleDatabase(folder, tableNames().index);
    database = await startDatabase({ folder, env: {} });
    documents = createDocuments(database.clientConfig);
  });
  afterAll(async () => {
    documents.destroy();
    await database.stop();
    await rm(folder, { recursive: true });
  });

  it.each(questions)('of %s is at most %d read units', async (_, budget, ask) => {
    let units = 0;
    const meter = {
      read(count: number) {
        units += count;
      },
      written: () => {},
    };
    const stored = createStoredIndex({ documents, table: tableNames().index, meter });
    await Promise.all(ask(stored));
    expect(units).toBeGreaterThan(0);
    expect(units).toBeLessThanOrEqual(budget);
  });
});
