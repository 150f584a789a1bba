import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { StageName } from './stage.ts';

const launcher = fileURLToPath(new URL('../bin/launch.mjs', import.meta.url));

/** The stage that a command names, and all else as it was said; undefined, and said so with exit code 2, where it names none. */
export function parseStage(
  argv: readonly string[],
  usage: string,
): { readonly stage: string; readonly rest: readonly string[] } | undefined {
  const { stage, rest } = stageOf(argv);
  const parsed = v.safeParse(StageName, stage);
  if (parsed.success) return { stage: parsed.output, rest };
  process.stderr.write(`${parsed.issues[0].message}\nUsage: ${usage}\n`);
  process.exitCode = 2;
  return undefined;
}

/** Runs each of these calls of `cdk`, also behind one that failed; whether all went well, else the process ends with 1. */
export function runSteps(steps: readonly (readonly string[])[], ifStepFails?: string): boolean {
  const failed = steps.filter((step) => {
    const { status } = spawnSync(process.execPath, [launcher, 'cdk', ...step], { stdio: 'inherit' });
    if (status !== 0 && ifStepFails) process.stderr.write(`${ifStepFails}\n`);
    return status !== 0;
  });
  if (failed.length > 0) process.exitCode = 1;
  return failed.length === 0;
}

/** The value of `--stage`, and all else as it was said. */
function stageOf(argv: readonly string[]): { stage: string | undefined; rest: readonly string[] } {
  const place = argv.indexOf('--stage');
  return place < 0
    ? { stage: undefined, rest: argv }
    : { stage: argv[place + 1], rest: argv.toSpliced(place, 2) };
}
