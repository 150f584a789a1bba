import { type Data, num, part, rows, text } from './read.ts';

/** What the target is to do about a keyword of its competitors. */
export type CoverageClass = 'missing' | 'untapped' | 'weak' | 'strong';

/** As the field calls them, in the order of the work. */
export const coverageClasses: Readonly<
  Record<CoverageClass, { readonly label: string; readonly color: string; readonly meaning: string }>
> = {
  missing: { label: 'Missing', color: 'red', meaning: 'all competitors rank, the domain does not' },
  untapped: {
    label: 'Untapped',
    color: 'yellow',
    meaning: 'some competitors rank, the domain does not',
  },
  weak: {
    label: 'Weak',
    color: 'indigo',
    meaning: 'the domain ranks below a competitor; the best one is shown',
  },
  strong: {
    label: 'Strong',
    color: 'glass',
    meaning: 'the domain ranks above every competitor; the best one is shown',
  },
};

export const classNames: readonly CoverageClass[] = ['missing', 'untapped', 'weak', 'strong'];

/** The class of a row of any list; of one competitor alone, every gap is missing. */
export function classOf(row: Data, competitors: readonly string[]): CoverageClass {
  const own = ownPosition(row);
  const best = num(part(row, 'best_competitor'), 'position');
  if (own !== null) return best !== null && best < own ? 'weak' : 'strong';
  return competitors.every((competitor) => positionOf(row, competitor) !== null) ? 'missing' : 'untapped';
}

/** A mean is compared as the console reports it; its rounded place may be that of a competitor before it. */
function ownPosition(row: Data): number | null {
  const average = text(row, 'basis') === 'average' ? num(part(row, 'own'), 'average_position') : null;
  return average ?? num(row, 'target_position');
}

/** Where a competitor stands for the keyword of a row; where the target stands too, the answer names only the best. */
export function positionOf(row: Data, competitor: string): number | null {
  const best = row.best_competitor;
  const known = [...rows(row, 'competitor_positions'), ...rows({ best: [best] }, 'best')];
  const found = known.find((entry) => text(entry, 'competitor') === competitor);
  return found ? num(found, 'position') : null;
}

/** All lists of a comparison in one, most searched first. */
export function matrixRows(data: Data): readonly Data[] {
  return ['gaps', 'losing', 'strong']
    .flatMap((list) => rows(data, list))
    .toSorted((left, right) => (num(right, 'monthly_volume') ?? -1) - (num(left, 'monthly_volume') ?? -1));
}
