import fc from 'fast-check';
import { occurrenceAt, type Timing } from '#shared/callers/watch/occurrences.ts';
import { weekdays } from '#shared/contract/rule-choices.ts';
import { rhythms } from '#shared/contract/watch.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const start = Date.UTC(2026, 10, 2);
const at = (text: string) => Date.parse(text);

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
const moment = fc.integer({ min: start, max: start + 800 * dayMs });

/** What the clocks of a zone show. */
function clockIn(timeZone: string, moment: number) {
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    weekday: undefined,
  }).format(moment);
  const [date = '', time = ''] = text.split(' ');
  const weekday = weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7];
  return { date, time, weekday };
}

function expectShown({ every, at, weekday, day, time_zone }: Timing & { day: number }, time: number): void {
  const shown = clockIn(time_zone, time);
  // Clocks that were put forward show half an hour or an hour more at the moment that they skipped.
  if (shown.time !== at) expect(clockIn(time_zone, time - hourMs).time).not.toBe(at);
  if (every === 'week') expect(shown.weekday).toBe(weekday);
  if (every === 'month') expect(Number(shown.date.slice(8))).toBe(day);
}

describe('the moments at which a tracker is due', () => {
  it('show its hour on the clocks of its time zone, but where those skip it, and its day', () => {
    fc.assert(
      fc.property(timing, moment, (asked, now) => {
        const { due, next, period } = occurrenceAt(asked, now);
        expect([due <= now, next > now]).toEqual([true, true]);
        for (const time of [due, next]) expectShown(asked, time);
        expect(period <= clockIn(asked.time_zone, due).date).toBe(true);
        if (asked.every === 'week') expect(new Date(`${period}T00:00:00Z`).getUTCDay()).toBe(1);
      }),
      { numRuns: 500 },
    );
  });

  it('follow one another, each in a period of its own', () => {
    fc.assert(
      fc.property(timing, moment, (asked, now) => {
        const first = occurrenceAt(asked, now);
        const second = occurrenceAt(asked, first.next);
        expect([second.due, second.period]).toEqual([first.next, first.nextPeriod]);
        expect(second.period > first.period).toBe(true);
      }),
    );
  });

  it.each([
    [
      'put forward past the hour',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'],
    ],
    ['put back over it', '2026-10-24T12:00:00Z', ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
  ])('are once a day where clocks are %s', (_which, from, moments) => {
    const daily = { every: 'day', at: '02:30', time_zone: 'Europe/Berlin' } as const;
    const first = occurrenceAt(daily, at(from)).next;
    const second = occurrenceAt(daily, first).next;
    expect([first, second].map((moment) => new Date(moment).toISOString())).toEqual(moments);
  });
});
