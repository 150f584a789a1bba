import { Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queries } from '../../api/queries.ts';
import type { UsageSummary } from '../../api/schema.ts';
import { useCallers } from '../../api/use-callers.ts';
import type { BarOfTime } from '../../charts/bars.tsx';
import { Bars } from '../../charts/drawings.tsx';
import { seriesColor } from '../../colors.ts';
import { counted, credits, dayName, duration, number, percent, words } from '../../format.ts';
import { Grid } from '../../grid/grid.tsx';
import { BarList } from '../../parts/bar-list.tsx';
import { Chips } from '../../parts/chips.tsx';
import { Choice, typed } from '../../parts/form.tsx';
import { EmptyState, LoadingBox, LoadingRows, QueryState, Section } from '../../parts/page.tsx';
import { Note, TextLink } from '../../parts/text.tsx';
import { navigate, useLocation } from '../../router.tsx';
import classes from './billing.module.css';
import {
  type Grouping,
  isoDay,
  latestMonths,
  monthName,
  monthSpan,
  readSpendView,
  type SpendRow,
  type SpendView,
  spendingAddress,
  spendRows,
  spentElsewhere,
} from './spend-rows.ts';

const groupings: { readonly value: Grouping; readonly label: string }[] = [
  { value: 'tool', label: 'Tool' },
  { value: 'key', label: 'Key' },
  { value: 'agent', label: 'Agent' },
];
const stillAdding = 'Still adding up a long log. The numbers will grow.';

interface SpanProps {
  readonly view: SpendView;
  readonly onChange: (part: Partial<SpendView>) => void;
}

/** Where credits went in a month or between two days; the address keeps what is shown. */
export function Spending() {
  const view = readSpendView(useLocation().query);
  const show: SpanProps['onChange'] = (part) =>
    navigate(spendingAddress({ ...view, ...part }), { replace: true });
  const by = (
    <Chips label="Spending by" choices={groupings} value={view.by} onChange={(next) => show({ by: next })} />
  );
  return (
    <Section title="Where credits went" lead="All times UTC" actions={by}>
      <SpanBar view={view} onChange={show} />
      <Rows view={view} />
    </Section>
  );
}

const otherDays = 'days';

