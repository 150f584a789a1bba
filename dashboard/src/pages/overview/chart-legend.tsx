import { getThemeColor, useMantineTheme } from '@mantine/core';
import { number } from '../../format.ts';
import { seriesColor } from '../../parts/chart-look.ts';
import classes from './chart-legend.module.css';
import type { Chart } from './spend-days.ts';

/** What the colors of a chart stand for, with the totals. */
export function ChartLegend({ series }: Pick<Chart, 'series'>) {
  const theme = useMantineTheme();
  return (
    <ul className={classes.legend}>
      {series.map(({ name, total }, index) => (
        <li key={name}>
          <span
            className={classes.dot}
            style={{ background: getThemeColor(seriesColor(index), theme) }}
            aria-hidden="true"
          />
          {name} <span className={classes.total}>{number(total)}</span>
        </li>
      ))}
    </ul>
  );
}
