import fc from 'fast-check';
import {
  type AskingEnd,
  endAsking,
  lastDue,
  nextDue,
  openSlots,
  planAsking,
  weekOf,
} from '#shared/callers/workspace/plan-asking.ts';
import type { Asking, Schedule } from '#shared/callers/workspace/schedule-item.ts';
import { weekdays } from '#shared/contract/workspace.ts';

const hourMs = 3_600_000;
const start = Date.UTC(2026, 10, 2);
const at = (text: string) => Date.parse(text);

function aSchedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    day: 'wednesday',
    hour: 8,
    monthly_budget: 20,
    price: 5,
    from: new Date(start).toISOString(),
    status: 'active',
    revision: 'r',
    ...changes,
  };
}

const account = { status: 'active', balance: 100 } as const;
const slot = fc.record({ day: fc.constantFrom(...weekdays), hour: fc.integer({ min: 0, max: 23 }) });
const moment = fc.integer({ min: start, max: start + 400 * 24 * hourMs });

describe('the moment at which a question is due', () => {
  it('is its hour on its day, at most a week ago, and once in each week', () => {
    fc.assert(
      fc.property(slot, moment, (asked, now) => {
        const due = lastDue(asked, now);
        const date = new Date(due);
        expect(weekdays[(date.getUTCDay() + 6) % 7]).toBe(asked.day);
        expect([date.getUTCHours(), due % hourMs]).toEqual([asked.hour, 0]);
        expect(due).toBeLessThanOrEqual(now);
        expect(now - due).toBeLessThan(7 * 24 * hourMs);
        expect(new Date(`${weekOf(due)}T00:00:00Z`).getUTCDay()).toBe(1);
      }),
    );
  });

  it('lies in an hour that is looked at for as long as the question is tried', () => {
    fc.assert(
      fc.property(slot, moment, (asked, now) => {
        const plan = planAsking(
          { schedule: aSchedule({ ...asked, from: '2026-01-01T00:00:00.000Z' }), asking: undefined },
          { now, price: 5, account },
        );
        const isLookedAt = openSlots(now).some(({ day, hour }) => day === asked.day && hour === asked.hour);
        expect(isLookedAt || plan.do === 'nothing').toBe(true);
      }),
    );
  });

  it('is told as the next one: a week that has its answer is passed over when the day is moved', () => {
    const asking = { ...noAsking, week: '2026-11-02', state: 'asked' } as const;
    const moved = aSchedule({ day: 'friday' });
    expect(nextDue(moved, asking, at('2026-11-04T09:00:00Z'))).toBe(at('2026-11-13T08:00:00Z'));
    expect(nextDue(moved, undefined, at('2026-11-04T09:00:00Z'))).toBe(at('2026-11-06T08:00:00Z'));
  });
});

const noAsking: Asking = {
  week: '2026-11-02',
  state: 'waiting',
  tries: 0,
  at: start,
  month: '2026-11',
  spent: 0,
  reserved: 0,
  misses: 0,
  revision: 'r',
};

describe('what is not asked', () => {
  const due = at('2026-11-04T08:10:00Z');
  const plan = (schedule: Schedule, asking?: Asking, facts = {}) =>
    planAsking({ schedule, asking }, { now: due, price: 5, account, ...facts });

  it.each([
    ['a paused one', aSchedule({ status: 'paused', paused_because: 'owner' }), {}],
    ['one that was set after it was due', aSchedule({ from: '2026-11-04T08:05:00.000Z' }), {}],
    ['one that was due a day ago', aSchedule(), { now: due + 24 * hourMs }],
  ])('is %s', (_which, schedule, facts) => {
    expect(plan(schedule, undefined, facts)).toEqual({ do: 'nothing' });
  });

  it.each([
    ['budget_used', { spent: 16 }, {}],
    ['insufficient_credits', {}, { account: { status: 'active', balance: 4 } }],
    ['account_suspended', {}, { account: { status: 'suspended', balance: 100 } }],
  ])('waits and says why: %s', (reason, before, facts) => {
    const asking = { ...noAsking, week: '2026-10-26', state: 'asked', ...before } as const;
    const noted = plan(aSchedule(), asking, facts);
    expect(noted).toMatchObject({ do: 'note', asking: { state: 'waiting', reason, reserved: 0 } });
    // Once, and not with every run.
    if (noted.do !== 'note') throw new Error('It was not noted.');
    expect(plan(aSchedule(), { ...noted.asking, revision: 'r' }, facts)).toEqual({ do: 'nothing' });
  });

  it('is one whose tool costs more than its owner agreed to: the schedule is paused', () => {
    expect(plan(aSchedule(), undefined, { price: 6 })).toEqual({ do: 'pause', because: 'price' });
    expect(plan(aSchedule(), undefined, { price: 4 })).toMatchObject({ do: 'ask', asking: { reserved: 4 } });
  });

  it('is one that had no answer in three weeks, until its owner sets it again', () => {
    const missed = { ...noAsking, week: '2026-10-26', state: 'failed', misses: 2, at: start - 1 } as const;
    const long = '2026-01-01T00:00:00.000Z';
    expect(plan(aSchedule({ from: long }), missed)).toEqual({ do: 'pause', because: 'missed' });
    expect(plan(aSchedule(), missed)).toMatchObject({ do: 'ask', asking: { misses: 0 } });
  });
});

