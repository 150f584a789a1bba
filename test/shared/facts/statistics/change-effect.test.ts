import { type EffectQuestion, measureEffect } from '#shared/facts/statistics/change-effect.ts';
import { randomSource } from './random-counts.ts';

const weeksBefore = 8;
const weeksAfter = 4;
const days = 7 * (weeksBefore + weeksAfter);

/**
 * Pages of a site with the noise that daily series of real sites have: days that
 * hang together (correlation 0.6), of which a part is of the whole site, weekdays, trends, and Poisson counts.
 */
function series(seed: number, pages: number, level: number) {
  const random = randomSource(seed);
  const wave = (deviation: number) => {
    let now = random.normal() * deviation;
    return Array.from({ length: days }, () => {
      now = 0.6 * now + Math.sqrt(1 - 0.36) * deviation * random.normal();
      return now;
    });
  };
  const site = wave(0.1);
  const weekend = 0.6 + 0.6 * random.uniform();
  const page = (mean: number) => {
    const own = wave(0.1);
    const [slope, reach, weekly] = [
      random.normal() * 0.1,
      0.7 + 0.6 * random.uniform(),
      weekend + 0.1 * random.normal(),
    ];
    return Array.from({ length: days }, (_, day) =>
      Math.max(
        0.01,
        mean *
          Math.exp((own[day] ?? 0) + reach * (site[day] ?? 0) + (slope * day) / days) *
          (day % 7 > 4 ? weekly : 1),
      ),
    );
  };
  const counted = (means: readonly number[], factor = 1) =>
    means.map((mean, day) => random.poisson(mean * (day < 7 * weeksBefore ? 1 : factor)));
  const changed = page(level);
  return {
    controls: Array.from({ length: pages }, () =>
      counted(page(5 * Math.exp(1.2 * Math.abs(random.normal())))),
    ),
    changed: (factor: number) => counted(changed, factor),
  };
}

function question(seed: number, level: number, factor: number): EffectQuestion {
  const { controls, changed } = series(seed, 24, level);
  return { treated: changed(factor), controls, weeksBefore };
}

const found = (level: number, factor: number, runs: number) =>
  Array.from({ length: runs }, (_, seed) => measureEffect(question(seed + 1, level, factor))).flatMap(
    (effect) => effect ?? [],
  );
const shareOf = <Row>(rows: readonly Row[], holds: (row: Row) => boolean) =>
  rows.filter(holds).length / rows.length;

describe('the effect of a change', () => {
  it('is seen in one of twenty pages that nobody changed', () => {
    const runs = 1_000;
    const effects = found(40, 1, runs);
    const share = shareOf(effects, ({ pValue }) => pValue < 0.05 + 1e-9);
    const power = effects.reduce((sum, each) => sum + each.power, 0) / runs;
    if (process.env.SHOW_FIGURES)
      process.stdout.write(`placebos: ${share} of ${effects.length}; power ${power}\n`);
    expect(effects).toHaveLength(runs);
    expect(Math.abs(share - 0.05)).toBeLessThan(3 * Math.sqrt((0.05 * 0.95) / runs));
  });

  it.each([40, 300])('of a tenth is found as often as the stated power says, at %d clicks a day', (level) => {
    const effects = found(level, 1.1, 100);
    const seen = shareOf(effects, ({ verdict }) => verdict === 'effect');
    const power = effects.reduce((sum, each) => sum + each.power, 0) / effects.length;
    const held = shareOf(
      effects,
      ({ low, high, expected }) => low <= 0.1 * expected && 0.1 * expected <= high,
    );
    if (process.env.SHOW_FIGURES)
      process.stdout.write(`${level} a day: seen ${seen}, power ${power}, held ${held}\n`);
    expect(Math.abs(seen - power)).toBeLessThan(0.15);
  });
});
