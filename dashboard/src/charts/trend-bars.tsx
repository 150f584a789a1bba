import { number } from '../format.ts';
import { Nothing } from './figures.tsx';
import { type Data, num, text } from './read.ts';
import classes from './trend-bars.module.css';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' });

const fullMonthName = new Intl.DateTimeFormat(undefined, { month: 'long', timeZone: 'UTC' });

/** `Most in July (301,000), fewest in January (165,000).`; empty for a flat or unknown year. */
export function seasonText(months: readonly Data[]): string {
  const known = months
    .map((month) => ({ month: text(month, 'month'), volume: num(month, 'volume') }))
    .filter(({ volume }) => volume !== null)
    .toSorted((left, right) => (right.volume ?? 0) - (left.volume ?? 0));
  const [most, fewest] = [known[0], known.at(-1)];
  if (!most || !fewest || most.volume === fewest.volume) return '';
  const name = (month: string) => fullMonthName.format(new Date(`${month}-15`));
  return `Most in ${name(most.month)} (${number(most.volume)}), fewest in ${name(fewest.month)} (${number(fewest.volume)}).`;
}

/** Twelve months as bars. */
export function TrendBars({ months }: { readonly months: readonly Data[] }) {
  if (months.length === 0) return <Nothing>No history is known.</Nothing>;
  const sorted = months.toSorted((left, right) => text(left, 'month').localeCompare(text(right, 'month')));
  const max = Math.max(1, ...sorted.map((month) => num(month, 'volume') ?? 0));
  return (
    <ol className={classes.bars}>
      {sorted.map((month) => {
        const volume = num(month, 'volume');
        return (
          <li key={text(month, 'month')} title={`${text(month, 'month')}: ${number(volume)}`}>
            <span className={classes.track}>
              <span className={classes.bar} style={{ height: `${(100 * (volume ?? 0)) / max}%` }} />
            </span>
            <span className={classes.name} aria-hidden="true">
              {monthName.format(new Date(`${text(month, 'month')}-15`)).charAt(0)}
            </span>
            <span className="visually-hidden">
              {text(month, 'month')}: {number(volume)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
