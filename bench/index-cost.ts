import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTables } from '#local/create-tables.ts';
import { dynoxideFile, startDatabase } from '#local/database.ts';
import { importItems } from '#local/sample-database.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { bulkItems } from '#shared/index/bulk-items.ts';
import type { IndexTableOptions, UnitMeter } from '#shared/index/index-table.ts';
import { createIndexWriter, type IndexWriter } from '#shared/index/index-writer.ts';
import type { KeywordUpdate } from '#shared/index/keyword-update.ts';
import { storedRow } from '#shared/index/listing-update.ts';
import { createSeededRandom } from '#shared/index/sample/seeded-random.ts';
import { createStoredIndex, type StoredIndex } from '#shared/index/stored-index.ts';
import { resolveMarket } from '#shared/search/markets.ts';
import type { Listing } from '#shared/search/ports.ts';

/**
 * `npm run index-cost [-- --postings 10000,100000]`: what each question costs
 * in read units on indexes of several sizes, and what writing costs. Every
 * listing has ten results; the asked domain ranks in a fifth of all listings,
 * so that it grows with the index. One million postings take some minutes.
 */
const market = resolveMarket();
const rowsInListing = 10;
const domain = 'asked.example';
const rivals = Array.from({ length: 10 }, (_, index) => `site-${index}.example`);
const head = ['coffee', 'tea', 'kettle', 'grinder', 'mug', 'filter', 'press', 'scale'];

/** Listings one after another: common words first, then a number, as long tails have them. */
function* listings(count: number): Generator<KeywordUpdate> {
  const random = createSeededRandom('index-cost');
  for (let number = 0; number < count; number += 1) {
    const words = [head[number % head.length], head[random.between(0, head.length - 1)], `model ${number}`];
    yield listingOf(words.join(' '), number, random);
  }
}

function listingOf(
  keyword: string,
  number: number,
  random: ReturnType<typeof createSeededRandom>,
): KeywordUpdate {
  const at = 1_790_000_000;
  const volume = Math.max(10, Math.round(500_000 / (number + 1)));
  const sites = new Set(number % 5 === 0 ? [domain] : []);
  while (sites.size < rowsInListing) sites.add(`site-${Math.floor(random.share() ** 3 * 5_000)}.example`);
  const rows = [...sites].flatMap(
    (site, index) => storedRow(index + 1, `https://${site}/category/page-${number % 4_000}`, at) ?? [],
  );
  return {
    market,
    keyword,
    metrics: {
      volume,
      cpc: 1.25,
      level: 'low',
      difficulty: 40,
      intent: null,
      trend: Array.from({ length: 12 }, () => volume),
      trendStart: '2025-11',
      at,
      source: 'bench',
    },
    listing: {
      at,
      source: 'bench',
      depth: rowsInListing,
      features: ['organic', 'paid'],
      extent: 'whole',
      rows,
    },
  };
}

const keywords = [...listings(500)].filter((_, index) => index % 5 === 0).map((update) => update.keyword);

type Question = readonly [
  name: string,
  budget: number,
  ask: (stored: StoredIndex) => readonly Promise<unknown>[],
];
const questions: readonly Question[] = [
  [
    'snapshot',
    3,
    ({ index }) => [
      index.domainOverview(domain, market),
      index.rankedKeywords({ domain }, market, 50),
      index.topPages(domain, market, 10),
      index.competitors(domain, market, 10),
    ],
  ],
  ['ranked keywords, 100', 2, ({ index }) => [index.rankedKeywords({ domain }, market, 100)]],
  ['top pages', 1, ({ index }) => [index.topPages(domain, market, 10)]],
  ['keyword with listing', 1, ({ index }) => [index.keywordDetail(keywords[0] ?? '', market)]],
  ['page', 2, ({ index }) => [index.pageOverview(`https://${domain}/category/page-0`, market)]],
  ['visibility, 100 keywords', 50, ({ index }) => [index.positions(domain, keywords, market)]],
  [
    'ideas, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: 'coffee grinder', mode: 'ideas', limit: 25 }, market)],
  ],
  [
    'suggestions, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: 'coffee', mode: 'suggestions', limit: 25 }, market)],
  ],
  [
    'related, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: keywords[0] ?? '', mode: 'related', limit: 25 }, market)],
  ],
  ['competitors, 100', 55, ({ index }) => [index.competitors(domain, market, 100)]],
  ['gap, 10 competitors', 160, ({ index }) => [index.coverage(domain, rivals, market, 50)]],
  ['gap, 10 competitors, limit 200', 160, ({ index }) => [index.coverage(domain, rivals, market, 200)]],
];

interface Measured {
  readonly postings: number;
  readonly units: readonly number[];
  readonly writing: Writing;
}

interface Writing {
  readonly rowsPerSecond: number;
  readonly unitsPerRow: number;
  /** Write units of one live listing of ten results, and of a hundred. */
  readonly unitsOfTen: number;
  readonly unitsOfHundred: number;
}

