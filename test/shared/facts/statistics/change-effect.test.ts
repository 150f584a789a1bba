import { effectsIn, figuresOf } from '#test/support/statistics/page-series.ts';

const standardError = (share: number, runs: number) => Math.sqrt((share * (1 - share)) / runs);

describe('the effect of a change', () => {
  it('is told of one in twenty pages that nobody changed', () => {
    const effects = effectsIn('a page as the others', { runs: 1_000 });
    expect(effects).toHaveLength(1_000);
    const { told } = figuresOf(effects, 1);
    expect(Math.abs(told - 0.05)).toBeLessThan(2 * standardError(0.05, 1_000));
  });

  it.each(['a page of 40 clicks a day', 'ten pages of 20 clicks a day, 200 others'] as const)(
    'of a tenth is told as often as the stated power says, of %s',
    (world) => {
      const runs = 100;
      const { told, power, held } = figuresOf(effectsIn(world, { runs, factor: 1.1 }), 1.1);
      expect(Math.abs(told - power)).toBeLessThan(3 * standardError(power, runs));
      expect(Math.abs(held - 0.95)).toBeLessThan(3 * standardError(0.95, runs));
    },
  );

  it('is told more often of ten pages than of one', () => {
    const told = (world: Parameters<typeof effectsIn>[0]) =>
      figuresOf(effectsIn(world, { runs: 60, factor: 1.1 }), 1.1).told;
    expect(told('ten pages of 20 clicks a day, 200 others')).toBeGreaterThan(
      2 * told('a page of 40 clicks a day'),
    );
  });
});
