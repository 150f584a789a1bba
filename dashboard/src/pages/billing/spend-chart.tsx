import { getThemeColor, useMantineTheme } from '@mantine/core';
import { scaleLinear } from 'd3-scale';
import { number, shortNumber } from '../../format.ts';
import { chartHeight, seriesColor } from '../../parts/chart-look.ts';
import classes from './spend-chart.module.css';
import type { Chart, DayRow } from './spend-days.ts';

/** Days that are written below the bars. */
const namedDays = 6;

/** Bars by day, stacked by tool; the legend beside it says the totals to those who cannot see them. */
export function SpendChart({ series, rows }: Chart) {
  const theme = useMantineTheme();
  const parts = series.map(({ name }, index) => ({ name, color: getThemeColor(seriesColor(index), theme) }));
  const scale = scaleLinear([0, Math.max(1, ...rows.map((row) => sumOf(row, parts)))], [0, 1]).nice(4);
  const to = scale.domain()[1] ?? 1;
  const every = Math.ceil(rows.length / namedDays);
  return (
    <div className={classes.chart} style={{ height: chartHeight }} aria-hidden="true">
      {scale.ticks(4).map((tick) => (
        <div key={tick} className={classes.tick} style={{ bottom: `${(100 * tick) / to}%` }}>
          <span>{shortNumber(tick)}</span>
        </div>
      ))}
      <div className={classes.days}>
        {rows.map((row, index) => (
          <div key={row.day} className={classes.day} title={textOf(row, parts)}>
            <div className={classes.bar} style={{ height: `${(100 * sumOf(row, parts)) / to}%` }}>
              {parts.map(({ name, color }) => (
                <span key={name} style={{ flexGrow: Number(row[name] ?? 0), background: color }} />
              ))}
            </div>
            {index % every === 0 ? <span className={classes.name}>{row.day}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}

interface Part {
  readonly name: string;
  readonly color: string;
}

function sumOf(row: DayRow, parts: readonly Part[]): number {
  return parts.reduce((sum, { name }) => sum + Number(row[name] ?? 0), 0);
}

/** What a day holds, largest series first, on hover. */
function textOf(row: DayRow, parts: readonly Part[]): string {
  const held = parts.filter(({ name }) => Number(row[name] ?? 0) > 0);
  return [row.day, ...held.map(({ name }) => `${name}: ${number(Number(row[name]))}`)].join('\n');
}