/** What happens between two looks at a schedule. */
const event = fc.record({
  minutes: fc.oneof(fc.constant(15), fc.integer({ min: 1, max: 60 * 40 })),
  price: fc.constantFrom(5, 5, 5, 3, 6),
  balance: fc.constantFrom(100, 100, 4),
  call: fc.constantFrom('answered', 'failed', 'refused', 'died before', 'died after', 'lost claim'),
  owner: fc.constantFrom('', '', '', '', 'move', 'resume', 'anew'),
  day: fc.constantFrom(...weekdays),
});

describe('a schedule, whatever happens to its calls', () => {
  it('is charged at most once a week, never beyond its budget, and never more than agreed', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 400 }), fc.integer({ min: 5, max: 25 }), (events, budget) => {
        const charges = charged(events, budget);
        const weeks = charges.map(({ week }) => week);
        expect(new Set(weeks).size).toBe(weeks.length);
        for (const { price } of charges) expect(price).toBeLessThanOrEqual(5);
        const months = Map.groupBy(charges, ({ month }) => month);
        for (const ofMonth of months.values())
          expect(ofMonth.reduce((sum, { price }) => sum + price, 0)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 300 },
    );
  });

  it('is asked each week where nothing fails', () => {
    const calm = { minutes: 15, price: 5, balance: 100, call: 'answered', owner: '', day: 'monday' } as const;
    const weeks = charged(Array<typeof calm>(4 * 24 * 28).fill(calm), 25).map(({ week }) => week);
    expect(weeks).toEqual(['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23']);
  });
});

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

interface Charge {
  readonly week: string;
  readonly month: string;
  readonly price: number;
  readonly now: number;
}

/** What is stored, and what the service has charged. */
interface World {
  schedule: Schedule;
  asking: Asking | undefined;
  readonly charges: Charge[];
}

/** Plays a schedule against a service that charges a key once within 24 hours; what it was charged. */
function charged(events: readonly Event[], budget: number): readonly Charge[] {
  let now = start;
  const world: World = {
    schedule: aSchedule({ monthly_budget: budget }),
    asking: undefined,
    charges: [],
  };
  for (const event of events) {
    now += event.minutes * 60_000;
    world.schedule = changed(world.schedule, event, now);
    run(world, event, now);
  }
  return world.charges;
}

function changed(schedule: Schedule, { owner, day }: Event, now: number): Schedule {
  const from = new Date(now).toISOString();
  switch (owner) {
    case '':
      return schedule;
    case 'move':
      return { ...schedule, day, from };
    case 'resume':
      return { ...schedule, status: 'active', from };
    case 'anew':
      return aSchedule({ monthly_budget: schedule.monthly_budget, from });
  }
}

function run(world: World, { price, balance, call }: Event, now: number): void {
  const { schedule, asking: found } = world;
  const plan = planAsking({ schedule, asking: found }, { now, price, account: { ...account, balance } });
  if (plan.do === 'pause') world.schedule = { ...schedule, status: 'paused', paused_because: plan.because };
  if (plan.do === 'note' || plan.do === 'ask') world.asking = { ...plan.asking, revision: 'r' };
  if (plan.do !== 'ask' || call === 'died before') return;
  const answers = charge(world.charges, plan.asking.week, { price, call, now });
  if (call === 'died after') return;
  world.asking = { ...endAsking(plan.asking, found, endOf(call, answers), now), revision: 'r' };
}

/** Whether the call is answered; a key that was charged is given again within its day. */
function charge(
  charges: Charge[],
  week: string,
  { price, call, now }: Pick<Event, 'price' | 'call'> & { readonly now: number },
): boolean {
  const isReplay = charges.some((charge) => charge.week === week && now - charge.now < 24 * hourMs);
  if (isReplay) return call !== 'lost claim';
  if (call !== 'answered' && call !== 'died after') return false;
  charges.push({ week, month: new Date(now).toISOString().slice(0, 7), price, now });
  return true;
}

function endOf(call: Event['call'], answers: boolean): AskingEnd {
  if (answers) return { ok: true, requestId: 'req_1' };
  return call === 'refused'
    ? { ok: false, code: 'validation_error', mayWorkLater: false }
    : { ok: false, code: 'upstream_error', mayWorkLater: true };
}
