import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useCallers } from '../../api/use-callers.ts';
import { credits } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { Section } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { EmptyState, LoadingRows, QueryState } from '../../parts/states.tsx';
import { navigate, useLocation } from '../../router.tsx';
import { spendRows, spentElsewhere } from './spend-rows.ts';
import {
  type Grouping,
  latestMonths,
  monthName,
  monthSpan,
  readSpendView,
  type SpendView,
  spendingAddress,
} from './spend-span.ts';
import { SpendTable } from './spend-table.tsx';
import { UsageByDay } from './usage-by-day.tsx';

const groupings: { readonly value: Grouping; readonly label: string }[] = [
  { value: 'tool', label: 'Tool' },
  { value: 'key', label: 'Key' },
  { value: 'agent', label: 'Agent' },
];

/** Where credits went in a month or between two days; the address keeps what is shown. */
export function Spending() {
  const view = readSpendView(useLocation().query);
  const show = (part: Partial<SpendView>) =>
    navigate(spendingAddress({ ...view, ...part }), { replace: true });
  return (
    <Section
      title="Where credits went"
      lead="All times UTC"
      actions={
        <Segments
          size="xs"
          data={groupings}
          value={view.by}
          onChange={(by) => show({ by })}
          aria-label="Spending by"
        />
      }
    >
      <SpanBar view={view} onChange={show} />
      <Rows view={view} />
    </Section>
  );
}

const otherDays = 'days';

interface SpanBarProps {
  readonly view: SpendView;
  readonly onChange: (part: Partial<SpendView>) => void;
}

function SpanBar({ view, onChange }: SpanBarProps) {
  const months = latestMonths(13);
  const shown = months.find(
    (month) => monthSpan(month).from === view.from && monthSpan(month).to === view.to,
  );
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Choice
        label="Month"
        data={[
          ...months.map((month) => ({ value: month, label: monthName(month) })),
          ...(shown ? [] : [{ value: otherDays, label: 'Other days' }]),
        ]}
        value={shown ?? otherDays}
        onChange={(month) => {
          if (month !== null && month !== otherDays) onChange(monthSpan(month));
        }}
        allowDeselect={false}
        w={180}
      />
      <TextInput
        label="From"
        type="date"
        required
        withAsterisk={false}
        max={view.to}
        value={view.from}
        onChange={(event) => onChange({ from: event.currentTarget.value || view.from })}
      />
      <TextInput
        label="To"
        type="date"
        required
        withAsterisk={false}
        min={view.from}
        value={view.to}
        onChange={(event) => onChange({ to: event.currentTarget.value || view.to })}
      />
    </Group>
  );
}

function Rows({ view }: { readonly view: SpendView }) {
  const usage = useQuery(queries.usageSummary(view.from, view.to));
  const { keys = [], agents = [] } = useCallers();
  return (
    <QueryState query={usage} loading={<LoadingRows rows={4} height={34} />}>
      {(summary) => {
        const rows = spendRows(summary, view, { keys, agents });
        if (rows.length === 0)
          return (
            <EmptyState title={emptyTitles[view.by]}>
              {summary.calls === 0
                ? 'Choose other days, or make a call.'
                : elsewhereText(spentElsewhere(summary, view))}
            </EmptyState>
          );
        return (
          <>
            <UsageByDay summary={summary} />
            <SpendTable
              rows={rows}
              head={groupings.find(({ value }) => value === view.by)?.label ?? ''}
              total={summary.credits_charged}
              note={noteOf(summary.complete, spentElsewhere(summary, view))}
            />
          </>
        );
      }}
    </QueryState>
  );
}

const emptyTitles: Readonly<Record<Grouping, string>> = {
  tool: 'No calls in this time',
  key: 'No calls by keys in this time',
  agent: 'No calls by agents in this time',
};

function elsewhereText(spent: number): string {
  return `${credits(spent)} were spent by other callers.`;
}

function noteOf(isComplete: boolean, elsewhere: number): string | undefined {
  if (!isComplete) return 'A long log is being added up; the numbers still grow.';
  return elsewhere > 0 ? elsewhereText(elsewhere) : undefined;
}
