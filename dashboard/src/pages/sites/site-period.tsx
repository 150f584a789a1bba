import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Choice, typed } from '../../parts/form.tsx';
import { useLocation, useParameter } from '../../router.tsx';
import { sliceOf, type View } from './site-slices.ts';

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
const usualDays = '28';
const comparisons = [
  { value: 'previous_period', label: 'Previous period' },
  { value: 'previous_year', label: 'Previous year' },
  { value: 'none', label: 'No comparison' },
];
const usualComparison = 'previous_period';
const dayMs = 86_400_000;
/** `2026-11-20`, so many days from a day. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

const searchTypes = [
  { value: 'web', label: 'Web search' },
  { value: 'image', label: 'Image search' },
  { value: 'video', label: 'Video search' },
  { value: 'news', label: 'News search' },
  { value: 'discover', label: 'Discover' },
  { value: 'googleNews', label: 'Google News' },
] as const;
const usualType = 'web';

export const searchTypeName = (type: string) =>
  searchTypes.find(({ value }) => value === type)?.label ?? type;

/** What the address says of a site: so many days up to the last that is known, or from one to another. */
export function useView(site: string, last: string | undefined): View {
  const { query } = useLocation();
  const compare = query.get('compare') ?? usualComparison;
  const filter = query.get('only');
  const search_type = searchTypes.find(({ value }) => value === query.get('search'))?.value ?? usualType;
  const rest = {
    ...(compare !== 'none' && { compare }),
    ...(search_type !== usualType && { search_type }),
  };
  if (last === undefined) return { site, isConnected: false, asked: rest };
  const days = daysIn(query.get('days') ?? usualDays, last);
  return { site, isConnected: true, asked: { ...days, ...rest, ...(filter && { filter }) } };
}

function daysIn(days: string, last: string) {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/u.exec(days) ?? [];
  if (from && to) return { from, to };
  return { from: dayAfter(last, 1 - (Number(days) || Number(usualDays))), to: last };
}

/** The days as the address has them, and what goes to others; those the wrong way round stay as they are. */
export function useDays() {
  const [days, setDays] = useParameter('days', usualDays);
  const pick = (from = '', to = '') => {
    if (from !== '' && from <= to) setDays(`${from}..${to}`);
  };
  return { days, setDays, pick, showUsual: () => setDays(usualDays) };
}

/** The days, the kind of search, and what the figures stand beside; an export has days of its own. */
export function PeriodControls({ view }: { readonly view: View }) {
  const { isConnected, asked } = view;
  const [compare, setCompare] = useParameter('compare', usualComparison);
  const [, setType] = useParameter('search', usualType);
  // As the chart asks it.
  const { data } = useQuery(sliceOf(view, 'date'));
  const types = data?.search_types ?? [];
  const isAlone = !isConnected && compare !== 'none' && data?.compared_with === null;
  return (
    <>
      {types.length > 1 ? (
        <Choice
          size="xs"
          aria-label="Search type"
          data={searchTypes.filter(({ value }) => types.includes(value))}
          value={asked.search_type ?? data?.search_type ?? usualType}
          onChange={setType}
        />
      ) : null}
      {isConnected ? <Days {...asked} /> : null}
      <Choice
        size="xs"
        aria-label="Compare with"
        // One export stands alone. Were its place not kept, the buttons behind it would move.
        disabled={isAlone}
        title={isAlone ? 'To compare, add an export of an earlier period.' : undefined}
        data={isConnected ? comparisons : comparisons.filter(({ value }) => value !== 'previous_year')}
        value={compare}
        onChange={setCompare}
      />
    </>
  );
}

/** The last days, or from one to another. */
function Days({ from = '', to = '' }: View['asked']) {
  const { days, setDays, pick } = useDays();
  const isCustom = days.includes('..');
  const day = { size: 'xs', type: 'date' } as const;
  return (
    <>
      <Choice
        size="xs"
        aria-label="Period"
        data={spans}
        value={isCustom ? custom : days}
        onChange={(next) => (next === custom ? pick(from, to) : setDays(next))}
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
