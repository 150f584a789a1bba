import * as v from 'valibot';

/** Does parts of a run that reads the calls of all accounts, each wherever there is room for it. */
export interface ShardRunner {
  readonly atOnce: number;
  /** A part that fails so often fails the run. */
  readonly attempts: number;
  readonly accounts: number;
  readonly files: number;
  /** Does one part; its order and its outcome are JSON. It may be asked for the same part again. */
  run(order: object): Promise<unknown>;
}

/** Every part in this process, one after the other, where there is no other place for them. */
export function shardsHere(work: ShardRunner['run']): ShardRunner {
  return { atOnce: 1, attempts: 1, accounts: 1_000, files: 1_000_000, run: work };
}

/**
 * The outcomes of all parts, in the order of their orders. A part that dies is
 * done again. Where one fails for good, no new one is begun, and what is under
 * way has ended before this rejects: nothing writes behind the back of who clears up.
 */
export async function runShards<Outcome>(
  runner: ShardRunner,
  orders: readonly object[],
  outcome: v.GenericSchema<unknown, Outcome>,
): Promise<Outcome[]> {
  const outcomes = new Map<object, Outcome>();
  const failures: unknown[] = [];
  const waiting = orders.values();
  async function work(): Promise<void> {
    for (const order of waiting) {
      if (failures.length > 0) return;
      try {
        outcomes.set(order, v.parse(outcome, await runAgain(runner, order)));
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(runner.atOnce, orders.length) }, work));
  if (failures.length > 0) throw failures[0];
  return orders.flatMap((order) => outcomes.get(order) ?? []);
}

async function runAgain(runner: ShardRunner, order: object): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runner.run(order);
    } catch (error) {
      if (attempt >= runner.attempts) throw error;
    }
  }
}

/** Parts at most: an answer names its accounts, and all answers are in memory. */
const mostGroups = 500;

/** Accounts in groups of the same size, in their order; one empty group where there is none. */
export function accountGroups(
  accountIds: readonly string[],
  { accounts }: Pick<ShardRunner, 'accounts'>,
): (readonly string[])[] {
  const size = Math.max(accounts, Math.ceil(accountIds.length / mostGroups));
  const groups = Math.max(1, Math.ceil(accountIds.length / size));
  return Array.from({ length: groups }, (_, index) => accountIds.slice(index * size, (index + 1) * size));
}
