import { number } from '../format.ts';
import { Nothing } from './figures.tsx';
import { type Data, num, text } from './read.ts';
import classes from './trend-bars.module.css';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });

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
