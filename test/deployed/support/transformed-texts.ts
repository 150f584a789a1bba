import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sendPlan } from '#local/bulk/send-texts.ts';
import { buildIndex } from '#shared/facts/bulk/build-index.ts';
import { planBuild } from '#shared/facts/bulk/build-plan.ts';
import { runBulkStep } from '#shared/facts/bulk/bulk-steps.ts';
import { objectsOf } from '#shared/facts/generations/generation-objects.ts';
import type { DeployedService } from './deployed-service.ts';

const generated = (from: number) =>
  Array.from({ length: 40 }, (_, number) =>
    JSON.stringify({
      keyword: `transformed ${from + (number % 7)}`,
      position: number,
      url: `https://site-${number % 5}.example/${number}`,
      volume: 90,
    }),
  ).join('\n');

let made = 0;

/** Sends two texts in two portions and three shards as an operator does; what an execution is given, and what must come of it. */
export async function sendTexts({ operators: { objects } }: Pick<DeployedService, 'operators'>) {
  made += 1;
  const generation = `g${20_200_101_000_000 + made}`;
  const folder = await mkdtemp(join(tmpdir(), 'oriel-texts-'));
  const paths = ['0.jsonl', '1.jsonl'].map((name) => join(folder, name));
  for (const [index, path] of paths.entries()) await writeFile(path, generated(index * 4));
  const options = { market: {}, columns: [] };
  const common = {
    paths,
    options,
    withSample: false,
    shards: 3,
    clock: () => 1_790_000_000_000,
    run: runBulkStep,
  };
  const plan = await sendPlan(objects, generation, await planBuild({ ...common, bytesInStep: 10 }));
  const work = { folder: join(folder, 'work'), output: join(folder, 'items') };
  const built = await buildIndex({ ...common, ...work, onPhase: () => {} });
  const texts = await Promise.all(built.items.map((path) => readFile(path, 'utf8')));
  await rm(folder, { recursive: true });
  return {
    input: { generation, plan, portions: [0, 1], shards: [0, 1, 2] },
    /** Lines that one process makes of the texts, sorted. */
    wanted: texts.flatMap((text) => text.split('\n').filter(Boolean)).sort(),
    /** Lines of the objects that are in the bucket, sorted. */
    async lines(): Promise<string[]> {
      const lines: string[] = [];
      for await (const key of objects.list(objectsOf(generation)))
        lines.push(
          ...gunzipSync((await objects.get(key)) ?? '')
            .toString()
            .trimEnd()
            .split('\n'),
        );
      return lines.sort();
    },
  };
}
