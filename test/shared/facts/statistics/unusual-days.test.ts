import { chanceOfFinding, fewestDays, unusualDays } from '#shared/facts/statistics/unusual-days.ts';
import { createRandom } from '#test/support/random.ts';
import { randomSource } from '#test/support/statistics/random-counts.ts';
import views from './daily-views.json' with { type: 'json' };

const one = { leastChange: 0.15, series: 1 } as const;
/** Days after which half a year of history is behind a day, near enough. */
const settled = 112;
const shuffles = 6;

/** The same days in another order, each on its weekday: whatever is told of them is a false alarm. */
function shuffled(series: readonly number[], seed: number): number[] {
  const random = createRandom(seed);
  const days = [...series];
  for (let at = days.length - 1; at >= 7; at -= 1) {
    const other = (at % 7) + 7 * Math.floor(random() * (Math.floor(at / 7) + 1));
    [days[at], days[other]] = [days[other] ?? 0, days[at] ?? 0];
  }
  return days;
}

/** Of falls by 30 % planted on every third day, how many are told within two and within seven days. */
function found(series: readonly number[]) {
  const starts = Array.from(
    { length: Math.floor((series.length - 7 - settled) / 3) },
    (_, at) => settled + 3 * at,
  );
  const days = starts.map((start) => {
    const planted = series
      .slice(0, start + 7)
      .map((count, at) => (at < start ? count : Math.round(count * 0.7)));
    const told = unusualDays(planted, { ...one, first: start }).find(({ change }) => change < 0);
    return told ? told.to - start + 1 : 99;
  });
  const within = (most: number) => days.filter((day) => day <= most).length / days.length;
  return { two: within(2), seven: within(7) };
}

const series = Object.entries(views);

describe('days off their usual range', () => {
  it.each(series)(
    'are told on 1 % of the days of a real series that is shuffled within its weekdays at most: %s',
    (name, days) => {
      for (const count of [1, 2]) {
        let alarms = 0;
        for (let seed = 1; seed <= shuffles; seed += 1)
          alarms += unusualDays(shuffled(days, seed), { ...one, series: count, first: settled }).length;
        // Of several series that are judged together each has its part of the alarms.
        const share = (alarms * count) / (shuffles * (days.length - settled));
        if (process.env.SHOW_FIGURES) process.stdout.write(`${name}, ${count} series: ${share}\n`);
        expect(share).toBeLessThanOrEqual(0.01);
      }
    },
  );

  it('show a lasting fall of 30 % within two days in nine of ten cases where the series is steady enough, and elsewhere say how seldom', () => {
    for (const [name, days] of series) {
      const { two, seven } = found(days);
      const told = chanceOfFinding(days, { ...one, fall: 0.3 });
      if (process.env.SHOW_FIGURES)
        process.stdout.write(
          `${name}: ${two} within two days, ${seven} within seven, told ${JSON.stringify(told)}\n`,
        );
      if (name.startsWith('R ')) expect([two >= 0.9, seven >= 0.9]).toEqual([true, true]);
      else expect(told?.sevenDays).toBeLessThan(0.75);
      expect(Math.abs((told?.sevenDays ?? 0) - seven)).toBeLessThan(0.2);
    }
  });

  it('are told once of what lasts, with what was expected', () => {
    const random = randomSource(7);
    const days = Array.from({ length: 160 }, (_, day) =>
      random.poisson((day % 7 > 4 ? 60 : 100) * (day < 140 ? 1 : 0.5)),
    );
    const [told, ...more] = unusualDays(days, { ...one, first: fewestDays });
    expect(more).toEqual([]);
    expect(told).toMatchObject({ from: 140, to: 141 });
    expect(told?.change).toBeLessThan(-0.35);
    expect(told && told.counted < told.low && told.low < told.expected).toBe(true);
  });

  it('are told of neither few counts nor a short history, nor where all days are alike', () => {
    const fall = (level: number, length: number) =>
      Array.from({ length }, (_, day) => (day < length - 3 ? level : 0));
    expect(unusualDays(fall(4, 200), { ...one, first: 100 })).toEqual([]);
    expect(unusualDays(fall(100, fewestDays - 1), { ...one, first: 0 })).toEqual([]);
    expect(
      unusualDays(
        Array.from({ length: 200 }, () => 50),
        { ...one, first: 0 },
      ),
    ).toEqual([]);
    expect(unusualDays(fall(100, 200), { ...one, first: 100 })).toHaveLength(1);
    expect(unusualDays([], { ...one, first: 0 })).toEqual([]);
    expect(chanceOfFinding(fall(100, 100), { ...one, fall: 0.3 })).toBeUndefined();
  });
});
