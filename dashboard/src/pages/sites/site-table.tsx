import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { dayName, decimal, number, unknown } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { LoadingBox, QueryState } from '../../parts/page.tsx';
import { Hint, Note } from '../../parts/text.tsx';
import { TrackKeywords } from '../explorer/track-keywords.tsx';
import {
  bothFilters,
  type Dimension,
  type Period,
  rowsOf,
  type SliceRow,
  type Subject,
  shownName,
  sliceQuery,
} from './site-slices.ts';

interface SiteTableProps {
  readonly site: string;
  readonly period: Period;
  readonly dimension: Dimension;
  /** Narrows the rows to those of one query or page. */
  readonly filter?: string;
  readonly onOpen?: (subject: Subject) => void;
  /** Read by somebody who was sent a report: nothing is tracked there, and no note says how it came to be. */
  readonly isGiven?: boolean;
  /** Narrows the page to a country or a device, or looks at it alone. */
  readonly onOnly?: (filter: string) => void;
}

const labels = {
  query: 'Queries',
  page: 'Pages',
  country: 'Countries',
  device: 'Devices',
  date: 'Dates',
  appearance: 'Search appearance',
} as const;

/** Queries, pages, countries, devices or days with their figures, against the period before. */
export function SiteTable(props: SiteTableProps) {
  const { site, period, dimension, filter, isGiven = false, onOpen, onOnly } = props;
  const slice = useQuery({
    ...queries.performance(
      site,
      sliceQuery(filter ? { ...period, filter: bothFilters(period.filter, filter) } : period, dimension),
    ),
    placeholderData: keepPreviousData,
  });
  const press = (name: string) => {
    if (dimension === 'query' || dimension === 'page') onOpen?.({ kind: dimension, name });
    else onOnly?.(`${dimension}:equals:${name}`);
  };
  const canNarrow = dimension === 'country' || dimension === 'device';
  const canPress = dimension === 'query' || dimension === 'page' ? onOpen : canNarrow ? onOnly : undefined;
  return (
    <QueryState query={slice} loading={<LoadingBox height={320} />}>
      {(data) => {
        const rows = dimension === 'date' ? rowsOf(data).toReversed() : rowsOf(data);
        const notes = <Note mt={6}>{notesOf(isGiven ? { ...data, notes: [] } : data, rows.length)}</Note>;
        if (rows.length === 0) return notes;
        return (
          <>
            <Grid
              label={labels[dimension]}
              rows={rows}
              columns={columnsOf(dimension, data.compared_with !== null && dimension !== 'date', site)}
              {...(canPress && { onOpen: ({ name }: SliceRow) => press(name) })}
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

function notesOf({ total_rows, withheld, notes }: Parameters<typeof rowsOf>[0], shown: number): string {
  return [
    ...(shown < total_rows ? [`The first ${number(shown)} of ${number(total_rows)}.`] : []),
    ...(withheld && withheld.clicks > 0
      ? [`Google does not report the queries behind ${number(withheld.clicks)} more clicks.`]
      : []),
    ...notes,
  ].join(' ');
}

function columnsOf(
  dimension: SiteTableProps['dimension'],
  isCompared: boolean,
  site: string,
): readonly Column<SliceRow>[] {
  return [
    {
      header: labels[dimension].replace(/ies$/u, 'y').replace(/s$/u, ''),
      width: 300,
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

type Counted = 'clicks' | 'impressions' | 'average_position';

/** More than before is good; of positions, less. */
function change(of: string, member: Counted): Column<SliceRow> {
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
  const size = text(Math.abs(by));
  if (size === text(0)) return <Hint span>{size}</Hint>;
  return (
    <Text span c={by > 0 ? 'var(--mantine-color-glass-light-color)' : 'var(--mantine-color-red-light-color)'}>
      {by > 0 ? '+' : '−'}
      {size}
    </Text>
  );
}
