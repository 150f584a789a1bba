import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../api/queries.ts';
import type { UsageRecord } from '../../api/schema.ts';
import { credits, number } from '../../format.ts';
import { BarList } from '../../parts/bar-list.tsx';
import { BillingIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, QueryState } from '../../parts/states.tsx';

const months = 6;
const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Credits spent on calls, by calendar month (UTC, as spend limits and exports count). */
export function MonthSpending() {
  const since = useMemo(() => {
    const now = new Date();
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1)).toISOString();
  }, []);
  const usage = useQuery(queries.usageSince(since));
  return (
    <Section title="Spending by month">
      <QueryState query={usage} loading={<Skeleton h={120} />}>
        {({ records, isComplete }) => {
          const rows = byMonth(records);
          if (rows.length === 0)
            return (
              <EmptyState icon={<BillingIcon />} title="Nothing spent yet">
                Six months will be shown here.
              </EmptyState>
            );
          return (
            <BarList
              rows={rows.map(([month, spent]) => ({ label: month, value: spent, text: credits(spent) }))}
              {...(isComplete ? {} : { note: `The latest ${number(records.length)} calls only.` })}
            />
          );
        }}
      </QueryState>
    </Section>
  );
}

/** Newest month first. */
function byMonth(records: readonly UsageRecord[]): readonly (readonly [string, number])[] {
  const totals = new Map<string, number>();
  for (const { created_at, credits_charged } of records) {
    const month = monthName.format(new Date(created_at));
    if (credits_charged > 0) totals.set(month, (totals.get(month) ?? 0) + credits_charged);
  }
  return [...totals];
}
