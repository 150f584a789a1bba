import { parseArgs } from 'node:util';
import type { UnitMeter } from '#shared/index/index-items.ts';
import { createIndexWriter, type IndexWriter } from '#shared/index/index-writer.ts';
import { createStoredIndex } from '#shared/index/stored-index.ts';
import { organicOnly } from '#shared/search/organic-only.ts';
import type { Listing } from '#shared/search/ports.ts';
import { buildIndex, type Index } from './index/build-index.ts';
import { listings, market, questions, rowsInListing } from './index/generated-market.ts';

/**
 * `npm run index-cost [-- --postings 10000,100000]`: what each question costs
 * in read units on indexes of several sizes, and what writing costs. Every
 * listing has ten results; the asked domain ranks in a fifth of all listings,
 * so that it grows with the index. One million postings take some minutes.
 */
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

async function measure(postings: number): Promise<Measured> {
  const built = await buildIndex(postings);
  const units = await readUnits(built.index);
  const writing = await measureWriting(built.index);
  await built.remove();
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
    ...organicOnly,
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
