import { UnstyledButton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Performance } from '../../api/schema.ts';
import { LineChart } from '../../charts/drawings.tsx';
import { clickFigures } from '../../charts/figures.tsx';
import { Sparkline } from '../../charts/sparkline.tsx';
import { dayName, decimal, percent, shortNumber } from '../../format.ts';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { useParameter } from '../../router.tsx';
import classes from './site-chart.module.css';
import { useDays } from './site-period.tsx';
import { daysBefore, sliceOf, type View } from './site-slices.ts';
import { Change } from './site-table.tsx';

const looks = {
  clicks: { color: 'var(--mantine-color-glass-6)', short: shortNumber },
  impressions: { color: 'var(--mantine-color-indigo-5)', short: shortNumber },
  ctr: { color: 'var(--mantine-color-orange-6)', short: percent },
  average_position: { color: 'var(--mantine-color-grape-5)', short: decimal },
};
const metrics = clickFigures.map((figure) => ({
  ...figure,
  ...looks[figure.key],
  isPosition: figure.key === 'average_position',
}));
type Metric = (typeof metrics)[number];
const chartHeight = 280;

/** Four figures that are switches for the lines of the chart below them. */
export function SiteChart({ view }: { readonly view: View }) {
  const byDay = useQuery({ ...sliceOf(view, 'date'), placeholderData: keepPreviousData });
  const compared = (view.isConnected && byDay.data?.compared_with) || null;
  const earlier = useQuery({ ...daysBefore(view, compared), enabled: compared !== null });
  const before = compared ? earlier.data : undefined;
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
                {...{ metric, data, before }}
                isPart={view.asked.filter !== undefined}
                isShown={shown.includes(metric.key)}
                onToggle={() => toggle(metric.key)}
              />
            ))}
          </div>
          <Days {...{ view, data, before }} metrics={metrics.filter(({ key }) => shown.includes(key))} />
        </section>
      )}
    </QueryState>
  );
}

interface DaysProps {
  readonly view: View;
  readonly data: Performance;
  readonly before: Performance | undefined;
  readonly metrics: readonly Metric[];
}

interface TileProps extends Pick<DaysProps, 'data' | 'before'> {
  readonly metric: Metric;
  /** Google counts no total of a part of a site: it is that of its rows. */
  readonly isPart: boolean;
  readonly isShown: boolean;
  readonly onToggle: () => void;
}

/** What is shown, what it was, and by how much it is better. */
function comparedOf({ metric: { key, isPosition }, data, before, isPart }: TileProps) {
  const value = (isPart ? data.sum_of_rows : data.totals)?.[key] ?? null;
  const was = (isPart ? before?.sum_of_rows : data.totals_before)?.[key] ?? null;
  return { value, was, by: value === null || was === null ? null : (value - was) * (isPosition ? -1 : 1) };
}

function Tile(props: TileProps) {
  const { metric, data, isShown, onToggle } = props;
  const { key, label, color, text, isPosition } = metric;
  const { value, was, by } = comparedOf(props);
  const none = data.compared_with === null ? '' : 'no earlier data';
  // The chart below has the line of what is chosen.
  const days = isShown ? [] : data.rows.map((row) => row[key]);
  return (
    <UnstyledButton
      className={classes.tile}
      aria-pressed={isShown}
      style={{ '--tile': color }}
      onClick={onToggle}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.value}>{text(value)}</span>
      <span className={classes.change}>
        {by === null ? none : <Change by={by} text={text} />}
        {by === null ? null : ` vs ${text(was)}`}
      </span>
      {days.filter((day) => day !== null).length < 2 ? null : (
        <span className={classes.days} data-down={isPosition || undefined}>
          <Sparkline values={days} text={text} unit="by day" />
        </span>
      )}
    </UnstyledButton>
  );
}

function Days({ view: { site, asked, isConnected, isGiven }, data, before, metrics: shown }: DaysProps) {
  const { pick } = useDays();
  const fresh = asked.filter ? [] : data.fresh_days.filter(({ day }) => day > (data.to ?? ''));
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
      {...(isConnected &&
        !isGiven && {
          onSpan: (from: number, to: number) => pick(days[from], days[to]),
          onOpen: (index: number) => pick(days[index], days[index]),
        })}
      moments={days}
      incompleteFrom={final && incomplete >= 0 ? incomplete : undefined}
      lines={shown.map(({ key, label, color, short, isPosition }) => ({
        name: label,
        color,
        text: short,
        isPosition,
        // Of days that are not over Google tells no share and no position.
        values: [...data.rows, ...fresh.map((day) => ({ ...day, ctr: null, average_position: null }))].map(
          (day) => day[key],
        ),
        before: before?.rows.map((row) => row[key]),
      }))}
    />
  );
}
