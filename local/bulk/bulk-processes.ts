import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BulkSteps, RunStep, StepKind } from '#shared/facts/bulk/bulk-steps.ts';
import { bulkReply, type ProcessUse } from './bulk-messages.ts';

/**
 * Heap of a process: without a bound Node lets garbage lie as long as the
 * machine has room. What a step holds at once fits several times.
 */
const heapMegabytes = 96;
const youngMegabytes = 4;

/** Processes that do the steps of a build, each one at a time; a step waits for the first that is free. */
export function startBulkProcesses(count: number) {
  const processes = Array.from({ length: count }, startProcess);
  const free = [...processes];
  const waiting: ((process: BulkProcess) => void)[] = [];
  const take = async () => free.pop() ?? new Promise<BulkProcess>((resolve) => void waiting.push(resolve));
  const giveBack = (process: BulkProcess) => {
    const next = waiting.shift();
    if (next) next(process);
    else free.push(process);
  };
  const run: RunStep = async (kind, given) => {
    const process = await take();
    try {
      return await process.run(kind, given);
    } finally {
      giveBack(process);
    }
  };
  return {
    run,
    /** Processor time of all of them, and the most memory that each has had, added up. */
    used: (): ProcessUse =>
      processes.reduce(
        (sum, { use }) => ({
          cpuSeconds: sum.cpuSeconds + use().cpuSeconds,
          peakMegabytes: sum.peakMegabytes + use().peakMegabytes,
        }),
        { cpuSeconds: 0, peakMegabytes: 0 },
      ),
    close(): void {
      for (const { child } of processes) child.kill();
    },
  };
}

interface BulkProcess {
  readonly child: ChildProcess;
  readonly run: RunStep;
  use(): ProcessUse;
}

function startProcess(): BulkProcess {
  const child = fork(fileURLToPath(new URL('./bulk-process.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMegabytes}`, `--max-semi-space-size=${youngMegabytes}`],
  });
  let known: ProcessUse = { cpuSeconds: 0, peakMegabytes: 0 };
  return {
    child,
    use: () => known,
    async run(kind, given) {
      const { error, gives, ...use } = await answered(child, kind, given);
      known = use;
      if (gives === undefined) throw new Error(error ?? 'A process of the build gave no result.');
      return gives;
    },
  };
}

function answered<Kind extends StepKind>(child: ChildProcess, kind: Kind, given: BulkSteps[Kind]['given']) {
  return new Promise<ReturnType<typeof bulkReply<BulkSteps[Kind]['gives']>>>((resolve, reject) => {
    const end = () => {
      child.off('message', answer);
      child.off('exit', fail);
    };
    const answer = (message: unknown) => {
      end();
      resolve(bulkReply<BulkSteps[Kind]['gives']>(message));
    };
    const fail = (code: number | null, signal: string | null) => {
      end();
      reject(new Error(`A process of the build ended in the middle (${signal ?? `exit code ${code}`}).`));
    };
    child.once('message', answer);
    child.once('exit', fail);
    child.send({ kind, given });
  });
}
