import type { RankRow, Ranks } from '../../api/schema.ts';
import { dayName, decimal, number, words } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Grid } from '../../grid/grid.tsx';
import { Hint } from '../../parts/text.tsx';
import { Change, pathOf } from '../sites/site-table.tsx';

interface RankTableProps {
  readonly ranks: Ranks;
  readonly onOpen: (row: RankRow) => void;
}

export function RankTable({ ranks, onOpen }: RankTableProps) {
  return <Grid label="Keywords" rows={ranks.rows} columns={columnsOf(ranks)} onOpen={onOpen} />;
}

function columnsOf({ site, rivals }: Ranks): readonly Column<RankRow>[] {
  return [
    {
      header: 'Keyword',
      width: 240,
      value: 'keyword',
      cell: ({ keyword }) => <bdi title={keyword}>{keyword}</bdi>,
    },
    {
      header: 'Position',
      width: 92,
      value: 'position',
      cell: (row) => <Place row={row} />,
      as: 'number',
    },
    {
      header: 'Change',
      width: 88,
      value: 'change',
      cell: ({ change, movement }) =>
        movement === 'new' || movement === 'lost' ? words(movement) : <Change by={change} />,
      as: 'number',
    },
    {
      header: 'Best',
      width: 72,
      value: 'best_position',
      cell: ({ best_position: best, best_day: day }) => (
        <span title={day ? dayName(day) : undefined}>{number(best)}</span>
      ),
      as: 'number',
    },
    { header: 'Volume', width: 96, value: 'monthly_volume', as: 'number' },
    {
      header: 'Page',
      width: 200,
      value: 'url',
      cell: ({ url }) => <bdi title={url ?? undefined}>{url ? pathOf(url, site) : ''}</bdi>,
      isMinor: true,
    },
    { header: 'AI overview', width: 116, value: ({ ai_overview }) => words(ai_overview), isMinor: true },
    ...rivals.map(
      ({ domain }): Column<RankRow> => ({
        header: domain,
        width: 130,
        value: (row) => row.rivals.find((rival) => rival.domain === domain)?.position ?? null,
        as: 'number',
        isMinor: true,
      }),
    ),
    {
      header: 'Search Console',
      title: 'Mean position in Search Console, over its own period',
      width: 132,
      value: 'search_console_position',
      cell: ({ search_console_position: position }) => decimal(position),
      as: 'number',
      isMinor: true,
      isQuiet: true,
    },
    {
      header: 'Features',
      width: 220,
      value: ({ serp_features }) => featureText(serp_features),
      isMinor: true,
    },
    { header: 'Tags', width: 140, value: ({ tags }) => tags.join(', '), isMinor: true, isQuiet: true },
  ];
}

/** A place, or what is known in its place. */
function Place({ row: { position, status, checked_depth: depth } }: { readonly row: RankRow }) {
  if (position !== null) return <>{number(position)}</>;
  return (
    <Hint span title={words(status)}>
      {status === 'not_checked' ? 'not checked' : `> ${number(depth)}`}
    </Hint>
  );
}

/** The items of a listing beside its organic results, in words. */
export const featureText = (features: readonly string[] | null) =>
  (features ?? [])
    .filter((feature) => feature !== 'organic')
    .map(words)
    .join(', ');
