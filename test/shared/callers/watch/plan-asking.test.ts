import fc from 'fast-check';
import { occurrenceAt } from '#shared/callers/watch/occurrences.ts';
import { type AskingEnd, askAnew, endAsking, planAsking } from '#shared/callers/watch/plan-asking.ts';
import type { Asking, Schedule } from '#shared/callers/watch/tracker-item.ts';
import { weekdays } from '#shared/contract/rule-choices.ts';
import { rhythms } from '#shared/contract/watch.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 10, 2);
const at = (text: string) => Date.parse(text);

function aSchedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    every: 'week',
    at: '08:00',
    weekday: 'wednesday',
    time_zone: 'UTC',
    monthly_budget: 20,
    price: 5,
    from: new Date(start).toISOString(),
    status: 'active',
    revision: 'r',
    ...changes,
  };
}

const account = { status: 'active', balance: 100 } as const;
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
];
const timing = fc.record({
  every: fc.constantFrom(...rhythms),
  at: fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((clock) => clock.map((part) => String(part).padStart(2, '0')).join(':')),
  weekday: fc.constantFrom(...weekdays),
  day: fc.integer({ min: 1, max: 28 }),
  time_zone: fc.constantFrom(...zones),
});

const noAsking: Asking = {
  period: '2026-11-02',
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
  const occurrence = { period: '2026-11-02' };
  const plan = (schedule: Schedule, asking?: Asking, facts = {}) =>
    planAsking({ schedule, asking }, { now: due, price: 5, account, occurrence, ...facts });

  it.each([
    ['a paused one', aSchedule({ status: 'paused', paused_because: 'owner' }), undefined],
    ['one that has its answer', aSchedule(), { ...noAsking, state: 'asked' } as const],
    ['one that was asked in a longer period', aSchedule(), { ...noAsking, period: '2026-11-03' }],
    [
      'one whose first call was a day ago',
      aSchedule(),
      { ...noAsking, state: 'failed', tries: 1, first_at: due - dayMs } as const,
    ],
    [
      'one that has failed four times',
      aSchedule(),
      { ...noAsking, state: 'failed', tries: 4, first_at: due - hourMs } as const,
    ],
  ])('is %s', (_which, schedule, asking) => {
    expect(plan(schedule, asking)).toEqual({ do: 'leave' });
  });

  it.each([
    ['budget_used', { spent: 16 }, {}],
    ['insufficient_credits', {}, { account: { status: 'active', balance: 4 } }],
    ['account_suspended', {}, { account: { status: 'suspended', balance: 100 } }],
  ])('waits and says why: %s', (reason, before, facts) => {
    const asking = { ...noAsking, period: '2026-10-26', state: 'asked', ...before } as const;
    const noted = plan(aSchedule(), asking, facts);
    expect(noted).toMatchObject({ do: 'note', asking: { state: 'waiting', reason, reserved: 0 } });
    // Once, and not with every run.
    if (noted.do !== 'note') throw new Error('It was not noted.');
    expect(plan(aSchedule(), { ...noted.asking, revision: 'r' }, facts)).toEqual({ do: 'wait' });
  });

  it('is one whose tool costs more than its owner agreed to: the schedule is paused', () => {
    expect(plan(aSchedule(), undefined, { price: 6 })).toEqual({ do: 'pause', because: 'price' });
    expect(plan(aSchedule(), undefined, { price: 4 })).toMatchObject({ do: 'ask', asking: { reserved: 4 } });
  });

  it('is one that had no answer three times, until its owner sets it again', () => {
    const missed = { ...noAsking, period: '2026-10-26', state: 'failed', misses: 2, at: start - 1 } as const;
    const long = '2026-01-01T00:00:00.000Z';
    expect(plan(aSchedule({ from: long }), missed)).toEqual({ do: 'pause', because: 'missed' });
    expect(plan(aSchedule(), missed)).toMatchObject({ do: 'ask', asking: { misses: 0 } });
  });
});

/** What happens between two looks at a tracker. */
const event = fc.record({
  minutes: fc.oneof(fc.constant(15), fc.integer({ min: 1, max: 60 * 40 })),
  price: fc.constantFrom(5, 5, 5, 3, 6),
  balance: fc.constantFrom(100, 100, 4),
  call: fc.constantFrom('answered', 'failed', 'refused', 'died before', 'died after', 'lost claim'),
  owner: fc.constantFrom('', '', '', '', 'move', 'resume', 'anew', 'run'),
  timing,
});

