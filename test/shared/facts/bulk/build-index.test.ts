import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import * as v from 'valibot';
import { undoImport } from '#shared/facts/imports/run-import.ts';
import { type BulkFiles, openBulkWorld } from '#test/support/index/bulk-world.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { answeringRows, dumpIndex } from '#test/support/index/index-dump.ts';
import { type TestDatabase, worldKeywords, worldUrls } from '#test/support/index/index-worlds.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const row = fc.record({
  keyword: fc.constantFrom(...worldKeywords, 'kaffee "mühle", 🫘', '２ｃｈ'),
  position: fc.integer({ min: 1, max: 12 }),
  url: fc.constantFrom(...worldUrls),
  title: fc.option(fc.constantFrom('A title', 'Größe, "quoted"'), { nil: undefined }),
  volume: fc.option(fc.constantFrom(10, 90, 1_300, 246_000), { nil: undefined }),
  cpc: fc.option(fc.constantFrom(0.01, 1.25, 14), { nil: undefined }),
  location: fc.constantFrom('US', 'US', 'DE'),
  observed_at: fc.option(fc.constantFrom('2026-11-01', '2026-11-05', '2026-11-09'), { nil: undefined }),
});
/** Texts of plain rows, of which some have no results and some no figures, and of whole listings. */
const plain = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((rows) => rows.map((each) => JSON.stringify(each)).join('\n'));
const listing = fc
  .record({
    q: fc.constantFrom(...worldKeywords),
    urls: fc.uniqueArray(fc.constantFrom(...worldUrls), { minLength: 1, maxLength: 25 }),
    day: fc.constantFrom('01', '05', '09'),
  })
  .map(({ q, urls, day }) =>
    JSON.stringify({
      search_metadata: { processed_at: `2026-11-${day} 10:00:00 UTC` },
      search_parameters: { q, gl: 'us', hl: 'en' },
      organic_results: urls.map((link, index) => ({
        link,
        position: index + 1,
        title: `Place ${index + 1}`,
      })),
    }),
  );
const listings = fc.array(listing, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
const exported = fc
  .array(fc.oneof(plain, listings), { minLength: 1, maxLength: 4 })
  .map((texts): BulkFiles => Object.fromEntries(texts.map((text, index) => [`${index}.jsonl`, text])));

async function imported(files: BulkFiles) {
  const world = await openImportWorld(database);
  const reports = [];
  for (const [name, content] of Object.entries(files)) reports.push(await world.import(content, {}, name));
  return { ...world, reports };
}

type Items = Record<string, unknown>;

/**
 * All items by their keys, bytes as text, without what tells when and how often they were written. Also without what a
 * writer leaves of domains that have no rows any more.
 */
async function storedItems(table: string): Promise<Items> {
  const { Items = [] } = await database.documents.send(new ScanCommand({ TableName: table }));
  const rows = Items.filter(
    ({ pk, sk, d }) => pk !== 'I' && !(sk === '!s' && d?.keywords === 0 && d?.lost === 0),
  );
  const entries = rows.map(({ pk, sk, v: _, c: __, b: ___, s, ...item }) => {
    const before = s && withoutWriter(s);
    return [`${pk} ${sk}`, readableBytes({ ...item, ...(before && { s: before }) })];
  });
  return Object.fromEntries(entries.sort());
}

function withoutWriter({ v: _, c: __, ...state }: Items): Items {
  return readableBytes(state);
}

function readableBytes(item: Items): Items {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  return Object.fromEntries(entries);
}

/** Rows that answer, without the totals of competitors: a list has those of when its domain was last counted. */
async function answers(table: string): Promise<Items> {
  const rows = answeringRows(await dumpIndex(database.documents, table));
  return Object.fromEntries(
    Object.entries(rows)
      // That a market was once held stays said when its rows are undone.
      .filter(([key]) => !key.startsWith('M market'))
      .map(([key, data]) => [key, key.endsWith(' !c') ? rivalsOf(data) : data]),
  );
}

const storedRivals = v.looseObject({ rivals: v.array(v.looseTuple([v.string(), v.number(), v.number()])) });

function rivalsOf(data: unknown) {
  const { rivals, ...list } = v.parse(storedRivals, data);
  return { ...list, rivals: rivals.map(([site, shared, sum]) => [site, shared, sum]).sort() };
}

describe('an index built in bulk', () => {
  it('has the items that an import of the file leaves, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, listings), async (text) => {
        const one = await imported({ '0.jsonl': text });
        const bulk = await openBulkWorld(database, { '0.jsonl': text });
        expect(await storedItems(bulk.table)).toEqual(await storedItems(one.table));
      }),
      { numRuns: 20 },
    );
  });

  it('answers as after imports of its files, one after another, and reports on each as they do', async () => {
    await fc.assert(
      fc.asyncProperty(exported, async (files) => {
        const one = await imported(files);
        const bulk = await openBulkWorld(database, files);
        expect(await answers(bulk.table)).toEqual(await answers(one.table));
        const told = one.reports.map(({ file: _, ...report }) => ({
          ...report,
          ...{ domains_counted: 0, notes: expect.anything(), write_units_per_row: null },
        }));
        expect(bulk.built.files).toEqual(told.map((report) => expect.objectContaining(report)));
      }),
      { numRuns: 20 },
    );
  });

  it('lets each of its files be undone, as imports do', async () => {
    await fc.assert(
      fc.asyncProperty(plain, listings, async (first, second) => {
        const one = await imported({ '0.jsonl': first });
        const bulk = await openBulkWorld(database, { '0.jsonl': first, '1.jsonl': second });
        const id = bulk.built.files[1]?.import_id ?? '';
        expect(await bulk.services.register(null).find(id)).toMatchObject({ status: 'complete' });
        await undoImport(id, undefined, bulk.services);
        expect(await answers(bulk.table)).toEqual(await answers(one.table));
      }),
      { numRuns: 8 },
    );
  });
});
