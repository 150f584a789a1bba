import { fcnnls } from 'ml-fcnnls';
import { Matrix } from 'ml-matrix';
import { mean, probit, sampleVariance } from 'simple-statistics';

export interface EffectQuestion {
  /** Daily counts of the changed pages, oldest first: `weeksBefore` weeks, then whole weeks after. */
  readonly treated: readonly number[];
  /** As how many pages of one level the changed ones count; as many control pages are compared together. */
  readonly pages: number;
  /** The same days of pages that were not changed. */
  readonly controls: readonly (readonly number[])[];
  readonly weeksBefore: number;
}

export interface ChangeEffect {
  /** All days after together, above or below what the control pages lead one to expect. */
  readonly clicks: number;
  readonly low: number;
  readonly high: number;
  readonly share: number;
  readonly expected: number;
  /** Share of pages, the changed ones among them, that moved at least as much without a change. */
  readonly pValue: number;
  /** Control pages with a weight. */
  readonly controls: number;
  readonly placebos: number;
  /** Chance that a change by `foundShare` would have been told from none. */
  readonly power: number;
  /** Days after the change from which on `foundShare` would be found at `wantedPower`; null if not within a year. */
  readonly needsDays: number | null;
  readonly verdict: 'effect' | 'no_effect_seen' | 'cannot_tell';
}

/** The effect that `power` and `needsDays` speak of: one clicked tenth more. */
export const foundShare = 0.1;
const wantedPower = 0.8;
const significance = 0.05;
/** A p-value can be exactly 0.05 where one more than the placebos is a multiple of this. */
const ranks = Math.round(1 / significance);
const mostPlacebos = 4 * ranks - 1;
/** With fewer placebos no p-value is below 0.05. */
const fewestPlacebos = ranks - 1;
const fewestDonors = 5;
const mostDonors = 12;
export const fewestControls = fewestPlacebos + fewestDonors;
/** A page with less a day tells nothing. */
const fewestADay = 0.5;
const week = 7;

/**
 * What the counts of the changed pages did beyond what control pages let one
 * expect: a synthetic control of non-negative weights, fitted to the weeks before.
 * The same is computed for other control pages as though they had been changed, and the
 * p-value is the place of the true one among these. Pages that the control is made of are
 * no placebos: as one moves it would move the gaps of all others, and that of the changed pages
 * none. Undefined where fewer than `fewestControls` have enough counts, or the changed ones none.
 */
export function measureEffect(question: EffectQuestion): ChangeEffect | undefined {
  const { treated, weeksBefore } = question;
  const own = unitOf(treated, weeksBefore);
  const pool = poolOf(question);
  if (own.level <= 0 || pool.length < fewestControls) return undefined;
  const [donors, others] = parted(pool);
  const fitted = gapOf(own, donors, weeksBefore);
  const placebos = others.map((unit) => gapOf(unit, donors, weeksBefore));
  const error = errorsOf([fitted, ...placebos], weeksBefore);
  const scores = placebos.map((placebo) => placebo.gap / error(placebo));
  const sizes = scores.map(Math.abs).toSorted((one, other) => other - one);
  const size = Math.abs(fitted.gap / error(fitted));
  const pValue = (1 + sizes.filter((each) => each >= size).length) / (1 + sizes.length);
  // The interval holds what a test at this level does not refuse.
  const bound = sizes[(sizes.length + 1) / ranks - 1] ?? Number.POSITIVE_INFINITY;
  const days = fitted.weeks * week;
  const clicks = fitted.gap * own.level * days;
  const half = bound * error(fitted) * own.level * days;
  const planted = foundShare * fitted.expected;
  const power =
    scores.filter((each) => Math.abs(each + planted / error(fitted)) > bound).length / scores.length;
  return {
    clicks,
    low: clicks - half,
    high: clicks + half,
    share: fitted.expected > 0 ? fitted.gap / fitted.expected : 0,
    expected: fitted.expected * own.level * days,
    pValue,
    controls: fitted.donors,
    placebos: placebos.length,
    power,
    ...judged(
      pValue,
      power,
      daysFor(planted, bound, (weeks) => error(fitted, weeks)),
    ),
  };
}

