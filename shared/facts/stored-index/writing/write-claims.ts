import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import type { Item } from '../items/index-items.ts';
import { runKey, runPartition } from '../items/keys.ts';
import { readAll } from '../table/index-reads.ts';
import type { IndexTable } from '../table/index-table.ts';

/** A run that has not shown itself for this long is taken for dead, and what it left open is finished by others. */
const leaseMilliseconds = 60_000;

const runItem = v.object({
  /** Millisecond until which the run may not be overtaken. */
  u: v.number(),
  n: v.number(),
  /** Steps that earlier writers of this run died in, complete or not: their rows may be missing until the run ends. */
  x: v.optional(v.array(v.number()), []),
});

/** Steps that may be open at once: one is claimed while the rows of the one before are written. */
const openSteps = 2;

export type WriteRun = Awaited<ReturnType<typeof startRun>>;

/**
 * A writer's work in steps. A state that it writes carries the claim
 * `<run>:<step>`; while the step is open and the run alive, others leave the
 * keyword alone, because its derived rows are still being written.
 */
export async function startRun(table: IndexTable, id: string, clock: Clock) {
  const found = await table.get(runKey(id), true);
  const known = found && v.parse(runItem, found);
  let complete = known?.n ?? 0;
  // What a writer died in keeps claims of its own: the first step done now does not complete it.
  const died = known ? Array.from({ length: openSteps }, (_, index) => known.n + 1 + index) : [];
  const diedIn = [...(known?.x ?? []), ...died];
  let step = complete + died.length + 1;
  let shownAt = 0;
  const show = async () => {
    shownAt = clock();
    await table.put({ ...runKey(id), u: shownAt + leaseMilliseconds, n: complete, x: diedIn });
  };
  await show();
  return {
    id,
    /** Whether a run of this id was left unfinished before. */
    isResumed: known !== undefined,
    /** Of the step that is being claimed. */
    get claim() {
      return `${id}:${step}`;
    },
    /** Keeps the run alive; called before each round of writes. */
    async renew(): Promise<void> {
      if (clock() - shownAt > leaseMilliseconds / 4) await show();
    },
    /**
     * Begins the next step while rows of this one may still be being written;
     * what it returns is called once they are. Steps are completed in their order.
     */
    nextStep(): () => Promise<void> {
      const open = step;
      step += 1;
      return async () => {
        complete = open;
        await show();
      };
    },
    async end(): Promise<void> {
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
  const { u: aliveUntil, n: stepsDone, x: diedIn } = v.parse(runItem, item);
  const step = Number(claim.slice(claim.lastIndexOf(':') + 1));
  if (diedIn.includes(step)) return 'abandoned';
  if (stepsDone >= step) return 'done';
  return aliveUntil > clock() ? 'open' : 'abandoned';
}
