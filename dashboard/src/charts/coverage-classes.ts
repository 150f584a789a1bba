import { type Data, num, part, rows, text } from './read.ts';

/** What the target is to do about a keyword of its competitors, as the field calls it, in the order of the work. */
export const coverageClasses = {
  missing: { label: 'Missing', color: 'red', meaning: 'all competitors rank, the domain does not' },
  untapped: { label: 'Untapped', color: 'yellow', meaning: 'some competitors rank, the domain does not' },
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

/** The class of a row of any list; of one competitor alone, every gap is missing. */
export function classOf(row: Data, competitors: readonly string[]): keyof typeof coverageClasses {
  // A mean is compared as the console reports it; its rounded place may be that of a competitor before it.
  const average = text(row, 'basis') === 'average' ? num(row, 'own.average_position') : null;
  const own = average ?? num(row, 'target_position');
  const best = num(row, 'best_competitor.position');
  if (own !== null) return best !== null && best < own ? 'weak' : 'strong';
  return competitors.every((competitor) => positionOf(row, competitor) !== null) ? 'missing' : 'untapped';
}

/** Where a competitor stands for the keyword of a row; where the target stands too, the answer names only the best. */
export function positionOf(row: Data, competitor: string): number | null {
  const known = [...rows(row, 'competitor_positions'), part(row, 'best_competitor')];
  const found = known.find((entry) => text(entry, 'competitor') === competitor);
  return found ? num(found, 'position') : null;
}

/** All lists of a comparison in one, most searched first. */
export function matrixRows(data: Data): readonly Data[] {
  return ['gaps', 'losing', 'strong']
    .flatMap((list) => rows(data, list))
    .toSorted((left, right) => (num(right, 'monthly_volume') ?? -1) - (num(left, 'monthly_volume') ?? -1));
}
