import type { CallKind, RateLimits } from '#shared/money/accounts/account-item.ts';
import { type Meter, type Spending, spendPeriod } from '#shared/money/accounts/meter.ts';
import type { Change, Check, Step } from '#shared/platform/dynamo/conditional-writes.ts';
import { nothingCounted, planCount, rateLimitKept, windowUnchanged } from './rate-windows.ts';

/** What a reservation conditions, one condition each, in plain words. */
export const meterConditions = {
  spendLimit: 'the spending stays within its limit',
  sameLimit: 'the limit is the one that was read',
  samePeriod: 'the period is the one that was read',
  newReservation: 'the reservation was never made before',
  notReserved: 'the call has reserved nothing yet',
  nothingCounted,
  alive: 'the run has not ended',
  rate: rateLimitKept,
  sameWindow: windowUnchanged,
} as const;
export type MeterCondition = (typeof meterConditions)[keyof typeof meterConditions];

/** Two reservations collide only in the same lane at the same moment. */
const laneNames = 'abcdefgh';

export interface Reservation {
  readonly callId: string;
  readonly credits: number;
  readonly kind: CallKind;
  readonly now: number;
  /** Chance, passed in: a letter of the account's lanes. */
  readonly slot: string;
  /** Calls of account endpoints in each window. */
  readonly accountCalls: RateLimits;
  /** Reservations of calls that are known to be charged, to be forgotten. */
  readonly charged: readonly string[];
}

type MeterChange = Change<Check<MeterCondition>>;
const nothing: MeterChange = { checks: [], steps: [] };

/** The one write that counts a call against a limit and reserves its price; undefined where there is nothing to count. */
export function planReservation(meter: Meter, wanted: Reservation): MeterChange | undefined {
  const spend = planSpend(meter, wanted);
  const rate = planRate(meter, wanted);
  const steps = [...spend.steps, ...rate.steps];
  return steps.length === 0 ? undefined : { checks: [...spend.checks, ...rate.checks], steps };
}

/** Gives what these calls reserved back, once: the reservations go with it. All of it, or nothing. */
export function planReturn(calls: readonly Pick<Reservation, 'callId' | 'credits'>[]): Change {
  return {
    checks: calls.map(({ callId }) => ({
      condition: 'the reservation is open',
      path: ['use', 'open', callId],
      test: 'present',
    })),
    steps: [
      {
        do: 'add',
        path: ['use', 'spent'],
        value: calls.reduce((sum, { credits }) => sum - credits, 0),
      },
      ...calls.map(({ callId }): Step => ({ do: 'remove', path: ['use', 'open', callId] })),
    ],
  };
}

function planSpend(meter: Meter, wanted: Reservation): MeterChange {
  const { spend_limit: limit, use } = meter.item;
  if (limit === undefined || wanted.credits === 0) return nothing;
  const sameLimit = {
    condition: meterConditions.sameLimit,
    path: ['spend_limit'],
    test: 'equals',
    value: limit,
  } as const;
  const period = spendPeriod(meter, wanted.now);
  const life = meter.kind === 'run' ? planLife(wanted.now) : nothing;
  const { checks, steps } =
    use === undefined
      ? firstSpending(period, wanted, limit)
      : use.period === period
        ? moreSpending(use, wanted, limit)
        : nextPeriod(period, use, wanted, limit);
  return { checks: [sameLimit, ...life.checks, ...checks], steps: [...steps, ...life.steps] };
}

/** A run lives for a day after its last call. */
export const runSeconds = 86_400;

function planLife(now: number): MeterChange {
  const seconds = Math.floor(now / 1000);
  return {
    checks: [
      { condition: meterConditions.alive, path: ['expires_at'], test: 'at least', value: seconds + 1 },
    ],
    steps: [{ do: 'set', path: ['expires_at'], value: seconds + runSeconds }],
  };
}

function firstSpending(period: string, wanted: Reservation, limit: number): MeterChange {
  const { callId, credits, now, slot } = wanted;
  const lanes = Object.fromEntries(Array.from(laneNames, (name) => [name, 0]));
  const use: Spending = {
    period,
    spent: credits,
    open: { [callId]: { credits, at: now } },
    lanes: { ...lanes, [laneOf(slot)]: now },
  };
  return {
    checks: [
      { condition: meterConditions.nothingCounted, path: ['use'], test: 'absent' },
      ...fits(credits, limit),
    ],
    steps: [{ do: 'set', path: ['use'], value: use }],
  };
}

function moreSpending(use: Spending, wanted: Reservation, limit: number): MeterChange {
  const { callId, credits, charged } = wanted;
  const lane = planLane(use, wanted);
  return {
    checks: [
      isPeriod(use),
      {
        condition: meterConditions.spendLimit,
        path: ['use', 'spent'],
        test: 'below',
        value: limit - credits + 1,
      },
      { condition: meterConditions.notReserved, path: ['use', 'open', callId], test: 'absent' },
      ...lane.checks,
    ],
    steps: [
      { do: 'add', path: ['use', 'spent'], value: credits },
      { do: 'set', path: ['use', 'open', callId], value: { credits, at: lane.at } },
      ...lane.steps,
      ...charged.map((id): Step => ({ do: 'remove', path: ['use', 'open', id] })),
    ],
  };
}

/** What was open in the period before is forgotten with it. */
function nextPeriod(period: string, use: Spending, wanted: Reservation, limit: number): MeterChange {
  const { callId, credits } = wanted;
  const lane = planLane(use, wanted);
  return {
    checks: [isPeriod(use), ...fits(credits, limit), ...lane.checks],
    steps: [
      { do: 'set', path: ['use', 'period'], value: period },
      { do: 'set', path: ['use', 'spent'], value: credits },
      { do: 'set', path: ['use', 'open'], value: { [callId]: { credits, at: lane.at } } },
      ...lane.steps,
    ],
  };
}

function isPeriod({ period }: Spending): Check<MeterCondition> {
  return { condition: meterConditions.samePeriod, path: ['use', 'period'], test: 'equals', value: period };
}

function planLane({ lanes }: Spending, { slot, now }: Reservation): MeterChange & { readonly at: number } {
  const lane = laneOf(slot);
  const at = Math.max(now, (lanes[lane] ?? 0) + 1);
  const path = ['use', 'lanes', lane];
  return {
    at,
    checks: [{ condition: meterConditions.newReservation, path, test: 'below', value: at }],
    steps: [{ do: 'set', path, value: at }],
  };
}

function laneOf(slot: string): string {
  return laneNames.charAt(slot.charCodeAt(0) % laneNames.length);
}

/** A check that nothing passes, for a call that alone is over the limit. */
function fits(credits: number, limit: number): Check<MeterCondition>[] {
  if (credits <= limit) return [];
  return [{ condition: meterConditions.spendLimit, path: ['use', 'never'], test: 'present' }];
}

function planRate({ item }: Meter, { kind, now, accountCalls }: Reservation): MeterChange {
  if (kind === 'account') return planCount(['account_windows'], item.account_windows, accountCalls, now);
  return item.rates ? planCount(['windows'], item.windows, item.rates, now) : nothing;
}