/** Control pages, or groups of as many as were changed, those with most first. */
function poolOf({ pages, controls, weeksBefore }: EffectQuestion): Unit[] {
  const units = (all: readonly (readonly number[])[]) =>
    all
      .map((days) => unitOf(days, weeksBefore))
      .filter(({ level }) => level >= fewestADay)
      .toSorted((a, b) => b.level - a.level);
  const single = units(controls);
  const groups = Math.max(fewestControls, Math.floor(single.length / Math.max(1, Math.round(pages))));
  // Dealt by level, so that the groups are alike.
  const dealt = Map.groupBy(single.entries(), ([at]) => at % groups).values();
  return units([...dealt].map((group) => summed(group.map(([, unit]) => unit))));
}

/** Units of all levels to make controls of, and the others: as many as give a p-value of exactly 0.05. */
function parted(pool: readonly Unit[]): readonly [donors: Unit[], others: Unit[]] {
  const wanted = Math.floor((pool.length - mostDonors + 1) / ranks) * ranks - 1;
  const donors = pool.length - Math.min(mostPlacebos, Math.max(fewestPlacebos, wanted));
  const places = (at: number) => Math.floor((at * donors) / pool.length);
  const isDonor = (at: number) => places(at + 1) > places(at);
  return [pool.filter((_, at) => isDonor(at)), pool.filter((_, at) => !isDonor(at))];
}

const summed = (units: readonly Unit[]) =>
  (units[0]?.days ?? []).map((_, day) =>
    units.reduce((sum, { level, days }) => sum + level * (days[day] ?? 0), 0),
  );

function judged(
  pValue: number,
  power: number,
  days: number | null,
): Pick<ChangeEffect, 'verdict' | 'needsDays'> {
  if (pValue <= significance) return { verdict: 'effect', needsDays: null };
  return power >= wantedPower
    ? { verdict: 'no_effect_seen', needsDays: null }
    : { verdict: 'cannot_tell', needsDays: days };
}

function daysFor(planted: number, bound: number, error: (weeks: number) => number): number | null {
  const needed = bound + probit(wantedPower);
  for (let weeks = 1; weeks <= 52; weeks += 1) if (planted >= needed * error(weeks)) return weeks * week;
  return null;
}

/** Daily counts brought to a mean of 1 before the change. */
interface Unit {
  readonly level: number;
  readonly days: readonly number[];
  /** Its weeks and weekdays before, by which units are matched. */
  readonly shape: readonly number[];
}

function unitOf(counts: readonly number[], weeksBefore: number): Unit {
  const before = counts.slice(0, weeksBefore * week);
  const level = mean([...before]);
  const days = counts.map((count) => (level > 0 ? count / level : 0));
  return {
    level,
    days,
    shape: [...weeklyMeans(days.slice(0, before.length)), ...weekdayMeans(days.slice(0, before.length))],
  };
}

function weeklyMeans(days: readonly number[]): number[] {
  return Array.from({ length: Math.floor(days.length / week) }, (_, at) =>
    mean(days.slice(at * week, (at + 1) * week)),
  );
}

const weekdayMeans = (days: readonly number[]) =>
  Array.from({ length: week }, (_, weekday) => mean(days.filter((_day, at) => at % week === weekday)));

interface Gap {
  /** Mean after less mean before of what the control does not explain, in means of a day before. */
  readonly gap: number;
  /** Of a week's mean, in the weeks before. */
  readonly variance: number;
  readonly level: number;
  readonly expected: number;
  readonly donors: number;
  readonly weeks: number;
}

/** How much the noise of a unit counts against what is usual at its level. */
const ownNoise = 0.8;
/** The least that it counts as a part of what is usual. */
const leastNoise = 0.05;
/** A gap beyond so many standard errors counts as that many in what is usual, so that no single one decides. */
const mostErrors = 4;

/**
 * The standard error of a gap, by what all units show: how weeks before scatter, of
 * which the part of counts shrinks as the level grows and that of what moves all clicks of a page does
 * not; and by how much gaps exceed it, as weeks hang together and trends part, a standard error more
 * than it seems. A unit's own gap has no part in its error, and each has the same in that of
 * the others, so that among units without a change none stands out by how it is counted.
 */
