import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { Choice, typed } from '../../parts/form.tsx';
import { type Period, sliceQuery } from './site-slices.ts';

const custom = 'custom';
const spans = [
  { value: '7', label: 'Last 7 days' },
  { value: '28', label: 'Last 28 days' },
  { value: '91', label: 'Last 3 months' },
  { value: '182', label: 'Last 6 months' },
  { value: '364', label: 'Last 12 months' },
  { value: '480', label: 'Last 16 months' },
  { value: custom, label: 'Custom dates' },
];
const comparisons = [
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Previous year' },
  { value: 'none', label: 'No comparison' },
];
const dayMs = 86_400_000;

const searchTypes = [
  { value: 'web', label: 'Web search' },
  { value: 'image', label: 'Image search' },
  { value: 'video', label: 'Video search' },
  { value: 'news', label: 'News search' },
  { value: 'discover', label: 'Discover' },
  { value: 'googleNews', label: 'Google News' },
] as const;

export const searchTypeName = (type: string) =>
  searchTypes.find(({ value }) => value === type)?.label ?? type;

/** The kinds of search without queries. */
export const hasQueries = ({ search_type: type }: Period) => type !== 'discover' && type !== 'googleNews';

interface Chosen {
  readonly days: string;
  readonly compare: string;
  readonly filter: string;
  readonly type: string;
}

/** So many days up to the last that is known, or from one to another; of a file its own. */
export function periodOf(last: string | null, { days, compare, filter, type }: Chosen): Period {
  const search_type = searchTypes.find(({ value }) => value === type)?.value;
  const rest = {
    ...(compare !== 'none' && { compare }),
    ...(search_type && search_type !== 'web' && { search_type }),
  };
  if (last === null) return { isConnected: false, ...rest };
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/u.exec(days) ?? [];
  const all = { isConnected: true, ...rest, ...(filter && { filter }) };
  if (from && to) return { ...all, from, to };
  const first = new Date(Date.parse(last) - ((Number(days) || 28) - 1) * dayMs);
  return { ...all, from: first.toISOString().slice(0, 10), to: last };
}

/** Both days as the address carries them; what was chosen before where they stand the wrong way round. */
export const spanOf = (from: string, to: string, before: string) => (from <= to ? `${from}..${to}` : before);

interface PeriodControlsProps {
  readonly site: string;
  readonly period: Period;
  readonly days: string;
  readonly compare: string;
  readonly onDays: (days: string) => void;
  readonly onCompare: (compare: string) => void;
  readonly onType: (type: string) => void;
}

/** The days, the kind of search, and what the figures stand beside; an export has days of its own. */
export function PeriodControls(props: PeriodControlsProps) {
  const { site, period, days, compare, onDays, onCompare, onType } = props;
  const { isConnected } = period;
  // As the chart asks it.
  const { data } = useQuery(queries.performance(site, sliceQuery(period, 'date')));
  const types = data?.search_types ?? [];
  // One export stands alone.
  const canCompare = isConnected || compare === 'none' || (data && data.compared_with !== null);
  return (
    <>
      {isConnected ? <Days {...{ period, days, onDays }} /> : null}
      {types.length > 1 ? (
        <Choice
          size="xs"
          aria-label="Search type"
          data={searchTypes.filter(({ value }) => types.includes(value))}
          value={period.search_type ?? data?.search_type ?? 'web'}
          onChange={onType}
        />
      ) : null}
      {canCompare ? (
        <Choice
          size="xs"
          aria-label="Compare with"
          data={isConnected ? comparisons : comparisons.filter(({ value }) => value !== 'previous_year')}
          value={compare}
          onChange={onCompare}
        />
      ) : null}
    </>
  );
}

/** The last days, or from one to another. */
function Days({ period, days, onDays }: Pick<PeriodControlsProps, 'period' | 'days' | 'onDays'>) {
  const { from = '', to = '' } = period;
  const isCustom = days.includes('..');
  const pick = (first: string, last: string) => first && last && onDays(spanOf(first, last, days));
  const day = { size: 'xs', type: 'date' } as const;
  return (
    <>
      <Choice
        size="xs"
        aria-label="Period"
        data={spans}
        value={isCustom ? custom : days}
        onChange={(next) => (next === custom ? pick(from, to) : onDays(next))}
      />
      {isCustom ? (
        <>
          <TextInput {...day} aria-label="From" max={to} {...typed(from, (next) => pick(next, to))} />
          <TextInput {...day} aria-label="To" min={from} {...typed(to, (next) => pick(from, next))} />
        </>
      ) : null}
    </>
  );
}
