import { getThemeColor, Text, useMantineTheme } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { UsageSummary } from '../../api/schema.ts';
import { duration, number, percent } from '../../format.ts';
import { chartHeight, seriesColor } from '../../parts/chart-look.ts';
import { Legend } from '../../parts/legend.tsx';
import { Segments } from '../../parts/segments.tsx';
import { LoadingBox } from '../../parts/states.tsx';
import { chartOf, type Measure } from './spend-days.ts';

const Bars = lazy(async () => ({ default: (await import('../../charts/bars.tsx')).Bars }));

const measures: readonly { readonly label: string; readonly value: Measure }[] = [
  { label: 'Credits', value: 'credits_charged' },
  { label: 'Calls', value: 'calls' },
  { label: 'Failed', value: 'failed' },
];

/** Bars by day with what their colors stand for, and how often and how fast calls were answered. */
export function UsageByDay({ summary }: { readonly summary: UsageSummary }) {
  const theme = useMantineTheme();
  const [measure, setMeasure] = useState<Measure>('credits_charged');
  const chart = useMemo(() => chartOf(summary, measure), [summary, measure]);
  const colors = chart.series.map((_, index) => getThemeColor(seriesColor(index), theme));
  const { calls, failed, response_time_ms: time } = summary;
  return (
    <div>
      <Segments size="xs" data={measures} value={measure} onChange={setMeasure} aria-label="What is shown" />
      <Suspense fallback={<LoadingBox height={chartHeight + 52} />}>
        <Bars label="By day" height={chartHeight} colors={colors} rows={chart.rows} />
      </Suspense>
      <Legend
        rows={chart.series.map(({ name, total }, index) => ({
          name,
          value: number(total),
          color: colors[index] ?? '',
        }))}
      />
      <Text size="xs" c="dimmed" my="sm">
        {number(calls)} calls, {number(failed)} failed ({percent(calls === 0 ? null : failed / calls)}) and
        were not charged
        {time ? `; half answered within ${duration(time.median)}, 95% within ${duration(time.p95)}` : ''}.
      </Text>
    </div>
  );
}
