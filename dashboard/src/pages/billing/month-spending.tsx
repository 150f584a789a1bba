import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { UsageSummary } from '../../api/schema.ts';
import { credits, number } from '../../format.ts';
import { BarList, type BarRow } from '../../parts/bar-list.tsx';
import { Section } from '../../parts/page.tsx';
import { EmptyState, LoadingBox, QueryState } from '../../parts/states.tsx';
import { isoDay, monthName, monthSpan, spendingAddress } from './spend-span.ts';

const months = 6;

/** Credits spent on calls, by calendar month (UTC, as spend limits and exports count). */
export function MonthSpending() {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1));
  const usage = useQuery(queries.usageSummary(isoDay(first), isoDay(now)));
  return (
    <Section title="Spending by month">
      <QueryState query={usage} loading={<LoadingBox height={120} />}>
        {(summary) =>
          summary.credits_charged === 0 ? (
            <EmptyState title="Nothing spent yet">The last six months will be shown here.</EmptyState>
          ) : (
            <BarList
              rows={monthRows(summary)}
              {...(summary.complete ? {} : { note: 'Still adding up a long log. The numbers will grow.' })}
            />
          )
        }
      </QueryState>
    </Section>
  );
}

/** Newest month first, from the first month that has a call. */
function monthRows({ days }: UsageSummary): readonly BarRow[] {
  const totals = new Map<string, { spent: number; calls: number }>();
  for (const { day, credits_charged, calls } of days) {
    const month = day.slice(0, 7);
    const total = totals.get(month) ?? { spent: 0, calls: 0 };
    totals.set(month, { spent: total.spent + credits_charged, calls: total.calls + calls });
  }
  return [...totals]
    .map(([month, { spent, calls }]) => ({
      label: monthName(month),
      href: spendingAddress({ by: 'tool', ...monthSpan(month) }),
      value: spent,
      text: `${credits(spent)} · ${number(calls)} ${calls === 1 ? 'call' : 'calls'}`,
    }))
    .toReversed();
}