function SpanBar({ view, onChange }: SpanProps) {
  const months = latestMonths(13).map((month) => ({
    value: month,
    label: monthName(month),
    ...monthSpan(month),
  }));
  const shown = months.find(({ from, to }) => from === view.from && to === view.to)?.value;
  const other = shown ? [] : [{ value: otherDays, label: 'Other days' }];
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <Choice
        label="Month"
        data={[...months.map(({ value, label }) => ({ value, label })), ...other]}
        value={shown ?? otherDays}
        onChange={(month) => month !== otherDays && onChange(monthSpan(month))}
        w={{ base: '100%', xs: 180 }}
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

function Rows({ view }: Pick<SpanProps, 'view'>) {
  const usage = useQuery(queries.usageSummary(view.from, view.to));
  const { keys = [], agents = [] } = useCallers();
  return (
    <QueryState query={usage} loading={<LoadingRows rows={4} height={34} />}>
      {(summary) => {
        const rows = spendRows(summary, view, { keys, agents });
        const elsewhere = spentElsewhere(summary, view);
        const others = elsewhere > 0 ? `${credits(elsewhere)} were spent by other callers.` : '';
        if (rows.length === 0)
          return (
            <EmptyState title={`No calls${view.by === 'tool' ? '' : ` by ${view.by}s`} in this time`}>
              {others || 'Choose other days, or make a call.'}
            </EmptyState>
          );
        return (
          <>
            <SpentByDay summary={summary} />
            <SpendTable rows={rows} by={view.by} total={summary.credits_charged} />
            <Note mt="sm" role="status">
              {summary.complete ? others : stillAdding}
            </Note>
          </>
        );
      }}
    </QueryState>
  );
}

/** Colors that people can tell apart end here; smaller series share the last. */
const mostSeries = 8;
const rest = 'Other tools';
const dayMs = 86_400_000;

/** Credits of each day of the summary's span, those without a call as well, stacked by tool, the largest first. */
function stackedDays({ since, until, tools, days }: UsageSummary) {
  const spent = tools
    .filter(({ credits_charged }) => credits_charged > 0)
    .toSorted((left, right) => right.credits_charged - left.credits_charged);
  const shown = spent.slice(0, spent.length > mostSeries ? mostSeries - 1 : mostSeries);
  const nameOf = (tool: string) => (shown.some((one) => one.tool === tool) ? words(tool) : rest);
  const totals = addedUp(spent, nameOf);
  const names = [...totals.keys()];
  const byDay = new Map(days.map((day) => [day.day, addedUp(day.tools, nameOf)]));
  const count = Math.round((Date.parse(until) - Date.parse(since)) / dayMs) + 1;
  const rows = Array.from({ length: count }, (_, index): BarOfTime => {
    const day = isoDay(new Date(Date.parse(since) + index * dayMs));
    const held = byDay.get(day) ?? new Map<string, number>();
    const told = names.flatMap((name) => (held.get(name) ? `${name}: ${number(held.get(name))}` : []));
    return {
      name: dayName(day),
      text: [dayName(day), ...told].join('\n'),
      values: names.map((name) => held.get(name) ?? 0),
    };
  });
  return { totals, rows };
}

function addedUp(
  tools: readonly Pick<UsageSummary['tools'][number], 'tool' | 'credits_charged'>[],
  nameOf: (tool: string) => string,
) {
  const sums = new Map<string, number>();
  for (const { tool, credits_charged } of tools)
    sums.set(nameOf(tool), (sums.get(nameOf(tool)) ?? 0) + credits_charged);
  return sums;
}

/** Bars by day with what their colors stand for, and how often and how fast calls were answered. */
function SpentByDay({ summary }: { readonly summary: UsageSummary }) {
  const { totals, rows } = useMemo(() => stackedDays(summary), [summary]);
  const colors = [...totals].map((_, index) => seriesColor(index));
  const { calls, failed, response_time_ms: time } = summary;
  return (
    <div>
      <Bars label="Credits by day" height={260} colors={colors} rows={rows} />
      <ul className={classes.legend}>
        {[...totals].map(([name, total], index) => (
          <li key={name}>
            <span className={classes.dot} style={{ background: colors[index] }} aria-hidden="true" />
            {name} <b>{number(total)}</b>
          </li>
        ))}
      </ul>
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
  readonly by: Grouping;
  /** Credits of all callers in the time. */
  readonly total: number;
}

/** What each cost, and its share of everything that was spent. */
function SpendTable({ rows, by, total }: SpendTableProps) {
  return (
    <Grid
      label="Where credits went"
      rows={rows}
      isPlain={rows.length < 6}
      columns={[
        { header: groupings.find(({ value }) => value === by)?.label ?? '', value: 'name', cell: nameCell },
        { header: 'Credits', value: 'spent', as: 'number' },
        {
          header: 'Share',
          value: ({ spent }) => (total === 0 ? null : spent / total),
          as: 'percent',
          isMinor: true,
        },
        { header: 'Calls', value: 'calls', as: 'number', isMinor: true },
        { header: 'Failed', value: 'failed', as: 'number', isMinor: true },
      ]}
    />
  );
}

const nameCell = ({ href, name, note }: SpendRow) => (
  <>
    {href ? <TextLink href={href}>{name}</TextLink> : name}
    {note ? (
      <Note span ml={8}>
        {note}
      </Note>
    ) : null}
  </>
);

const months = 6;

/** Credits spent by calendar month (UTC, as spend limits and exports count), newest first, from the first with a call. */
export function MonthSpending() {
  const [first = ''] = latestMonths(months).toReversed();
  const usage = useQuery(queries.usageSummary(monthSpan(first).from, isoDay(new Date())));
  return (
    <Section title="Spending by month">
      <QueryState query={usage} loading={<LoadingBox height={120} />}>
        {({ days, complete, credits_charged: all }) =>
          all === 0 ? (
            <EmptyState title="Nothing spent yet">The last six months will be shown here.</EmptyState>
          ) : (
            <BarList
              rows={[...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(monthRow).toReversed()}
              {...(!complete && { note: stillAdding })}
            />
          )
        }
      </QueryState>
    </Section>
  );
}

function monthRow([month, days]: readonly [string, UsageSummary['days']]) {
  const spent = days.reduce((sum, day) => sum + day.credits_charged, 0);
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  return {
    label: monthName(month),
    href: spendingAddress({ by: 'tool', ...monthSpan(month) }),
    value: spent,
    text: `${credits(spent)} · ${counted(calls, 'call')}`,
  };
}
