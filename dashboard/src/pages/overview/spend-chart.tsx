import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { getThemeColor, useMantineTheme } from '@mantine/core';
import { number, shortNumber } from '../../format.ts';
import { seriesColor } from '../../parts/chart-colors.ts';
import classes from './spend-chart.module.css';
import type { Chart } from './spend-days.ts';

/** Bars by day, stacked by tool. The legend says the totals to those who cannot see the bars. */
export function SpendChart({ series, rows }: Chart) {
  const theme = useMantineTheme();
  return (
    <figure className={classes.figure}>
      <div aria-hidden="true">
        <BarChart
          h={260}
          data={rows.map((row) => ({ ...row }))}
          dataKey="day"
          type="stacked"
          series={series.map(({ name }, index) => ({ name, color: seriesColor(index) }))}
          valueFormatter={number}
          tickLine="none"
          gridAxis="x"
          gridColor="var(--mantine-color-default-border)"
          maxBarWidth={30}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ width: 44, allowDecimals: false, tickFormatter: shortNumber }}
        />
      </div>
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
    </figure>
  );
}
