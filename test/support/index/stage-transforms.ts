import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { transformDefinition } from '#lib/transform-definition.ts';
import { beginGeneration } from '#local/bulk/build-generation.ts';
import { type TransformBuild, transformGeneration } from '#local/bulk/transform-generation.ts';
import { createTransformMachine } from '#local/bulk/transform-machine.ts';
import { buildIndex } from '#shared/facts/bulk/build-index.ts';
import { runBulkStep } from '#shared/facts/bulk/bulk-steps.ts';
import { objectsOf } from '#shared/facts/generations/generation-objects.ts';
import { createTransformStep } from '#shared/facts/generations/transform/transform-step.ts';
import { runMachine } from '#test/support/aws/state-machine.ts';
import { startStepFunctions } from '#test/support/aws/step-functions.ts';
import { type BulkFiles, writtenFiles } from './bulk-world.ts';
import type { StageWorld } from './stage-world.ts';

const options = { market: {}, columns: [] };
const functionArn = 'arn:aws:lambda:eu-central-1:000000000000:function:transform-step';
const machineArn = 'arn:aws:states:eu-central-1:000000000000:stateMachine:transform';

/** A stage whose functions transform: the machine by its own definition, each step on a disk of its own. */
export async function startStageTransforms({ generations, store, objects }: StageWorld) {
  /** What became of each step, in order. */
  const steps: string[] = [];
  let failures = 0;
  let gate = Promise.resolve();
  const invoke = async (_: string, payload: { readonly phase: string; readonly index: number }) => {
    if (failures > 0 && payload.phase === 'fold') {
      failures -= 1;
      throw Object.assign(new Error('The function died.'), { name: 'Sandbox.Timedout' });
    }
    await gate;
    const folder = await mkdtemp(join(tmpdir(), 'oriel-step-'));
    const step = createTransformStep({ objects: store, folder, diskBytes: 1e9 });
    const outcome: { done?: string } = await step(payload);
    steps.push(`${payload.phase} ${payload.index} ${outcome.done}`);
    return outcome;
  };
  const states = await startStepFunctions((input) =>
    runMachine(transformDefinition(functionArn, 'aws'), input, { invoke, mayStartParts: () => true }),
  );
  const machine = createTransformMachine(states.client, machineArn);
  // An execution goes on while the command waits.
  const pausing = { ...generations, pause: async () => void (await setImmediate()) };
  return {
    steps,
    begun: states.begun,
    stop: states.stop,
    /** The next so many attempts at folding die. */
    failFolds(count: number): void {
      failures = count;
    },
    /** Holds every step up until what is returned is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    async begin(): Promise<string> {
      return (await beginGeneration(generations)).generation;
    },
    /** From wherever it is until all objects are in the bucket. */
    async finish(generation: string, paths: readonly string[], sizes: TransformBuild['sizes']) {
      const record = await generations.register.get(generation);
      const build = { generations: pausing, machine, paths, options, onPhase: () => {} };
      return transformGeneration({ ...build, ...(sizes && { sizes }) }, record);
    },
    /** All lines of the generation's objects, sorted. */
    lines(generation: string): string[] {
      const prefix = `stage/${objectsOf(generation)}`;
      const bodies = [...objects].flatMap(([key, { body }]) => (key.startsWith(prefix) ? [body] : []));
      return bodies.flatMap((body) => gunzipSync(body).toString().trimEnd().split('\n')).sort();
    },
  };
}

/** What one process makes of the same files: its lines, sorted, and its reports. */
export async function builtHere(paths: readonly string[], startedAt: string, withSample: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-here-'));
  const built = await buildIndex({
    ...{ paths, options, withSample, shards: 1, run: runBulkStep, onPhase: () => {} },
    clock: () => Date.parse(startedAt),
    folder: join(folder, 'work'),
    output: join(folder, 'items'),
  });
  const texts = await Promise.all(built.items.map((path) => readFile(path, 'utf8')));
  const { items: _, ...counts } = built;
  return { counts, lines: texts.flatMap((text) => text.split('\n').filter(Boolean)).sort() };
}

export async function writtenPaths(files: BulkFiles): Promise<readonly string[]> {
  return (await writtenFiles(files)).paths;
}
