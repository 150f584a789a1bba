import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { Item } from '../items/index-items.ts';
import { runKey, runPartition } from '../items/keys.ts';
import type { IndexTable } from '../table/index-table.ts';
import { readAll } from '../table/read-all.ts';

/** A run that has not shown itself for this long is taken for dead, and what it left open is finished by others. */
const leaseMilliseconds = 60_000;

const runItem = v.object({
  /** Millisecond until which the run may not be overtaken. */
  u: v.number(),
  /** Steps that are complete. */
  n: v.number(),
});

/**
 * A writer's work in steps. A state that it writes carries the claim
 * `<run>:<step>`; while the step is open and the run alive, others leave the
 * keyword alone, because its derived rows are still being written.
 */
export interface WriteRun {
  readonly id: string;
  /** Whether a run of this id was left unfinished before. */
  readonly isResumed: boolean;
  readonly step: number;
  readonly claim: string;
  /** Keeps the run alive; called before each round of writes. */
  renew(): Promise<void>;
  stepDone(): Promise<void>;
  end(): Promise<void>;
}

export async function startRun(table: IndexTable, id: string, clock: Clock): Promise<WriteRun> {
  const found = await table.get(runKey(id), true);
  const known = found && v.parse(runItem, found);
  let step = (known?.n ?? 0) + 1;
  let shownAt = 0;
  const show = async () => {
    shownAt = clock();
    await table.put({ ...runKey(id), u: shownAt + leaseMilliseconds, n: step - 1 });
  };
  await show();
  return {
    id,
    isResumed: known !== undefined,
    get step() {
      return step;
    },
    get claim() {
      return `${id}:${step}`;
    },
    async renew() {
      if (clock() - shownAt > leaseMilliseconds / 4) await show();
    },
    async stepDone() {
      step += 1;
      await show();
    },
    async end() {
      await table.change([{ remove: runKey(id) }]);
    },
  };
}

/** Names of runs that write one live listing; they are never taken up again. */
export const liveRunPrefix = 'run';

/** Whether an import, other than this run's, ended in the middle: domains of its rows may not have been counted. */
export async function hasInterruptedImport(table: IndexTable, run: string, clock: Clock): Promise<boolean> {
  const records = await readAll(table, runPartition);
  return records.some((record) => {
    const name = String(record.sk);
    if (name === run || name.startsWith(`${liveRunPrefix}_`)) return false;
    return v.parse(runItem, record).u <= clock();
  });
}

/** The record of a dead run: items that carry its claim must be written again. */
export function interruptedRun(id: string): Item {
  return { ...runKey(id), u: 0, n: 0 };
}

/**
 * How a claim stands: `done`, all rows are written; `open`, its writer is at
 * work; `abandoned`, the writer died in the middle and its rows must be
 * written again.
 */
export type ClaimStatus = 'done' | 'open' | 'abandoned';

/** In the order of the claims. */
export async function claimStatuses(
  table: IndexTable,
  claims: readonly string[],
  clock: Clock,
): Promise<readonly ClaimStatus[]> {
  const runs = claims.map((claim) => runKey(claim.slice(0, claim.lastIndexOf(':'))));
  const items = runs.length > 0 ? await table.getMany(runs, true) : [];
  return claims.map((claim, index) => statusOf(claim, items[index], clock));
}

function statusOf(claim: string, item: Item | undefined, clock: Clock): ClaimStatus {
  if (!item) return 'done';
  const { u: aliveUntil, n: stepsDone } = v.parse(runItem, item);
  if (stepsDone >= Number(claim.slice(claim.lastIndexOf(':') + 1))) return 'done';
  return aliveUntil > clock() ? 'open' : 'abandoned';
}
