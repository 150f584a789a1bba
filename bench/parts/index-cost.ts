import { Readable } from 'node:stream';
import type { Listing } from '#shared/contract/rows.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { organicOnly } from '#shared/facts/ports/sources.ts';
import { createIndexWriter, type IndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { UnitMeter } from '#shared/facts/stored-index/items/index-items.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { type Part, rounded, type Table } from '../harness/report.ts';
import { buildIndex, type Index } from '../index/build-index.ts';
import { listings, market, questions, rowsInListing } from '../index/generated-market.ts';

interface Measured {
  /** Postings in the index, in words. */
  readonly size: string;
  readonly units: readonly number[];
  readonly writing: Writing;
}

interface Writing {
  /** Seconds that a Search Console export of ten thousand queries takes. */
  readonly consoleSeconds: number;
  /** Seconds that ten thousand places of one site take, for keywords that the index does not have. */
  readonly siteSeconds: number;
  readonly rowsPerSecond: number;
  /** Of an import of a hundred thousand rows, which counts a domain once for many of them. */
  readonly rowsPerSecondOfLarge: number;
  /** Seconds of processor time that those rows take the importing process, without the database. */
  readonly processorSeconds: number;
  readonly unitsPerRow: number;
  /** Write units of one live listing of ten results, and of a hundred. */
  readonly unitsOfTen: number;
  readonly unitsOfHundred: number;
}

async function measureSize(postings: number): Promise<Measured> {
  const built = await buildIndex(postings);
  const units = await readUnits(built.index);
  const writing = await measureWriting(built.index);
  await built.remove();
  return { size: `${postings.toLocaleString('en-US')} postings`, units, writing };
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
  const before = process.cpuUsage();
  await importRows(localWriter, timedRows, 'timed');
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  return {
    consoleSeconds: await importTable(index, consoleExport()),
    siteSeconds: await importTable(index, placesOfSite()),
    rowsPerSecond: Math.round(timedRows / seconds),
    rowsPerSecondOfLarge: await rateOf(localWriter, 100_000, 'large'),
    processorSeconds: (user + system) / 1_000_000,
    unitsPerRow: written / rows,
    unitsOfTen,
    unitsOfHundred,
  };
}

const rowsOfTable = 10_000;

interface TableFile {
  readonly name: string;
  readonly header: string;
  row(number: number): string;
}

/** Figures that a site's owner is answered from. */
function consoleExport(): TableFile {
  return {
    name: 'Queries.csv',
    header: 'Top queries,Clicks,Impressions,CTR,Position',
    row: (number) =>
      `query ${number},${number % 90},${(number % 900) + 90},${number % 100}%,${(number % 40) + 1}`,
  };
}

/** Where one site stands, as a rank tracker exports it. */
function placesOfSite(): TableFile {
  return {
    name: 'places.csv',
    header: 'keyword,position,url,volume',
    row: (number) =>
      `question of a site ${number},${(number % 40) + 1},https://own.example/page-${number % 700},${(number % 50) * 10}`,
  };
}

/** Seconds from a file to what is answered from it. */
async function importTable(index: Index, { name, header, row }: TableFile): Promise<number> {
  const rows = Array.from({ length: rowsOfTable }, (_, number) => row(number));
  const bytes = Buffer.from([header, ...rows].join('\n'));
  const source = {
    name,
    bytes: bytes.length,
    changedAt: 1_790_000_000,
    open: async () => Readable.from([bytes]),
  };
  const services = createImportServices({ ...index, commitsTogether: true, clock: Date.now });
  const start = performance.now();
  const { status, taken } = await importSource(
    source,
    { market: {}, domain: 'own.example', owner: 'acct_bench' },
    services,
  );
  if (status !== 'imported' || taken !== rowsOfTable) throw new Error('The file was not taken whole.');
  return (performance.now() - start) / 1000;
}

async function rateOf(writer: IndexWriter, rows: number, prefix: string): Promise<number> {
  const start = performance.now();
  await importRows(writer, rows, prefix);
  return Math.round((rows / (performance.now() - start)) * 1000);
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

function rowsOf(results: readonly Measured[]): Table['rows'] {
  const row = (name: string, budget: number | '', figure: (measured: Measured) => number) => ({
    'read units': name,
    budget: String(budget),
    ...Object.fromEntries(results.map((measured) => [measured.size, figure(measured)])),
  });
  return [
    ...questions.map(([name, budget], at) => row(name, budget, ({ units }) => units[at] ?? Number.NaN)),
    row('import, rows a second', '', ({ writing }) => writing.rowsPerSecond),
    row('import of 100,000 rows, rows a second', '', ({ writing }) => writing.rowsPerSecondOfLarge),
    row('Search Console export of 10,000 queries, seconds', '', ({ writing }) =>
      rounded(writing.consoleSeconds, 1),
    ),
    row('10,000 places of one site, seconds', '', ({ writing }) => rounded(writing.siteSeconds, 1)),
    row('import of 10,000 rows, processor seconds without the database', '', ({ writing }) =>
      rounded(writing.processorSeconds, 1),
    ),
    row('import, write units a row', '', ({ writing }) => rounded(writing.unitsPerRow, 2)),
    row('live listing of 10, write units', '', ({ writing }) => writing.unitsOfTen),
    row('live listing of 100, write units', '', ({ writing }) => writing.unitsOfHundred),
  ];
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const results: Measured[] = [];
  for (const postings of isLong ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
    results.push(await measureSize(postings));
  return [
    {
      title: 'Stored index',
      method:
        'Read units of each question on generated indexes, beside its budget; rows a second and write units of an import. Every listing has ten results; the asked domain ranks in a fifth of all listings, so that it grows with the index.',
      rows: rowsOf(results),
    },
  ];
}

/** What questions to the index and writing to it cost in units, on indexes of several sizes. */
export const indexCost: Part = { versionsOf: ['@dynoxide/linux-x64'], measure };
