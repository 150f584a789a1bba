import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { makeGeneration } from '#shared/facts/generations/make-generation.ts';
import { createTransformStep } from '#shared/facts/generations/transform/transform-step.ts';
import { exported } from '#test/support/index/generated-exports.ts';
import { builtHere, startStageTransforms, writtenPaths } from '#test/support/index/stage-transforms.ts';
import { type StageWorld, startStageWorld } from '#test/support/index/stage-world.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let stage: StageWorld;
let transforms: Awaited<ReturnType<typeof startStageTransforms>>;
beforeAll(async () => {
  database = await startTestDatabase();
  stage = await startStageWorld(database.database, database.tables.index);
  transforms = await startStageTransforms(stage);
});
afterAll(async () => {
  await transforms.stop();
  await stage.stop();
  await database.stop();
});
beforeEach(() => stage.pass(1_000));

const sizes = fc.record({
  bytesInStep: fc.integer({ min: 1, max: 8_000 }),
  bytesInShard: fc.integer({ min: 400, max: 8_000 }),
  held: fc.integer({ min: 100, max: 5_000 }),
});
const onePart = { bytesInStep: 1_000_000, bytesInShard: 1_000_000, held: 3_000 };
const row = (keyword: string) =>
  JSON.stringify({ keyword, position: 1, url: `https://${keyword}.example/`, volume: 90 });

const startedAt = async (generation: string) => (await stage.generations.register.get(generation)).started_at;

describe('a generation that the stage transforms', () => {
  it('has the items that one process makes of the same files, byte for byte, in whatever parts', async () => {
    await fc.assert(
      fc.asyncProperty(exported, sizes, async (files, parts) => {
        stage.pass(1_000);
        const paths = await writtenPaths(files);
        const generation = await transforms.begin();
        const began = await startedAt(generation);
        const { record, built } = await transforms.finish(generation, paths, parts);
        const here = await builtHere(paths, began, false);
        expect(transforms.lines(generation)).toEqual(here.lines);
        expect(built).toEqual(here.counts);
        expect(record).toMatchObject({ state: 'uploaded', items: here.lines.length });
      }),
      { numRuns: 15 },
    );
  });

  it('comes whole of a transform that is taken up wherever command or steps were interrupted', async () => {
    const paths = await writtenPaths({ '0.jsonl': row('tea'), '1.jsonl': row('cup'), '2.jsonl': row('tea') });
    const parts = { bytesInStep: 10, bytesInShard: 60, held: 100 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 150 }), fc.boolean()), { minLength: 1, maxLength: 3 }),
        async (crashes) => {
          stage.pass(1_000);
          const generation = await transforms.begin();
          const began = await startedAt(generation);
          for (const [number, isCarriedOut] of crashes) {
            stage.failOne(number, isCarriedOut);
            await transforms.finish(generation, paths, parts).catch(() => undefined);
            await stage.spared();
          }
          const { record } = await transforms.finish(generation, paths, parts);
          expect(record.state).toBe('uploaded');
          expect(transforms.lines(generation)).toEqual((await builtHere(paths, began, false)).lines);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('does a step again that died, and after a failed execution only what is not done', async () => {
    const paths = await writtenPaths({ '0.jsonl': row('tea') });
    const generation = await transforms.begin();
    transforms.failFolds(1);
    const before = transforms.begun.length;
    await transforms.finish(generation, paths, onePart);
    expect(transforms.begun.length - before).toBe(1);

    stage.pass(1_000);
    const other = await transforms.begin();
    transforms.failFolds(2);
    await expect(transforms.finish(other, paths, onePart)).rejects.toThrow('The function died.');
    transforms.steps.length = 0;
    // Without the files: their texts are in the bucket.
    const { record } = await transforms.finish(other, [], undefined);
    expect(record.state).toBe('uploaded');
    expect(transforms.steps).toEqual([
      'read 0 before',
      ...['fold', 'count', 'heads', 'finish'].map((phase) => `${phase} 0 now`),
    ]);
  });

  it('is imported and checked as one that was built here', async () => {
    const paths = await writtenPaths({ '0.jsonl': [row('tea'), row('cup')].join('\n') });
    const generation = await transforms.begin();
    await transforms.finish(generation, paths, undefined);
    const record = await makeGeneration(stage.generations, generation, () => {});
    expect(record).toMatchObject({ state: 'ready' });
    expect(await stage.generations.pointer()).toMatchObject({ generation: 'first' });
  });

  it('is none where nothing was taken of the files, and says what became of them', async () => {
    const paths = await writtenPaths({
      'Queries.csv': 'Top queries,Clicks,Impressions,CTR,Position\ntea,1,9,11%,3\n',
    });
    const generation = await transforms.begin();
    const { built } = await transforms.finish(generation, paths, onePart);
    expect(built?.files).toMatchObject([{ status: 'nothing_imported' }]);
    await expect(stage.generations.register.get(generation)).rejects.toMatchObject({ code: 'not_found' });
    expect(transforms.lines(generation)).toEqual([]);
  });

  it('refuses a text that a function cannot read in its time, before anything is sent', async () => {
    const paths = await writtenPaths({ '0.jsonl': row('tea'), '1.jsonl': '' });
    await truncate(paths[1] ?? '', 900_000_000);
    const generation = await transforms.begin();
    await expect(transforms.finish(generation, paths, undefined)).rejects.toThrow('at most 800 MB');
    await rm(paths[1] ?? '');
    expect([...stage.objects.keys()].filter((key) => key.includes(generation))).toEqual([]);
  });

  it('needs the files again where their texts were not all sent', async () => {
    const generation = await transforms.begin();
    await expect(transforms.finish(generation, [], undefined)).rejects.toThrow('name the same files again');
  });

  it('refuses other files while those of before are being transformed', async () => {
    const [paths, others] = [
      await writtenPaths({ '0.jsonl': row('tea') }),
      await writtenPaths({ '0.jsonl': row('cup') }),
    ];
    const generation = await transforms.begin();
    const release = transforms.hold();
    const begun = transforms.begun.length;
    const first = transforms.finish(generation, paths, onePart);
    while (transforms.begun.length === begun) await setImmediate();
    await expect(transforms.finish(generation, others, onePart)).rejects.toThrow('are being transformed');
    release();
    expect((await first).record.state).toBe('uploaded');
  });

  it('says so where a step needs more than the disk of a function', async () => {
    const paths = await writtenPaths({ '0.jsonl': row('tea') });
    const generation = await transforms.begin();
    await transforms.finish(generation, paths, onePart);
    const [plan = ''] = [...stage.objects.keys()].filter(
      (key) => key.includes(generation) && key.endsWith('plan.json'),
    );
    const folder = await mkdtemp(join(tmpdir(), 'oriel-small-disk-'));
    const step = createTransformStep({ objects: stage.store, folder, diskBytes: 10 });
    await stage.generations.objects.delete(
      plan.replace('stage/', '').replace('plan.json', 'results/heads-0.json'),
    );
    const order = { generation, plan: plan.split('/').at(-2), phase: 'heads', index: 0 };
    await expect(step(order)).rejects.toThrow('without --in-stage');
  });
});
