import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { Performance } from '../../api/schema.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { clickFigures } from '../../charts/figures.tsx';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dayName, decimal, percent, shortNumber } from '../../format.ts';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { useParameter } from '../../router.tsx';
import classes from './site-chart.module.css';
import { daysBefore, type Period, sliceQuery } from './site-slices.ts';
import { Change } from './site-table.tsx';

type Figures = Performance['totals'];

const looks = {
  clicks: { color: 'var(--mantine-color-glass-6)', short: shortNumber },
  impressions: { color: 'var(--mantine-color-indigo-5)', short: shortNumber },
  ctr: { color: 'var(--mantine-color-cyan-6)', short: percent },
  average_position: { color: 'var(--mantine-color-grape-5)', short: decimal },
};
const metrics = clickFigures.map((figure) => ({
  ...figure,
  ...looks[figure.key],
  isPosition: figure.key === 'average_position',
}));
type Metric = (typeof metrics)[number];
const chartHeight = 280;

interface SiteChartProps {
  readonly site: string;
  readonly period: Period;
  /** Looks at the days that are drawn across with the pointer. */
  readonly onPick?: (from: string | undefined, to: string | undefined) => void;
}

/** Four figures that are switches for the lines of the chart below them. */
export function SiteChart({ site, period, onPick }: SiteChartProps) {
  const byDay = useQuery({
    ...queries.performance(site, sliceQuery(period, 'date')),
    placeholderData: keepPreviousData,
  });
  const compared = period.isConnected ? byDay.data?.compared_with : null;
  const before = useQuery({
    ...queries.performance(site, daysBefore(period, compared ?? null)),
    enabled: Boolean(compared),
  });
  const [chosen, setChosen] = useParameter('show', 'clicks');
  const shown = chosen.split(',');
  const toggle = (key: string) => {
    const next = shown.includes(key) ? shown.filter((one) => one !== key) : [...shown, key];
    if (next.length > 0) setChosen(next.join(','));
  };
  return (
    <QueryState query={byDay} loading={<LoadingBox height={chartHeight + 84} />}>
      {(data) => (
        <section aria-label="Performance">
          <h2 className="visually-hidden">Performance</h2>
          <div className={classes.tiles}>
            {metrics.map((metric) => (
              <Tile
                key={metric.key}
                metric={metric}
                {...figuresOf(data, before.data, period)}
                // The chart below has the line of what is chosen.
                days={shown.includes(metric.key) ? [] : data.rows.map((row) => row[metric.key])}
                isShown={shown.includes(metric.key)}
                onToggle={() => toggle(metric.key)}
              />
            ))}
          </div>
          <Days
            data={period.filter ? { ...data, fresh_days: [] } : data}
            site={site}
            onPick={onPick}
            before={compared ? before.data : undefined}
            metrics={metrics.filter(({ key }) => shown.includes(key))}
          />
        </section>
      )}
    </QueryState>
  );
}

/** The totals that are shown and those before; of a part of the site those of its rows, since Google counts no total of it. */
function figuresOf(data: Performance, before: Performance | undefined, { filter, compare }: Period) {
  const isCompared = data.compared_with !== null;
  if (!filter) return { now: data.totals, was: data.totals_before, isCompared };
  return { now: data.sum_of_rows, was: (compare && before?.sum_of_rows) || null, isCompared };
}

interface TileProps extends ReturnType<typeof figuresOf> {
  readonly metric: Metric;
  readonly days: readonly (number | null)[];
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

function Tile({ metric, days, now, was: earlier, isCompared, isShown, onToggle }: TileProps) {
  const { key, label, color, text, isPosition } = metric;
  const value = now?.[key] ?? null;
  const was = earlier?.[key] ?? null;
  const by = value === null || was === null ? null : (value - was) * (isPosition ? -1 : 1);
  const none = isCompared ? 'no earlier data' : '';
  return (
    <UnstyledButton
      className={classes.tile}
      aria-pressed={isShown}
      style={{ '--tile': color }}
      onClick={onToggle}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{value === null ? '–' : text(value)}</span>
      <span className={classes.change}>
        {by === null ? none : <Change by={by} text={text} />}
        {by === null ? null : ` vs ${text(was)}`}
      </span>
      <SmallDays {...{ days, metric }} />
    </UnstyledButton>
  );
}

function SmallDays({ days, metric: { text, isPosition } }: Pick<TileProps, 'days' | 'metric'>) {
  if (days.filter((value) => value !== null).length < 2) return null;
  return (
    <span className={classes.days} data-down={isPosition || undefined}>
      <Sparkline values={days} text={text} unit="by day" />
    </span>
  );
}

interface DaysProps {
  readonly data: Performance;
  readonly before: Performance | undefined;
  readonly site: string;
  readonly metrics: readonly Metric[];
  readonly onPick: SiteChartProps['onPick'];
}

function Days({ data, before, site, metrics: shown, onPick }: DaysProps) {
  const fresh = data.fresh_days.filter(({ day }) => day > (data.to ?? ''));
  const days = [...data.rows.map(({ keys }) => keys.date ?? ''), ...fresh.map(({ day }) => day)];
  if (days.length < 2)
    return (
      <p className={classes.none}>
        {days.length === 1 && data.from === data.to
          ? `${dayName(days[0])} alone: its figures are above, its queries and pages below.`
          : 'No daily figures. Exports that include the Dates table have them.'}
      </p>
    );
  const final = data.final_until ?? '';
  const incomplete = days.findIndex((day) => day > final);
  return (
    <LineChart
      label={`${shown.map(({ label }) => label).join(', ')} by day`}
      height={chartHeight}
      site={site}
      {...(onPick && {
        onSpan: (from: number, to: number) => onPick(days[from], days[to]),
        onOpen: (index: number) => onPick(days[index], days[index]),
      })}
      moments={days}
      incompleteFrom={final && incomplete >= 0 ? incomplete : undefined}
      lines={shown.map(({ key, label, color, short, isPosition }) => ({
        name: label,
        color,
        text: short,
        isPosition,
        values: [...data.rows.map((row) => row[key]), ...fresh.map((day) => freshValue(day, key))],
        before: before?.rows.map((row) => row[key]),
      }))}
    />
  );
}

function freshValue({ clicks, impressions }: Performance['fresh_days'][number], key: keyof Figures) {
  if (key === 'clicks') return clicks;
  return key === 'impressions' ? impressions : null;
}