function errorsOf(units: readonly Gap[], weeksBefore: number): (unit: Gap, weeks?: number) => number {
  const usual = usualVariance(units);
  const rows = units.map((unit) => {
    const spread = 1 / unit.weeks + 1 / weeksBefore;
    const noise = Math.max(1 - ownNoise + (ownNoise * unit.variance) / usual(unit.level), leastNoise);
    const expected = spread * usual(unit.level);
    const square = Math.min(unit.gap ** 2 / noise, mostErrors ** 2 * expected);
    return { unit, noise, weight: 1 / expected ** 2, beyond: square - expected };
  });
  const sumOf = (value: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + value(row), 0);
  const weights = sumOf(({ weight }) => weight);
  const beyonds = sumOf(({ weight, beyond }) => weight * beyond);
  const squares = sumOf(({ weight, beyond }) => (weight * beyond) ** 2);
  return (unit, weeks = unit.weeks) => {
    const row = rows.find((each) => each.unit === unit);
    const { noise = 1, weight = 0, beyond = 0 } = row ?? {};
    const spread = Math.sqrt(Math.max(0, squares - (weight * beyond) ** 2));
    const excess = Math.max(0, (beyonds - weight * beyond + spread) / (weights - weight));
    return Math.sqrt(noise * ((1 / weeks + 1 / weeksBefore) * usual(unit.level) + excess));
  };
}

function usualVariance(gaps: readonly Gap[]): (level: number) => number {
  // Each row weighs as its variance does, so that small pages do not decide for large ones.
  const rows = gaps.map(({ level, variance }) => {
    const size = Math.max(variance, 1 / (week * level));
    return { seen: [variance / size], by: [1 / level / size, 1 / size] };
  });
  const [counts = 0, others = 0] = fcnnls(
    new Matrix(rows.map(({ by }) => by)),
    new Matrix(rows.map(({ seen }) => seen)),
  ).K.to1DArray();
  return (level) => Math.max(counts, 1 / week) / level + others;
}

function gapOf(unit: Unit, pool: readonly Unit[], weeksBefore: number): Gap {
  const donors = alike(unit, pool);
  const length = weeksBefore * week;
  const weights = weightsOf(unit, donors, [0, length]);
  const control = controlOf(donors, weights);
  const rest = unit.days.map((count, day) => count - (control[day] ?? 0));
  const before = weeklyMeans(rest.slice(0, length));
  const after = weeklyMeans(rest.slice(length));
  return {
    gap: mean(after) - mean(before),
    variance: sampleVariance(unseenWeeks(unit, donors, length)),
    level: unit.level,
    expected: mean(control.slice(length)) + mean(before),
    donors: weights.filter((weight) => weight > 0.001).length,
    weeks: after.length,
  };
}

const controlOf = (donors: readonly Unit[], weights: readonly number[]) =>
  (donors[0]?.days ?? []).map((_, day) =>
    donors.reduce((sum, donor, at) => sum + (weights[at] ?? 0) * (donor.days[day] ?? 0), 0),
  );

/** What the control leaves of each week before, by weights of the half that the week is not in: as it is of weeks after. */
function unseenWeeks(unit: Unit, donors: readonly Unit[], length: number): number[] {
  const half = Math.floor(length / week / 2) * week;
  const left = ([from, to]: Span, [first, last]: Span) => {
    const control = controlOf(donors, weightsOf(unit, donors, [first, last]));
    return weeklyMeans(unit.days.map((count, day) => count - (control[day] ?? 0)).slice(from, to));
  };
  return [...left([0, half], [half, length]), ...left([half, length], [0, half])];
}

type Span = readonly [from: number, to: number];

/** The control pages whose weeks and weekdays ran most alike, and which have a like level. */
function alike(unit: Unit, pool: readonly Unit[]): Unit[] {
  const distance = (other: Unit) =>
    other.shape.reduce((sum, each, at) => sum + (each - (unit.shape[at] ?? 0)) ** 2, 0) +
    0.05 * Math.log(other.level / unit.level) ** 2;
  return pool
    .map((other) => ({ other, far: distance(other) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, mostDonors)
    .map(({ other }) => other);
}

/** Non-negative weights of the days before; what is noise in the controls draws them toward equal ones. */
function weightsOf(unit: Unit, donors: readonly Unit[], [from, to]: Span): number[] {
  const length = to - from;
  const equal = 1 / donors.length;
  const pull = donors.map(({ level }) => Math.sqrt(length / level));
  const rows = Array.from({ length }, (_, day) => donors.map(({ days }) => days[from + day] ?? 0));
  const pulls = donors.map((_, at) => donors.map((_other, column) => (at === column ? (pull[at] ?? 0) : 0)));
  const wanted = [...unit.days.slice(from, to), ...pull.map((each) => each * equal)];
  return fcnnls(new Matrix([...rows, ...pulls]), Matrix.columnVector(wanted)).K.to1DArray();
}
