import { cumulativeStdNormalProbability, median, probit, quantile } from 'simple-statistics';

/** Days of its own history that a day is judged by, and the fewest of them. */
const historyDays = 180;
export const fewestDays = 70;
const levelDays = 14;
const week = 7;
/** Deviations beyond which two days in a row, or seven together, are no chance. */
const limits = { days: 1.8, week: 2.6 } as const;
/** Of fewer a day a share says little. */
const fewestADay = 10;
/** Scatter that even the steadiest series has. */
const leastScatter = 0.02;
/** What lasts is told once. */
const quietDays = 7;
/** Planted falls that the chance of finding one is taken of. */
const mostPlanted = 40;

/** Days whose counts lie beyond their usual range: the last two, or the last seven. */
export interface UnusualDays {
  /** Places in the series, both included. */
  readonly from: number;
  readonly to: number;
  readonly counted: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  /** Of what was expected; below zero is a fall. */
  readonly change: number;
}

export interface Caution {
  /** Changes by a smaller share are not told, whatever chance says. */
  readonly leastChange: number;
  /** Series of the same site that are judged together: each has so much less chance of a false alarm. */
  readonly series: number;
}

/**
 * What is to be told of the days from `first` on, oldest first. A day is judged by those before it alone:
 * logarithms less their weekday's median, against the median of two weeks and the scatter of half a year
 * on the same side, which is a count's own at least. Two days in a row must lie outside, or the median of
 * seven; what goes on is not told again until it has ended for a week.
 */
export function unusualDays(
  counts: readonly number[],
  { first, ...caution }: Caution & { readonly first: number },
): UnusualDays[] {
  const told: UnusualDays[] = [];
  const last = new Map<number, number>();
  for (let at = Math.max(fewestDays, first - 2 * quietDays); at < counts.length; at += 1) {
    const found = judge(counts, at, caution);
    if (!found) continue;
    const side = Math.sign(found.change);
    const isNew = at - (last.get(side) ?? Number.NEGATIVE_INFINITY) > quietDays;
    if (isNew && at >= first) told.push(found);
    last.set(side, at);
  }
  return told;
}

/**
 * How often a fall that lasts would have been told within two and within seven days, by falls planted in the
 * series itself; undefined of too few days.
 */
export function chanceOfFinding(
  counts: readonly number[],
  { fall, ...caution }: Caution & { readonly fall: number },
): { readonly twoDays: number; readonly sevenDays: number } | undefined {
  const starts = counts.length - week - fewestDays;
  if (starts < mostPlanted) return undefined;
  const step = Math.max(1, Math.floor(starts / mostPlanted));
  const found = Array.from({ length: mostPlanted }, (_, run) => {
    const start = counts.length - week - run * step;
    const planted = counts
      .slice(0, start + week)
      .map((count, at) => (at < start ? count : Math.round(count * (1 - fall))));
    return Array.from({ length: week }, (_day, day) => day + 1).find(
      (day) => (judge(planted, start + day - 1, caution)?.change ?? 0) < 0,
    );
  });
  const shareWithin = (days: number) =>
    found.filter((day) => day !== undefined && day <= days).length / found.length;
  return { twoDays: shareWithin(2), sevenDays: shareWithin(week) };
}

function judge(counts: readonly number[], at: number, caution: Caution): UnusualDays | undefined {
  const start = Math.max(0, at - historyDays);
  if (at - start < fewestDays) return undefined;
  const series = adjusted(counts.slice(start, at + 1));
  const last = at - start;
  const found =
    judgeSpan(series, { last, length: 2, ...twoDays(series, last), limit: limits.days }, caution) ??
    judgeSpan(series, { last, length: week, ...sevenDays(series, last), limit: limits.week }, caution);
  return found && { ...found, from: found.from + start, to: at };
}

interface Span {
  readonly last: number;
  readonly length: number;
  readonly shift: number;
  readonly scatter: number;
  readonly limit: number;
}

function judgeSpan(
  series: Series,
  { last, length, shift, scatter, limit }: Span,
  { leastChange, series: together }: Caution,
): UnusualDays | undefined {
  const far = scatter * limitOf(limit, together);
  if (Math.abs(shift) <= far || Math.abs(Math.expm1(shift)) < leastChange) return undefined;
  const from = last - length + 1;
  const level = levelAt(series, from);
  const days = series.days.slice(from);
  const expected = days.reduce((sum, { season }) => sum + Math.exp(level + season) - 1, 0);
  if (expected < fewestADay * length) return undefined;
  const counted = days.reduce((sum, { count }) => sum + count, 0);
  return {
    ...{ from, to: last, counted, expected },
    low: expected * Math.exp(-far),
    high: expected * Math.exp(far),
    change: counted / expected - 1,
  };
}

/** A limit whose chance of a false alarm is shared out among series. */
function limitOf(limit: number, series: number): number {
  return series === 1 ? limit : probit(1 - (1 - cumulativeStdNormalProbability(limit)) / series);
}

interface Series {
  readonly days: readonly { readonly count: number; readonly season: number; readonly level: number }[];
}

/** Logarithms of counts, and of each day what its weekday has above the others. */
function adjusted(counts: readonly number[]): Series {
  const logs = counts.map((count) => Math.log(count + 1));
  // The days that are judged say nothing about what is usual.
  const apart: number[][] = Array.from({ length: week }, () => []);
  for (let at = 3; at < logs.length - week; at += 1)
    apart[at % week]?.push((logs[at] ?? 0) - median(logs.slice(at - 3, at + 4)));
  const medians = apart.map((each) => median(each));
  const mean = medians.reduce((sum, each) => sum + each, 0) / week;
  const days = counts.map((count, at) => {
    const season = (medians[at % week] ?? 0) - mean;
    return { count, season, level: (logs[at] ?? 0) - season };
  });
  return { days };
}

function levelAt({ days }: Series, end: number): number {
  return median(days.slice(Math.max(0, end - levelDays), end).map(({ level }) => level));
}

/** By how much both of two days lie to one side: of the two, the less. */
function twoDays(series: Series, last: number) {
  const before = levelAt(series, last - 1);
  const [one = 0, other = 0] = series.days.slice(last - 1, last + 1).map(({ level }) => level - before);
  const shift =
    Math.sign(one) === Math.sign(other) ? Math.sign(one) * Math.min(Math.abs(one), Math.abs(other)) : 0;
  const usual = range(levelDays, last - week).map(
    (at) => (series.days[at]?.level ?? 0) - levelAt(series, at),
  );
  return { shift, scatter: scatterOf(usual, shift, Math.exp(before)) };
}

function sevenDays(series: Series, last: number) {
  const shiftOf = (at: number) =>
    median(series.days.slice(at - week + 1, at + 1).map(({ level }) => level)) -
    levelAt(series, at - week + 1);
  const shift = shiftOf(last);
  const usual = range(levelDays + week - 1, last - week).map(shiftOf);
  return { shift, scatter: scatterOf(usual, shift, week * Math.exp(levelAt(series, last - week + 1))) };
}

const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** Standard deviation as quantiles of one side have it: what is beyond them does not widen it. */
function scatterOf(usual: readonly number[], shift: number, expected: number): number {
  const side = shift < 0 ? -1 : 1;
  const sizes = usual.map((each) => Math.max(0, each * side));
  const wide = [0.8, 0.9, 0.95].map((share) => quantile(sizes, share) / probit(share));
  return Math.max(...wide, 1 / Math.sqrt(Math.max(1, expected)), leastScatter);
}
