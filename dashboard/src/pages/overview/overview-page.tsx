import { SegmentedControl, SimpleGrid, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type CollectedUsage, queries } from '../../api/queries.ts';
import { credits, duration, number, percent } from '../../format.ts';
import { ActivityIcon } from '../../parts/icons.tsx';
import { Page, Section } from '../../parts/page.tsx';
import { Stat } from '../../parts/stat.tsx';
import { EmptyState, QueryState } from '../../parts/states.tsx';
import { NextSteps } from './next-steps.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { summarizeUsage, type UsageSummary } from './usage-summary.ts';

const SpendChart = lazy(async () => ({ default: (await import('./spend-chart.tsx')).SpendChart }));

const spans = [
  { label: '7 days', value: '7' },
  { label: '30 days', value: '30' },
  { label: '90 days', value: '90' },
];

/** How the account is doing, at a glance. */
export function OverviewPage() {
  const [dayCount, setDayCount] = useState(30);
  const since = useMemo(() => startOfSpan(dayCount), [dayCount]);
  const usage = useQuery(queries.usageSince(since));
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          data={spans}
          value={String(dayCount)}
          onChange={(value) => setDayCount(Number(value))}
          aria-label="Span of time"
        />
      }
    >
      <NextSteps />
      <QueryState query={usage} loading={<OverviewSkeleton />}>
        {(collected) => <UsageOverview collected={collected} dayCount={dayCount} />}
      </QueryState>
    </Page>
  );
}

interface UsageOverviewProps {
  readonly collected: CollectedUsage;
  readonly dayCount: number;
}

function UsageOverview({ collected, dayCount }: UsageOverviewProps) {
  const { data } = useQuery(queries.credits);
  const summary = useMemo(
    () => summarizeUsage(collected.records, dayCount, new Date()),
    [collected, dayCount],
  );
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
        <Stat
          label="Credits left"
          value={number(data?.balance)}
          note={runwayOf(data?.balance, summary, dayCount)}
        />
        <Stat
          label="Credits spent"
          value={number(summary.creditsSpent)}
          note={summary.calls === 1 ? 'in one call' : `in ${number(summary.calls)} calls`}
        />
        <Stat
          label="Calls that failed"
          value={percent(summary.errorShare)}
          note="failed calls are never charged"
        />
        <Stat
          label="Typical response"
          value={duration(summary.medianMs)}
          note={`95 of 100 within ${duration(summary.p95Ms)}`}
        />
      </SimpleGrid>
      <Section
        title="Credits spent a day"
        {...(collected.isComplete ? {} : { lead: 'The latest 5,000 calls' })}
      >
        {summary.tools.length === 0 ? (
          <EmptyState icon={<ActivityIcon />} title="Nothing spent in this time">
            Calls of your keys, your agents and the explorer will show here.
          </EmptyState>
        ) : (
          <Suspense fallback={<Skeleton h={280} />}>
            <SpendChart days={summary.days} tools={summary.tools} />
          </Suspense>
        )}
      </Section>
      <RecentCalls records={collected.records} />
    </>
  );
}

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

/** How long the balance lasts at the pace of these days. */
function runwayOf(balance: number | undefined, summary: UsageSummary, dayCount: number): string {
  if (balance === undefined || summary.creditsSpent === 0) return 'never expire';
  if (balance <= 0) return 'calls are refused until you buy more';
  const days = Math.floor(balance / (summary.creditsSpent / dayCount));
  if (days > 365) return 'more than a year at this pace';
  return days === 0
    ? `${credits(balance)} at most`
    : `about ${days} ${days === 1 ? 'day' : 'days'} at this pace`;
}

function startOfSpan(dayCount: number): string {
  const today = new Date();
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - dayCount + 1).toISOString();
}
