import type { RankRow, Ranks } from '../../api/schema.ts';
import { dayName, number, words } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import { Hint } from '../../parts/text.tsx';
import { Change } from '../sites/site-table.tsx';

/** Keywords of a tracker by where the site and its rivals stand. */
export function keywordColumns({ site, rivals }: Ranks): readonly Column<RankRow>[] {
  return [
    { header: 'Keyword', width: 260, value: 'keyword' },
    { header: 'Position', width: 92, value: 'position', cell: placeOf, as: 'number' },
    {
      header: 'Change',
      value: 'change',
      cell: ({ change, movement }) =>
        movement === 'new' || movement === 'lost' ? words(movement) : <Change by={change} />,
      as: 'number',
    },
    {
      header: 'Best',
      value: 'best_position',
      cell: ({ best_position: best, best_day: day }) => (
        <span title={day ? dayName(day) : undefined}>{number(best)}</span>
      ),
      as: 'number',
    },
    { header: 'Volume', width: 96, value: 'monthly_volume', as: 'number' },
    { header: 'Page', width: 180, value: 'url', site, isMinor: true },
    { header: 'AI overview', width: 116, value: ({ ai_overview }) => words(ai_overview), isMinor: true },
    ...rivals.map(
      ({ domain }): Column<RankRow> => ({
        header: domain,
        value: (row) => row.rivals.find((rival) => rival.domain === domain)?.position ?? null,
        as: 'number',
        isMinor: true,
      }),
    ),
    {
      header: 'Search Console',
      title: 'Mean position in Search Console, over its own period',
      value: 'search_console_position',
      as: 'decimal',
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
function placeOf({ position, status, checked_depth: depth }: RankRow) {
  if (position !== null) return number(position);
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
