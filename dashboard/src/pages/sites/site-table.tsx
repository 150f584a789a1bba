import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Performance } from '../../api/schema.ts';
import { dayName, decimal, number, signed, unknown } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { Hint, Note } from '../../parts/text.tsx';
import { useParameter } from '../../router.tsx';
import { TrackKeywords } from '../explorer/track-keywords.tsx';
import {
  bothFilters,
  type Dimension,
  dimensions,
  partOf,
  shownName,
  sliceOf,
  useSubject,
  type View,
} from './site-slices.ts';

interface SiteTableProps {
  readonly view: View;
  readonly dimension: Dimension;
  /** Narrows the rows to those of one query or page, beside which they stand. */
  readonly filter?: string;
}

/** One row of a slice, by what it is of. */
interface SliceRow extends Omit<Performance['rows'][number], 'keys'> {
  readonly name: string;
}

/** Queries, pages, countries, devices or days with their figures, against the period before. */
export function SiteTable({ view, dimension, filter }: SiteTableProps) {
  const { site, isGiven } = view;
  const asked = sliceOf(filter ? partOf(view, filter) : view, dimension);
  const slice = useQuery({ ...asked, placeholderData: keepPreviousData });
  const press = usePress(view, dimension);
  return (
    <QueryState query={slice} loading={<LoadingBox height={320} />}>
      {(data) => {
        const rows = data.rows.map(({ keys, ...row }): SliceRow => ({ ...row, name: keys[dimension] ?? '' }));
        const notes = <Note mt={6}>{notesOf(isGiven ? { ...data, notes: [] } : data)}</Note>;
        if (rows.length === 0) return notes;
        return (
          <>
            <Grid
              label={dimensions[dimension][1]}
              rows={dimension === 'date' ? rows.toReversed() : rows}
              columns={columnsOf(dimension, data.compared_with !== null && dimension !== 'date', site)}
              {...(press && !filter && { onOpen: ({ name }: SliceRow) => press(name) })}
              {...(dimension === 'query' &&
                !isGiven && {
                  selectionActions: (chosen: readonly SliceRow[]) => (
                    <TrackKeywords site={site} keywords={chosen.map(({ name }) => name)} />
                  ),
                })}
            />
            {notes}
          </>
        );
      }}
    </QueryState>
  );
}

/** Opens a query or a page beside the list, or narrows the page to a country or a device. */
function usePress({ isConnected, isGiven }: View, dimension: Dimension) {
  const { open } = useSubject();
  const [only, setOnly] = useParameter('only', '');
  if (isGiven) return undefined;
  if (dimension === 'query' || dimension === 'page') return (name: string) => open({ kind: dimension, name });
  if (!isConnected || (dimension !== 'country' && dimension !== 'device')) return undefined;
  return (name: string) => setOnly(bothFilters(only, `${dimension}:equals:${name}`));
}

function notesOf({ rows: { length: shown }, total_rows, withheld, notes }: Performance): string {
  return [
    ...(shown < total_rows ? [`The first ${number(shown)} of ${number(total_rows)}.`] : []),
    ...(withheld && withheld.clicks > 0
      ? [`Google does not report the queries behind ${number(withheld.clicks)} more clicks.`]
      : []),
    ...notes,
  ].join(' ');
}

function columnsOf(dimension: Dimension, isCompared: boolean, site: string): readonly Column<SliceRow>[] {
  return [
    {
      header: dimensions[dimension][0],
      value: ({ name }) => shownName(dimension, name),
      ...(dimension === 'page' && { site }),
      ...(dimension === 'date' && { cell: ({ name }) => `${dayName(name)}, ${name.slice(0, 4)}` }),
    },
    { header: 'Clicks', value: 'clicks', as: 'number' },
    ...(isCompared ? [change('Clicks', 'clicks')] : []),
    { header: 'Impressions', value: 'impressions', as: 'number' },
    ...(isCompared ? [change('Impressions', 'impressions')] : []),
    { header: 'CTR', value: 'ctr', as: 'percent' },
    { header: 'Position', value: 'average_position', as: 'decimal' },
    ...(isCompared ? [change('Position', 'average_position')] : []),
  ];
}

/** More than before is good; of positions, less. */
function change(of: string, member: 'clicks' | 'impressions' | 'average_position'): Column<SliceRow> {
  const isPosition = member === 'average_position';
  const value = ({ [member]: is, before }: SliceRow) => {
    const was = before?.[member] ?? null;
    return is === null || was === null ? null : (is - was) * (isPosition ? -1 : 1);
  };
  return {
    header: `${of} +/−`,
    value,
    cell: (row) => <Change by={value(row)} text={isPosition ? decimal : number} />,
    as: 'number',
    isMinor: member !== 'clicks',
  };
}

interface ChangeProps {
  /** Above 0 is good. */
  readonly by: number | null;
  readonly text?: (value: number) => string;
}

/** How much more or less it is than in the period before. */
export function Change({ by, text = number }: ChangeProps) {
  if (by === null) return <>{unknown}</>;
  const shown = signed(by, text);
  if (shown === text(0)) return <Hint span>{shown}</Hint>;
  return (
    <Text span c={`var(--mantine-color-${by > 0 ? 'glass' : 'red'}-light-color)`}>
      {shown}
    </Text>
  );
}
