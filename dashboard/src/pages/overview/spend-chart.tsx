import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { number, shortNumber } from '../../format.ts';
import { chartHeight, chartLook, seriesColor } from '../../parts/chart-look.ts';
import type { Chart } from './spend-days.ts';

/** Bars by day, stacked by tool; the legend beside it says the totals to those who cannot see them. */
export function SpendChart({ series, rows }: Chart) {
  return (
    <div aria-hidden="true">
      <BarChart
        h={chartHeight}
        data={rows.map((row) => ({ ...row }))}
        dataKey="day"
        type="stacked"
        series={series.map(({ name }, index) => ({ name, color: seriesColor(index) }))}
        valueFormatter={number}
        {...chartLook}
        maxBarWidth={30}
        barProps={{ isAnimationActive: false }}
        barChartProps={{ accessibilityLayer: false }}
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ width: 44, allowDecimals: false, tickFormatter: shortNumber }}
      />
    </div>
  );
}
