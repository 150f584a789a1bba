import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { UsageSummary } from '../../api/schema.ts';
import { credits, duration, number, percent } from '../../format.ts';
import { pageHeads } from '../../page-heads.ts';
import { chartHeight } from '../../parts/chart-look.ts';
import { ActivityIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { Stat } from '../../parts/stat.tsx';
import { EmptyState, QueryState } from '../../parts/states.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { NextSteps, useNextSteps } from './next-steps.tsx';
import { OwnSites } from './own-sites.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { chartOf, lastDays, type Measure } from './spend-days.ts';
import { ToolTable } from './tool-table.tsx';

const SpendChart = lazy(async () => ({ default: (await import('./spend-chart.tsx')).SpendChart }));

const spans = [
  { label: '7 days', value: '7' },
  { label: '30 days', value: '30' },
  { label: '90 days', value: '90' },
];

const measures: { readonly label: string; readonly value: Measure }[] = [
  { label: 'Credits', value: 'credits_charged' },
  { label: 'Calls', value: 'calls' },
  { label: 'Failed', value: 'failed' },
];

/** How the account is doing, at a glance. */
export function OverviewPage() {
  const [dayCount, setDayCount] = useState(30);
  const { since, until } = lastDays(dayCount);
  const usage = useQuery(queries.usageSummary(since, until));
  const steps = useNextSteps();
  // All at once, so that nothing is pushed down by what comes later.
  const query = steps === undefined ? { ...usage, data: undefined } : usage;
  return (
    <Page
      {...pageHeads['']}
      actions={
        <Segments
          data={spans}
          value={String(dayCount)}
          onChange={(value) => setDayCount(Number(value))}
          aria-label="Span of time"
        />
      }
    >
      <QueryState query={query} loading={<OverviewSkeleton />}>
        {(summary) => (
          <>
            <OwnSites isNew={steps?.isDone === false} />
            {steps?.isDone === false ? <NextSteps {...steps} /> : null}
            <Figures summary={summary} dayCount={dayCount} />
            <DailyUse summary={summary} />
            <ToolTable tools={summary.tools} />
            <RecentCalls />
          </>
        )}
      </QueryState>
    </Page>
  );
}

interface FiguresProps {
  readonly summary: UsageSummary;
  readonly dayCount: number;
}

function Figures({ summary, dayCount }: FiguresProps) {
  const { data } = useQuery(queries.credits);
  const before = lastDays(dayCount, dayCount);
  const { data: earlier } = useQuery(queries.usageSummary(before.since, before.until));
  const { calls, failed, credits_charged: spent, response_time_ms: time } = summary;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
      <Stat
        label="Credits left"
        value={number(data?.balance)}
        note={runwayOf(data?.balance, summary, dayCount)}
      />
      <Stat
        label="Credits spent"
        value={number(spent)}
        note={changeOf(spent, earlier?.credits_charged, dayCount) ?? callsText(calls)}
      />
      <Stat
        label="Calls that failed"
        value={percent(calls === 0 ? null : failed / calls)}
        note={calls === 0 ? 'no calls yet' : `${number(failed)} of ${callsText(calls)}, none charged`}
      />
      <Stat
        label="Typical response"
        value={duration(time?.median)}
        note={time ? `95 of 100 within ${duration(time.p95)}` : 'no calls yet'}
      />
    </SimpleGrid>
  );
}

function DailyUse({ summary }: { readonly summary: UsageSummary }) {
  const [measure, setMeasure] = useState<Measure>('credits_charged');
  const chart = useMemo(() => chartOf(summary, measure), [summary, measure]);
  return (
    <Section
      title="Day by day"
      lead="All times UTC"
      actions={
        <Segments
          size="xs"
          data={measures}
          value={measure}
          onChange={setMeasure}
          aria-label="What is shown"
        />
      }
    >
      {summary.complete ? null : (
        <Text size="sm" c="dimmed" role="status">
          A long log is being added up; the numbers still grow.
        </Text>
      )}
      {chart.series.length === 0 ? (
        <EmptyState icon={<ActivityIcon />} title={emptyTitles[measure]}>
          Calls of your keys, your agents and the explorer show here.
        </EmptyState>
      ) : (
        <>
          <Suspense fallback={<Skeleton h={chartHeight} />}>
            <SpendChart {...chart} />
          </Suspense>
          <ChartLegend series={chart.series} />
        </>
      )}
    </Section>
  );
}

const emptyTitles: Readonly<Record<Measure, string>> = {
  credits_charged: 'Nothing spent in this time',
  calls: 'No calls in this time',
  failed: 'No call failed in this time',
};

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
        <Skeleton h={104} radius="lg" />
        <Skeleton h={104} radius="lg" />
        <Skeleton h={104} radius="lg" />
        <Skeleton h={104} radius="lg" />
      </SimpleGrid>
      <Skeleton h={360} radius="lg" mt="lg" />
    </div>
  );
}

function callsText(calls: number): string {
  return calls === 1 ? '1 call' : `${number(calls)} calls`;
}

/** How the spending of this span compares with the one before it; undefined where there is nothing to compare. */
function changeOf(spent: number, earlier: number | undefined, dayCount: number): string | undefined {
  if (!earlier) return undefined;
  const change = Math.round((100 * (spent - earlier)) / earlier);
  if (change === 0) return `as in the ${dayCount} days before`;
  return `${number(Math.abs(change))}% ${change > 0 ? 'more' : 'less'} than in the ${dayCount} days before`;
}

/** Fewer days of use than these are no pace. */
const paceDays = 3;

/** How long the balance lasts at the pace of these days. */
function runwayOf(
  balance: number | undefined,
  { credits_charged: spent, days: used }: UsageSummary,
  dayCount: number,
): string {
  if (balance === undefined) return 'never expire';
  if (balance <= 0) return 'calls are refused until you buy more';
  if (used.filter((day) => day.credits_charged > 0).length < paceDays) return 'never expire';
  const days = Math.floor(balance / (spent / dayCount));
  if (days > 365) return 'more than a year at this pace';
  return days === 0
    ? `${credits(balance)} at most`
    : `about ${days} ${days === 1 ? 'day' : 'days'} at this pace`;
}
