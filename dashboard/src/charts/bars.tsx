import { scaleLinear } from 'd3-scale';
import { shortNumber } from '../format.ts';
import classes from './bars.module.css';

/** One bar. */
export interface BarOfTime {
  /** Stands below it. */
  readonly name: string;
  /** All that it holds, in words. */
  readonly text: string;
  /** One for each color, from the bottom up. */
  readonly values: readonly number[];
}

interface BarsProps {
  readonly label: string;
  readonly height: number;
  readonly colors: readonly string[];
  readonly rows: readonly BarOfTime[];
}

/** Bars of which so many have their name below them. */
const namedBars = 6;

/** Bars over time, of one color or stacked; what each holds is on hover, and read out. */
export function Bars({ label, height, colors, rows }: BarsProps) {
  const sumOf = ({ values }: BarOfTime) => values.reduce((sum, value) => sum + value, 0);
  const scale = scaleLinear([0, Math.max(1, ...rows.map(sumOf))], [0, 100]).nice(4);
  const every = Math.ceil(rows.length / namedBars);
  return (
    <div className={classes.chart} style={{ height }}>
      {scale.ticks(4).map((tick) => (
        <div key={tick} className={classes.tick} style={{ bottom: `${scale(tick)}%` }} aria-hidden="true">
          <span>{shortNumber(tick)}</span>
        </div>
      ))}
      <ol className={classes.bars} aria-label={label}>
        {rows.map((row, index) => (
          <li key={row.name} title={row.text}>
            <span className="visually-hidden">{row.text}</span>
            <div className={classes.bar} style={{ height: `${scale(sumOf(row))}%` }} aria-hidden="true">
              {row.values.map((value, part) => (
                <span key={colors[part]} style={{ flexGrow: value, background: colors[part] }} />
              ))}
            </div>
            {index % every === 0 ? (
              <span className={classes.name} aria-hidden="true">
                {row.name}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
