import { createHash } from 'node:crypto';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import { type Meter, parseMeterItem } from '../accounts/meter.ts';
import { change, create, type Flow, type RunRequest, read } from './operations.ts';
import { runSeconds } from './plan-meter.ts';

const maxRounds = 4;

export type RunFault =
  /** It was never opened or has ended, and no budget was sent. */
  | { readonly fault: 'no run' }
  /** It was opened with a smaller budget. */
  | { readonly fault: 'other budget'; readonly budget: number };

/**
 * The run that a call names: as it is, or opened now with the budget that was sent. A smaller budget than
 * it was opened with becomes the run's, so that who names a run first cannot make it dearer for others.
 */
export function* openRun(accountId: string, run: RunRequest, now: number): Flow<Meter | RunFault> {
  for (let rounds = 0; rounds < maxRounds; rounds += 1) {
    const seen = yield* lookAt(accountId, run, now);
    const usable = seen.live ? withBudget(seen.live, run.budget) : noneToUse(run.budget);
    if (usable) return usable;
    yield* set(seen, run.budget ?? 0, now);
  }
  throw new Error('The run could not be opened.');
}

const noneToUse = (budget: number | undefined): RunFault | undefined =>
  budget === undefined ? { fault: 'no run' } : undefined;

/** Undefined where the run's budget has to be lowered first. */
function withBudget(live: Meter, budget: number | undefined): Meter | RunFault | undefined {
  const opened = live.item.spend_limit ?? 0;
  if (budget === undefined || budget === opened) return live;
  return budget > opened ? { fault: 'other budget', budget: opened } : undefined;
}

/** Opens the run or lowers its budget; nothing where another call did so meanwhile. */
function* set({ key, live, ended }: SeenRun, budget: number, now: number): Flow<void> {
  if (live) return yield* lower(key, live.item.spend_limit ?? 0, budget);
  const opened = { spend_limit: budget, expires_at: Math.floor(now / 1000) + runSeconds };
  if (ended) yield* reopen(key, ended.expires_at, opened);
  else yield* create('idempotency', { ...key, ...opened });
}

function* lower(key: Item, opened: number, budget: number): Flow<void> {
  yield* change('idempotency', key, {
    checks: [
      {
        condition: 'the run has the budget that was read',
        path: ['spend_limit'],
        test: 'equals',
        value: opened,
      },
    ],
    steps: [{ do: 'set', path: ['spend_limit'], value: budget }],
  });
}

/** A run as it is stored: live, or ended and not yet deleted, or not there. */
interface SeenRun {
  readonly key: Item;
  readonly live?: Meter;
  readonly ended?: Meter['item'];
}

function* lookAt(accountId: string, { owner, id }: RunRequest, now: number): Flow<SeenRun> {
  const key = runKey(accountId, owner, id);
  const found = yield* read('idempotency', key);
  if (!found) return { key };
  const item = parseMeterItem(found);
  const isLive = typeof item.expires_at === 'number' && item.expires_at > Math.floor(now / 1000);
  return isLive ? { key, live: { kind: 'run', table: 'idempotency', key, item } } : { key, ended: item };
}

/** The run as it is, for a call that costs nothing: undefined where there is none. */
export function* readRun(accountId: string, run: RunRequest, now: number): Flow<Meter | undefined> {
  return (yield* lookAt(accountId, run, now)).live;
}

/** A run that has ended begins anew, with nothing spent. */
function* reopen(
  key: Item,
  endedAt: number | string | undefined,
  { spend_limit, expires_at }: { spend_limit: number; expires_at: number },
): Flow<void> {
  yield* change('idempotency', key, {
    checks: [
      {
        condition: 'the run is the one that has ended',
        path: ['expires_at'],
        test: 'equals',
        value: endedAt ?? 0,
      },
    ],
    steps: [
      { do: 'set', path: ['spend_limit'], value: spend_limit },
      { do: 'set', path: ['expires_at'], value: expires_at },
      { do: 'remove', path: ['use'] },
    ],
  });
}

/** A run belongs to the key that opened it and to that key's children; ids of others are other runs. */
function runKey(accountId: string, owner: string, id: string): { pk: string } {
  const hash = createHash('sha256').update(id).digest('base64url');
  return { pk: `run#${accountId}#${owner}#${hash}` };
}
