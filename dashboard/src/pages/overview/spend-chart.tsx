import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { getThemeColor, useMantineTheme } from '@mantine/core';
import { seriesColor } from '../../parts/chart-colors.ts';
import classes from './spend-chart.module.css';
import type { DayRow } from './usage-summary.ts';

interface SpendChartProps {
  readonly days: readonly DayRow[];
  readonly tools: readonly string[];
}

/** Credits a day, stacked by tool; the same numbers as text for those who cannot see it. */
export function SpendChart({ days, tools }: SpendChartProps) {
  const theme = useMantineTheme();
  return (
    <figure className={classes.figure}>
      <div aria-hidden="true">
        <BarChart
          h={260}
          data={days.map((row) => ({ ...row }))}
          dataKey="day"
          type="stacked"
          series={tools.map((name, index) => ({ name, color: seriesColor(index) }))}
          tickLine="none"
          gridAxis="x"
          gridColor="var(--mantine-color-default-border)"
          maxBarWidth={30}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false }}
          xAxisProps={{ minTickGap: 24 }}
          yAxisProps={{ width: 44, allowDecimals: false }}
        />
      </div>
      <ul className={classes.legend}>
        {tools.map((name, index) => (
          <li key={name}>
            <span
              className={classes.dot}
              style={{ background: getThemeColor(seriesColor(index), theme) }}
              aria-hidden="true"
            />
            {name}{' '}
            <span className={classes.total}>
              {days.reduce((sum, day) => sum + Number(day[name] ?? 0), 0)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
