import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { seriesColor } from '../../parts/chart-colors.ts';
import type { DayRow } from './usage-summary.ts';

interface SpendChartProps {
  readonly days: readonly DayRow[];
  readonly tools: readonly string[];
}

/** Credits a day, stacked by tool. */
export function SpendChart({ days, tools }: SpendChartProps) {
  return (
    <BarChart
      h={300}
      data={days.map((row) => ({ ...row }))}
      dataKey="day"
      type="stacked"
      series={tools.map((name, index) => ({ name, color: seriesColor(index) }))}
      withLegend
      legendProps={{ verticalAlign: 'bottom' }}
      tickLine="none"
      gridAxis="y"
      maxBarWidth={34}
      barProps={{ isAnimationActive: false }}
      xAxisProps={{ minTickGap: 24 }}
      yAxisProps={{ width: 44, allowDecimals: false }}
    />
  );
}