describe('a tracker, whatever happens to its calls', () => {
  it('is charged at most once a period and run, never beyond its budget, and never more than agreed', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), fc.integer({ min: 5, max: 25 }), (events, budget) => {
        const charges = charged(events, budget);
        const keys = charges.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { price } of charges) expect(price).toBeLessThanOrEqual(5);
        const months = Map.groupBy(charges, ({ month }) => month);
        for (const ofMonth of months.values())
          expect(ofMonth.reduce((sum, { price }) => sum + price, 0)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 150 },
    );
  });

  it('is asked each week where nothing fails', () => {
    const calm = { minutes: 15, price: 5, balance: 100, call: 'answered', owner: '' } as const;
    const quiet = {
      ...calm,
      timing: { every: 'week', at: '08:00', weekday: 'monday', day: 1, time_zone: 'UTC' },
    } as const;
    const weeks = charged(Array<typeof quiet>(4 * 24 * 28).fill(quiet), 25).map(({ key }) => key);
    // The Wednesday of the week before the start is as open as one that a machine slept through.
    expect(weeks).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23']);
  });
});

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

interface Charge {
  readonly key: string;
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

/** Plays a tracker against a service that charges a key once within 24 hours; what it was charged. */
function charged(events: readonly Event[], budget: number): readonly Charge[] {
  let now = start;
  const world: World = { schedule: aSchedule({ monthly_budget: budget }), asking: undefined, charges: [] };
  for (const event of events) {
    now += event.minutes * 60_000;
    change(world, event, now);
    look(world, event, now);
  }
  return world.charges;
}

function change(world: World, { owner, timing }: Event, now: number): void {
  const { schedule, asking } = world;
  const from = new Date(now).toISOString();
  if (owner === 'move') world.schedule = { ...schedule, ...timing, from };
  if (owner === 'resume') world.schedule = { ...schedule, status: 'active', from };
  if (owner === 'anew') world.schedule = aSchedule({ monthly_budget: schedule.monthly_budget, from });
  if (owner !== 'run') return;
  const occurrence = occurrenceAt(schedule, now);
  const anew = askAnew({ schedule, asking }, { now, occurrence, run: `run${now}` });
  if (anew) world.asking = { ...anew, revision: 'r' };
}

function look(world: World, { price, balance, call }: Event, now: number): void {
  const { schedule, asking: found } = world;
  const occurrence = occurrenceAt(schedule, now);
  const facts = { now, price, account: { ...account, balance }, occurrence };
  const plan = planAsking({ schedule, asking: found }, facts);
  if (plan.do === 'pause') world.schedule = { ...schedule, status: 'paused', paused_because: plan.because };
  if (plan.do === 'note' || plan.do === 'ask') world.asking = { ...plan.asking, revision: 'r' };
  if (plan.do !== 'ask' || call === 'died before') return;
  const key = [plan.asking.period, ...(plan.asking.run === undefined ? [] : [plan.asking.run])].join('.');
  const answers = charge(world.charges, key, { price, call, now });
  if (call === 'died after') return;
  world.asking = { ...endAsking(plan.asking, found, endOf(call, answers), now), revision: 'r' };
}

/** Whether the call is answered; a key that was charged is given again within its day. */
function charge(
  charges: Charge[],
  key: string,
  { price, call, now }: Pick<Event, 'price' | 'call'> & { readonly now: number },
): boolean {
  const isReplay = charges.some((charge) => charge.key === key && now - charge.now < 24 * hourMs);
  if (isReplay) return call !== 'lost claim';
  if (call !== 'answered' && call !== 'died after') return false;
  charges.push({ key, month: new Date(now).toISOString().slice(0, 7), price, now });
  return true;
}

function endOf(call: Event['call'], answers: boolean): AskingEnd {
  if (answers) return { ok: true, requestId: 'req_1' };
  return call === 'refused'
    ? { ok: false, code: 'validation_error', mayWorkLater: false }
    : { ok: false, code: 'upstream_error', mayWorkLater: true };
}
