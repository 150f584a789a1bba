import { Group, getThemeColor, TextInput, useMantineTheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { UsageSummary } from '../../api/schema.ts';
import { useCallers } from '../../api/use-callers.ts';
import { Bars } from '../../charts/drawings.tsx';
import { credits, duration, number, percent } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { chartHeight, seriesColor } from '../../parts/chart-look.ts';
import { Choice } from '../../parts/choice.tsx';
import { typed } from '../../parts/form.tsx';
import { Legend } from '../../parts/legend.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Section } from '../../parts/page.tsx';
import { Segments } from '../../parts/segments.tsx';
import { EmptyState, LoadingRows, QueryState } from '../../parts/states.tsx';
import { Note } from '../../parts/text.tsx';
import { navigate, useLocation } from '../../router.tsx';
import { chartOf, type Measure } from './spend-days.ts';
import { type SpendRow, spendRows, spentElsewhere } from './spend-rows.ts';
import {
  type Grouping,
  latestMonths,
  monthName,
  monthSpan,
  readSpendView,
  type SpendView,
  spendingAddress,
} from './spend-span.ts';

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
        onChange={(month) => month !== otherDays && onChange(monthSpan(month))}
        w={180}
      />
      <TextInput
        label="From"
        type="date"
        max={view.to}
        {...typed(view.from, (from) => from && onChange({ from }))}
      />
      <TextInput label="To" type="date" min={view.from} {...typed(view.to, (to) => to && onChange({ to }))} />
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
  if (!isComplete) return 'Still adding up a long log. The numbers will grow.';
  return elsewhere > 0 ? elsewhereText(elsewhere) : undefined;
}

const measures: readonly { readonly label: string; readonly value: Measure }[] = [
  { label: 'Credits', value: 'credits_charged' },
  { label: 'Calls', value: 'calls' },
  { label: 'Failed', value: 'failed' },
];

/** Bars by day with what their colors stand for, and how often and how fast calls were answered. */
function UsageByDay({ summary }: { readonly summary: UsageSummary }) {
  const theme = useMantineTheme();
  const [measure, setMeasure] = useState<Measure>('credits_charged');
  const chart = useMemo(() => chartOf(summary, measure), [summary, measure]);
  const colors = chart.series.map((_, index) => getThemeColor(seriesColor(index), theme));
  const { calls, failed, response_time_ms: time } = summary;
  return (
    <div>
      <Segments size="xs" data={measures} value={measure} onChange={setMeasure} aria-label="What is shown" />
      <Bars label="By day" height={chartHeight} colors={colors} rows={chart.rows} />

      <Legend
        rows={chart.series.map(({ name, total }, index) => ({
          name,
          value: number(total),
          color: colors[index] ?? '',
        }))}
      />
      <Note my="sm">
        {number(calls)} calls, {number(failed)} failed ({percent(calls === 0 ? null : failed / calls)}) and
        were not charged
        {time ? `; half answered within ${duration(time.median)}, 95% within ${duration(time.p95)}` : ''}.
      </Note>
    </div>
  );
}

interface SpendTableProps {
  readonly rows: readonly SpendRow[];
  /** What the rows are. */
  readonly head: string;
  /** Credits of all callers in the time. */
  readonly total: number;
  readonly note: string | undefined;
}

/** What each cost, and its share of everything that was spent. */
function SpendTable({ rows, head, total, note }: SpendTableProps) {
  const shareOf = ({ spent }: SpendRow) => (total === 0 ? null : spent / total);
  return (
    <>
      <Grid
        label="Where credits went"
        rows={rows}
        isPlain={rows.length < 6}
        columns={[
          { header: head, width: 300, value: ({ name }) => name, cell: (row) => <Name row={row} /> },
          { header: 'Credits', value: ({ spent }) => spent, as: 'number' },
          { header: 'Share', value: shareOf, cell: (row) => percent(shareOf(row)), as: 'number' },
          { header: 'Calls', value: ({ calls }) => calls, as: 'number' },
          { header: 'Failed', value: ({ failed }) => failed, as: 'number', isMinor: true },
        ]}
      />
      {note ? (
        <Note mt="sm" role="status">
          {note}
        </Note>
      ) : null}
    </>
  );
}

function Name({ row }: { readonly row: SpendRow }) {
  return (
    <>
      {row.href ? (
        <TextLink href={row.href} fw={550}>
          {row.name}
        </TextLink>
      ) : (
        row.name
      )}
      {row.note ? (
        <Note span ml={8}>
          {row.note}
        </Note>
      ) : null}
    </>
  );
}