type Index = Pick<IndexTableOptions, 'documents' | 'table'>;

async function measure(postings: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-cost-'));
  const draft = join(folder, 'draft');
  await mkdir(draft);
  await importItems(bulkItems(listings(postings / rowsInListing), 'bench'), {
    draft,
    table: 'oriel-index',
    output: dynoxideFile(folder),
  });
  await rm(draft, { recursive: true });
  const database = await startDatabase({ folder, env: {} });
  const { index: table } = await createTables(database.clientConfig);
  const documents = createDocuments(database.clientConfig);
  const units = await readUnits({ documents, table });
  const writing = await measureWriting({ documents, table });
  documents.destroy();
  await database.stop();
  await rm(folder, { recursive: true });
  return { postings, units, writing };
}

function createMeter() {
  const units = { read: 0, written: 0 };
  const meter: UnitMeter = {
    read: (count) => {
      units.read += count;
    },
    written: (count) => {
      units.written += count;
    },
  };
  return { units, meter };
}

async function readUnits(index: Index): Promise<readonly number[]> {
  const { units, meter } = createMeter();
  const stored = createStoredIndex({ ...index, meter });
  const found: number[] = [];
  for (const [, , ask] of questions) {
    units.read = 0;
    await Promise.all(ask(stored));
    found.push(units.read);
  }
  return found;
}

/** Units as they are billed deployed, where items are written one by one; the rate as on one machine. */
async function measureWriting(index: Index): Promise<Writing> {
  const { units, meter } = createMeter();
  const writer = createIndexWriter({ ...index, meter, clock: Date.now });
  const metered = async (work: Promise<unknown>) => {
    units.written = 0;
    await work;
    return units.written;
  };
  const unitsOfHundred = await metered(writer.writeListing(liveListing(100), market, 'bench-live'));
  const unitsOfTen = await metered(writer.writeListing(liveListing(10), market, 'bench-live'));
  const rows = 2_000;
  const written = await metered(importRows(writer, rows, 'metered'));
  const localWriter = createIndexWriter({ ...index, commitsTogether: true, clock: Date.now });
  const timedRows = 10_000;
  const start = performance.now();
  await importRows(localWriter, timedRows, 'timed');
  const seconds = (performance.now() - start) / 1000;
  return {
    rowsPerSecond: Math.round(timedRows / seconds),
    unitsPerRow: written / rows,
    unitsOfTen,
    unitsOfHundred,
  };
}

const keywordsInRound = 200;

async function importRows(writer: IndexWriter, rows: number, prefix: string): Promise<void> {
  const updates = [...listings(rows / rowsInListing)].map((update) => ({
    ...update,
    keyword: `${prefix} ${update.keyword}`,
  }));
  const run = await writer.startImport(`bench-${prefix}`);
  for (let start = 0; start < updates.length; start += keywordsInRound)
    await run.write(updates.slice(start, start + keywordsInRound));
  await run.end();
}

function liveListing(results: number): Listing {
  return {
    query: `listing of ${results}`,
    fetched_at: new Date(1_790_000_000_000).toISOString(),
    depth: results,
    item_types_present: ['organic'],
    organic: Array.from({ length: results }, (_, index) => ({
      position: index + 1,
      rank_absolute: null,
      domain: `site-${index * 7}.example`,
      url: `https://site-${index * 7}.example/category/page`,
      title: `Result ${index + 1}: a title of usual length`,
      snippet: 'A snippet says in some hundred and fifty characters what the page is about, so here is one.',
    })),
    ai_overview: null,
    paid: [],
    local_pack: [],
    featured_snippet: null,
    people_also_ask: [],
    related_searches: [],
  };
}

function table(results: readonly Measured[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  const sizes = results.map(({ postings }) => `${postings.toLocaleString('en-US')} postings`);
  const header = ['read units', 'budget', ...sizes];
  const rows = questions.map(([name, budget], index) =>
    line([name, budget, ...results.map(({ units }) => units[index] ?? '')]),
  );
  const written = (name: string, figure: (writing: Writing) => string | number) =>
    line([name, '', ...results.map(({ writing }) => figure(writing))]);
  return [
    line(header),
    line(header.map(() => '---')),
    ...rows,
    written('import, rows a second', ({ rowsPerSecond }) => rowsPerSecond),
    written('import, write units a row', ({ unitsPerRow }) => unitsPerRow.toFixed(2)),
    written('live listing of 10, write units', ({ unitsOfTen }) => unitsOfTen),
    written('live listing of 100, write units', ({ unitsOfHundred }) => unitsOfHundred),
  ].join('');
}

const { values } = parseArgs({ options: { postings: { type: 'string', default: '10000,100000' } } });
const results: Measured[] = [];
for (const postings of values.postings.split(',').map(Number)) results.push(await measure(postings));
process.stdout.write(table(results));
