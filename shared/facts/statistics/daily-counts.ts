import { linearRegression, linearRegressionLine, mean, sampleVariance } from 'simple-statistics';

const week = 7;

/**
 * How much wider than Poisson counts daily ones scatter around their trend and
 * weekday: the mean of squared deviations over what is expected. 1 at least, and
 * of less than three weeks.
 */
export function dispersionOf(days: readonly number[]): number {
  const sum = days.reduce((all, count) => all + count, 0);
  if (days.length < 3 * week || sum === 0) return 1;
  const weekdays = Array.from({ length: week }, (_, weekday) => {
    const counts = days.filter((_count, at) => at % week === weekday);
    return (counts.reduce((all, count) => all + count, 0) / counts.length) * (days.length / sum);
  });
  const trend = linearRegressionLine(
    linearRegression(days.map((count, at) => [at, count / (weekdays[at % week] || 1)])),
  );
  const squares = days.map((count, at) => {
    const expected = Math.max(trend(at) * (weekdays[at % week] ?? 1), 0.1);
    return (count - expected) ** 2 / expected;
  });
  return Math.max(1, squares.reduce((all, square) => all + square, 0) / (days.length - week - 1));
}

/**
 * By how much weekly counts grew from one period to another, with the standard
 * error of the logarithm as weeks scatter; undefined of fewer than two weeks each.
 */
export function growthOf(
  before: readonly number[],
  after: readonly number[],
): { readonly growth: number; readonly error: number } | undefined {
  if (Math.min(before.length, after.length) < 2 || [...before, ...after].some((count) => count <= 0))
    return undefined;
  const scatter = (weeks: readonly number[]) => sampleVariance(weeks.map(Math.log)) / weeks.length;
  return {
    growth: mean([...after]) / mean([...before]),
    error: Math.sqrt(scatter(before) + scatter(after)),
  };
}
