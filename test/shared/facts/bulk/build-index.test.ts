import fc from 'fast-check';
import { mostShards } from '#shared/facts/bulk/scratch.ts';
import { undoImport } from '#shared/facts/imports/import-bundle.ts';
import { type BulkFiles, openBulkWorld } from '#test/support/index/bulk-world.ts';
import { exported, listings, plain } from '#test/support/index/generated-exports.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { answersOf, storedItemsOf } from '#test/support/index/stored-items.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

async function imported(files: BulkFiles) {
  const world = await openImportWorld(database);
  const reports = [];
  for (const [name, content] of Object.entries(files)) reports.push(await world.import(content, {}, name));
  return { ...world, reports };
}

/** Files and keys are divided in many ways. */
const parts = fc.record({ shards: fc.integer({ min: 1, max: mostShards }) });

describe('an index built in bulk', () => {
  it('has the items that an import of the file leaves, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, listings), async (text) => {
        const one = await imported({ '0.jsonl': text });
        const bulk = await openBulkWorld(database, { '0.jsonl': text });
        expect(await storedItemsOf(database.documents, bulk.table)).toEqual(
          await storedItemsOf(database.documents, one.table),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('answers as after imports of its files, one after another, in whatever parts, and reports on each as they do', async () => {
    await fc.assert(
      fc.asyncProperty(exported, parts, async (files, sizes) => {
        const one = await imported(files);
        const bulk = await openBulkWorld(database, files, sizes);
        expect(await answersOf(database.documents, bulk.table)).toEqual(
          await answersOf(database.documents, one.table),
        );
        const told = one.reports.map(({ file: _, ...report }) => ({
          ...report,
          ...{ domains_counted: 0, notes: expect.anything(), write_units_per_row: null },
        }));
        expect(bulk.built.files).toEqual(told.map((report) => expect.objectContaining(report)));
      }),
      { numRuns: 20 },
    );
  });

  it('counts the rivals of a host that takes the place of another host of its site, as imports do', async () => {
    const line = (keyword: string, position: number, url: string) =>
      JSON.stringify({ keyword, position, url, location: 'US' });
    const files = {
      '0.jsonl': [
        line('kettle', 1, 'https://www.alpha.example/'),
        line('kettle', 8, 'https://beta.example/a'),
        line('coffee', 1, 'https://www.alpha.example/'),
        line('coffee', 1, 'https://shop.beta.example/a'),
      ].join('\n'),
      '1.jsonl': line('kettle', 8, 'https://shop.beta.example/b'),
    };
    const one = await imported(files);
    const bulk = await openBulkWorld(database, files);
    const answers = await answersOf(database.documents, one.table);
    expect(answers['D#2840:en#shop.beta.example !c']).toMatchObject({ rivals: [['alpha.example', 2, 2]] });
    expect(await answersOf(database.documents, bulk.table)).toEqual(answers);
  });

  it('lets each of its files be undone, as imports do', async () => {
    await fc.assert(
      fc.asyncProperty(plain, listings, async (first, second) => {
        const one = await imported({ '0.jsonl': first });
        const bulk = await openBulkWorld(database, { '0.jsonl': first, '1.jsonl': second });
        const id = bulk.built.files[1]?.import_id ?? '';
        expect(await bulk.services.register(null).find(id)).toMatchObject({ status: 'complete' });
        await undoImport(id, undefined, bulk.services);
        expect(await answersOf(database.documents, bulk.table)).toEqual(
          await answersOf(database.documents, one.table),
        );
      }),
      { numRuns: 8 },
    );
  });
});
