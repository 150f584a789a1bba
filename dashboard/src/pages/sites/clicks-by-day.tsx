import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { Text } from '@mantine/core';
import type { OwnSite } from '../../api/schema.ts';
import { dayName, number, shortNumber } from '../../format.ts';
import { chartLook } from '../../parts/chart-look.ts';

interface ClicksChartProps {
  readonly days: readonly { readonly day: string; readonly clicks: number }[];
}

/** Clicks of each day as an area; its figures stand beside it as text. */
export function ClicksChart({ days }: ClicksChartProps) {
  return (
    <div aria-hidden="true">
      <AreaChart
        h={180}
        data={days.map(({ day, clicks }) => ({ day: dayName(day), Clicks: clicks }))}
        dataKey="day"
        series={[{ name: 'Clicks', color: 'glass.6' }]}
        valueFormatter={number}
        curveType="linear"
        {...chartLook}
        withDots={false}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: false }}
        xAxisProps={{ minTickGap: 24 }}
        yAxisProps={{ width: 44, allowDecimals: false, tickFormatter: shortNumber }}
      />
    </div>
  );
}

/** Clicks of each day of the period. */
export function ClicksByDay({ days }: { readonly days: OwnSite['days'] }) {
  const most = days.reduce((best, day) => (day.clicks > best.clicks ? day : best), days[0] ?? noDay);
  const mean = days.reduce((sum, { clicks }) => sum + clicks, 0) / days.length;
  return (
    <>
      <ClicksChart days={days} />
      <Text size="xs" c="dimmed" mt="xs">
        {number(mean)} a day on average; most on {dayName(most.day)}, with {number(most.clicks)}.
      </Text>
    </>
  );
}

const noDay = { day: '1970-01-01', clicks: 0, impressions: 0 };
