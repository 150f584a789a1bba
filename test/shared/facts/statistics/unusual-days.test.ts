import { kernelDensityEstimation, median, quantile } from 'simple-statistics';
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

const fall = Math.log(0.7);

/**
 * The most powerful test there is, by Neyman and Pearson, of whether seven shuffled days lie 30 % lower, by one
 * who knows the very counts that they are drawn from and the first of them: found at 1 % of false alarms, and the alarms at 90 % found.
 */
function bestPower(days: readonly number[]) {
  const logs = days.map((count) => Math.log(count));
  const medians = Array.from({ length: 7 }, (_, weekday) =>
    median(logs.filter((_log, at) => at % 7 === weekday)),
  );
  const usual = logs.map((log, at) => log - (medians[at % 7] ?? 0));
  const density = kernelDensityEstimation(usual);
  const evidence = (log: number) => Math.log(density(log - fall) + 1e-9) - Math.log(density(log) + 1e-9);
  const [steady, fallen] = [usual.map(evidence), usual.map((log) => evidence(log + fall))];
  const random = createRandom(3);
  const weeks = (of: readonly number[]) =>
    Array.from({ length: 20_000 }, () =>
      Array.from({ length: 7 }, () => of[Math.floor(random() * of.length)] ?? 0).reduce(
        (sum, each) => sum + each,
        0,
      ),
    );
  const [ofSteady, ofFallen] = [weeks(steady), weeks(fallen)];
  const above = (of: readonly number[], limit: number) =>
    of.filter((each) => each > limit).length / of.length;
  return {
    power: above(ofFallen, quantile(ofSteady, 0.99)),
    alarmsForNineOfTen: above(ofSteady, quantile(ofFallen, 0.1)),
  };
}

/** Share of days from which seven lie 30 % below the fourteen before, though nothing was planted. */
function ownFalls(days: readonly number[]): number {
  const logs = days.map((count) => Math.log(count));
  const starts = Array.from({ length: days.length - 21 }, (_, at) => at + 14);
  const falls = starts.filter(
    (at) => median(logs.slice(at, at + 7)) - median(logs.slice(at - 14, at)) < fall,
  );
  return falls.length / starts.length;
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

  it('are found as seldom in a series that halves and doubles by itself where even a test that knows every day of it misses more than one of ten', () => {
    for (const [name, days] of series) {
      const best = bestPower(days);
      const own = ownFalls(days);
      if (process.env.SHOW_FIGURES)
        process.stdout.write(`${name}: ${JSON.stringify(best)}, by itself on ${own} of its days\n`);
      if (name.startsWith('R ')) expect([best.power > 0.99, own < 0.02]).toEqual([true, true]);
      else expect([best.power < 0.7, best.alarmsForNineOfTen > 0.1, own > 0.08]).toEqual([true, true, true]);
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
