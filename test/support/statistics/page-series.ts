import {
  type ChangeEffect,
  type EffectQuestion,
  measureEffect,
} from '#shared/facts/statistics/change-effect.ts';
import { randomSource } from './random-counts.ts';

/** How the clicks of the pages of a site run. Deviations are of the logarithm of a day's clicks. */
interface World {
  /** Pages that nobody changed. */
  readonly pages: number;
  /** What moves a page alone, and what moves the whole site. */
  readonly own: number;
  readonly site: number;
  /** Of a day with the day before. */
  readonly correlation: number;
  /** Of the trends of pages, over all weeks. */
  readonly trend: number;
  /** Degrees of freedom of Student's t in place of the normal: the fewer, the heavier the tails. */
  readonly tails?: number;
  /** Clicks a day of the least page; the others have up to some ten times as many. */
  readonly least: number;
  /** Clicks a day of each changed page; as those of the other pages where it is left out. */
  readonly level?: number;
  /** Changed pages. */
  readonly changed: number;
}

const usual: World = { pages: 24, own: 0.1, site: 0.1, correlation: 0.6, trend: 0.1, least: 5, changed: 1 };

/** Sites that differ in what makes a change hard to tell. */
export const worlds = {
  'a page as the others': usual,
  'a page of 40 clicks a day': { ...usual, level: 40 },
  'a page of 300 clicks a day': { ...usual, level: 300 },
  'a page of 3 clicks a day': { ...usual, level: 3 },
  'sixty other pages': { ...usual, pages: 60, level: 40 },
  'ten pages of 20 clicks a day, 200 others': { ...usual, pages: 200, level: 20, changed: 10 },
  'days that hang together (correlation 0.9)': {
    ...usual,
    pages: 40,
    own: 0.2,
    correlation: 0.9,
    trend: 0.2,
  },
  'heavy tails (t of 3)': { ...usual, pages: 40, own: 0.2, trend: 0.2, tails: 3 },
  'mostly days without a click': { ...usual, pages: 60, least: 0.5, level: 0.7 },
} as const satisfies Readonly<Record<string, World>>;
export type WorldName = keyof typeof worlds;

const weeksBefore = 8;
const weeksAfter = 4;
const days = 7 * (weeksBefore + weeksAfter);

/** Daily clicks of a site with weekdays, trends, days that hang together and Poisson counts; `factor` is what the change does. */
function questionOf(world: World, seed: number, factor: number): EffectQuestion {
  const random = randomSource(seed);
  const { site, page, level } = siteOf(world, random);
  const weekend = 0.6 + 0.6 * random.uniform();
  const counted = (mean: number, effect = 1) =>
    page(mean, { site, weekend }).map((expected, day) =>
      random.poisson(expected * (day < 7 * weeksBefore ? 1 : effect)),
    );
  const controls = Array.from({ length: world.pages }, () => counted(level()));
  const changed = Array.from({ length: world.changed }, () => counted(world.level ?? level(), factor));
  return {
    treated: Array.from({ length: days }, (_, day) => changed.reduce((sum, one) => sum + (one[day] ?? 0), 0)),
    pages: world.changed,
    controls,
    weeksBefore,
  };
}

function siteOf(world: World, random: ReturnType<typeof randomSource>) {
  const shock = () => {
    if (world.tails === undefined) return random.normal();
    const squares = Array.from({ length: world.tails }, () => random.normal() ** 2);
    const spread = squares.reduce((sum, square) => sum + square, 0) / world.tails;
    // Of variance 1, and never beyond ten of its deviations: no day has a thousand times the clicks.
    const drawn = random.normal() / Math.sqrt((spread * world.tails) / (world.tails - 2));
    return Math.max(-10, Math.min(10, drawn));
  };
  const wave = (deviation: number, draw: () => number) => {
    let now = random.normal() * deviation;
    return Array.from({ length: days }, () => {
      now = world.correlation * now + Math.sqrt(1 - world.correlation ** 2) * deviation * draw();
      return now;
    });
  };
  const page = (mean: number, at: { readonly site: readonly number[]; readonly weekend: number }) => {
    const own = wave(world.own, shock);
    const slope = random.normal() * world.trend;
    const reach = 0.7 + 0.6 * random.uniform();
    const weekly = at.weekend + 0.1 * random.normal();
    return own.map((moved, day) => {
      const grown = Math.exp(moved + reach * (at.site[day] ?? 0) + (slope * day) / days);
      return Math.max(0.01, mean * grown * (day % 7 > 4 ? weekly : 1));
    });
  };
  const level = () => world.least * Math.exp(1.2 * Math.abs(random.normal()));
  return { site: wave(world.site, random.normal), page, level };
}

/** Effects of as many worlds of the kind, each of a seed of its own. */
export function effectsIn(
  name: WorldName,
  { runs, factor = 1, seed = 1 }: { readonly runs: number; readonly factor?: number; readonly seed?: number },
): readonly ChangeEffect[] {
  return Array.from({ length: runs }, (_, run) =>
    measureEffect(questionOf(worlds[name], seed * 1_000_000 + run, factor)),
  ).flatMap((effect) => effect ?? []);
}

/** What part of effects were told, the power that they state, and what part of their intervals hold the truth. */
export function figuresOf(effects: readonly ChangeEffect[], factor: number) {
  const shareOf = (holds: (effect: ChangeEffect) => boolean) => effects.filter(holds).length / effects.length;
  const truth = ({ expected }: ChangeEffect) => (factor - 1) * expected;
  return {
    told: shareOf(({ pValue }) => pValue < 0.05 + 1e-9),
    power: effects.reduce((sum, { power }) => sum + power, 0) / effects.length,
    held: shareOf((effect) => effect.low <= truth(effect) && truth(effect) <= effect.high),
  };
}
