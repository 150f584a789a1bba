import { number } from '../format.ts';
import type { BarOfTime } from './bars.tsx';
import { type Data, num, text } from './read.ts';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });
const fullMonthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });
const middleOf = (month: string) => new Date(`${month}-15`);

/** `Most in July (301,000), fewest in January (165,000).`; empty for a flat or unknown year. */
export function seasonText(months: readonly Data[]): string {
  const known = months
    .map((month) => ({ month: text(month, 'month'), volume: num(month, 'volume') }))
    .filter(({ volume }) => volume !== null)
    .toSorted((left, right) => (right.volume ?? 0) - (left.volume ?? 0));
  const [most, fewest] = [known[0], known.at(-1)];
  if (!most || !fewest || most.volume === fewest.volume) return '';
  const name = (month: string) => fullMonthName.format(middleOf(month));
  return `Most in ${name(most.month)} (${number(most.volume)}), fewest in ${name(fewest.month)} (${number(fewest.volume)}).`;
}

/** Searches of each month, oldest first. */
export function monthBars(months: readonly Data[]): readonly BarOfTime[] {
  return months
    .toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')))
    .map((month) => {
      const [of, volume] = [text(month, 'month'), num(month, 'volume')];
      return {
        name: monthName.format(middleOf(of)),
        text: `${of}: ${number(volume)}`,
        values: [volume ?? 0],
      };
    });
}
