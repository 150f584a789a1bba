import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { StageName } from './stage.ts';

/** A command about one stage, as calls of the CDK's own. */
interface StageCommand {
  readonly usage: string;
  /** Arguments of each call of `cdk`, in order, all of which are made; `rest` is what the caller said beside the stage. */
  steps(stage: string, rest: readonly string[]): readonly (readonly string[])[];
  /** Said after the step's own message. */
  readonly ifStepFails?: string;
}

const launcher = fileURLToPath(new URL('../bin/launch.mjs', import.meta.url));

/** Runs every step; the process ends with 1 where one failed, and with 2 where no stage is named. */
export function runStageCommand(argv: readonly string[], command: StageCommand): void {
  const { stage, rest } = stageOf(argv);
  const parsed = v.safeParse(StageName, stage);
  if (!parsed.success) {
    process.stderr.write(`${parsed.issues[0].message}\nUsage: ${command.usage}\n`);
    process.exitCode = 2;
    return;
  }
  for (const step of command.steps(parsed.output, rest)) {
    const { status } = spawnSync(process.execPath, [launcher, 'cdk', ...step], { stdio: 'inherit' });
    if (status === 0) continue;
    if (command.ifStepFails) process.stderr.write(`${command.ifStepFails}\n`);
    process.exitCode = 1;
  }
}

/** The value of `--stage`, and all else as it was said. */
function stageOf(argv: readonly string[]): { stage: string | undefined; rest: readonly string[] } {
  const place = argv.indexOf('--stage');
  return place < 0
    ? { stage: undefined, rest: argv }
    : { stage: argv[place + 1], rest: argv.toSpliced(place, 2) };
}
