import { GetCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { objectsOf } from '#shared/facts/generations/generations.ts';
import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';
import type { BulkFiles } from '#test/support/index/bulk-world.ts';
import { exported, listings, plain } from '#test/support/index/generated-exports.ts';
import { generationBuilder } from '#test/support/index/generation-builds.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { type StageWorld, startStageWorld } from '#test/support/index/stage-world.ts';
import { answersOf, storedItemsOf } from '#test/support/index/stored-items.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';

let database: TestDatabase;
let stage: StageWorld;
beforeAll(async () => {
  database = await startTestDatabase();
  stage = await startStageWorld(database.database, database.tables.index);
});
afterAll(async () => {
  await stage.stop();
  await database.stop();
});
beforeEach(() => stage.pass(1_000));

const onePlain: BulkFiles = {
  '0.jsonl': JSON.stringify({ keyword: 'tea', position: 1, url: 'https://tea.example/', volume: 90 }),
};

async function imported(files: BulkFiles): Promise<string> {
  const world = await openImportWorld(database);
  for (const [name, content] of Object.entries(files)) await world.import(content, {}, name);
  return world.table;
}

async function made(files: BulkFiles) {
  stage.pass(1_000);
  const builder = await generationBuilder(stage, files);
  const generation = await builder.begin();
  const record = await builder.finish(generation);
  return { builder, generation, record, table: stage.generations.tableOf(generation) };
}

describe('a generation that was imported by DynamoDB', () => {
  it('has the items that an import of the file leaves, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, listings), async (text) => {
        const { record, table } = await made({ '0.jsonl': text });
        expect(record.state).toBe('ready');
        const one = await imported({ '0.jsonl': text });
        expect(await storedItemsOf(database.documents, table)).toEqual(
          await storedItemsOf(database.documents, one),
        );
      }),
      { numRuns: 8 },
    );
  });

  it('answers as after imports of its files, one after another', async () => {
    await fc.assert(
      fc.asyncProperty(exported, async (files) => {
        const { table } = await made(files);
        expect(await answersOf(database.documents, table)).toEqual(
          await answersOf(database.documents, await imported(files)),
        );
      }),
      { numRuns: 8 },
    );
  });

  it('is set up as the table that the stage was deployed with, but for the tags of its stack', async () => {
    const { table } = await made(onePlain);
    expect(stage.settings.of(table)).toEqual({
      backups: true,
      isProtected: true,
      ceilings: { MaxReadRequestUnits: 12_000, MaxWriteRequestUnits: 4_000 },
      tags: [{ Key: 'service', Value: 'oriel' }],
    });
    expect(tableCreation(tables.index).KeySchema).toEqual([
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ]);
  });

  it('comes whole of a build that is taken up wherever it was interrupted, from one import that counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), { minLength: 1, maxLength: 4 }),
        async (crashes) => {
          stage.pass(1_000);
          const builder = await generationBuilder(stage, onePlain);
          const generation = await builder.begin();
          for (const [number, isCarriedOut] of crashes) {
            stage.interrupt(number, isCarriedOut);
            const ending = await builder.finish(generation).then(
              () => 'ready',
              (error: Error) => error.message,
            );
            if (!(await stage.spared())) expect(ending).toContain('The command ends here.');
          }
          const record = await builder.finish(generation);
          expect(record).toMatchObject({ state: 'ready', attempt: 1 });
          expect(stage.imports.begun.filter(({ table }) => table.endsWith(generation))).toHaveLength(1);
          expect(await storedItemsOf(database.documents, stage.generations.tableOf(generation))).toEqual(
            await storedItemsOf(database.documents, await imported(onePlain)),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  it.each([
    ['fails', () => stage.imports.failNext('AccessDenied', 'The bucket may not be read.'), 'may not be read'],
    ['leaves an item out', () => stage.imports.spoilNext(), '1 errors'],
  ])('is not used where its import %s, and is ready after another', async (_, spoil, reason) => {
    stage.pass(1_000);
    const builder = await generationBuilder(stage, onePlain);
    const generation = await builder.begin();
    spoil();
    const failed = await builder.finish(generation);
    expect(failed).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    expect(await stage.generations.pointer()).toMatchObject({ generation: 'first' });
    expect(await builder.finish(generation)).toMatchObject({ state: 'ready', attempt: 2 });
    expect(await storedItemsOf(database.documents, stage.generations.tableOf(generation))).toEqual(
      await storedItemsOf(database.documents, await imported(onePlain)),
    );
  });

  it('is not used where an item is another than the one that was built', async () => {
    const builder = await generationBuilder(stage, onePlain);
    const generation = await builder.begin();
    stage.imports.changeNext({ d: { S: 'something else' } });
    expect(await builder.finish(generation)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('is not as it was built'),
    });
  });

  it('has nothing in it of what an interrupted upload left', async () => {
    const builder = await generationBuilder(stage, onePlain);
    const generation = await builder.begin();
    const stray = { pk: { S: 'K#2840:en#stray' }, sk: { S: 'm' }, d: { S: 'stray' } };
    await stage.generations.objects.put(
      `${objectsOf(generation)}stray.json.gz`,
      Buffer.from(JSON.stringify({ Item: stray })),
    );
    expect(await builder.finish(generation)).toMatchObject({ state: 'ready' });
    const Key = { pk: stray.pk.S, sk: stray.sk.S };
    const TableName = stage.generations.tableOf(generation);
    expect((await database.documents.send(new GetCommand({ TableName, Key }))).Item).toBeUndefined();
  });
});
