/** A country or language that may be chosen. */
export interface Choice {
  /** Its code: `DE`, `pt-BR`. */
  readonly value: string;
  readonly label: string;
}

/** What people type for a country beside its name and code. */
const alsoCalled: Readonly<Record<string, string>> = {
  uk: 'GB',
  britain: 'GB',
  england: 'GB',
  usa: 'US',
  america: 'US',
  uae: 'AE',
  holland: 'NL',
  turkey: 'TR',
  'czech republic': 'CZ',
  korea: 'KR',
};

/** The choices that a typed text may mean, best first; while it is one of them that one and then all others, so that another can be picked. */
export function fittingChoices<Option extends Choice>(options: readonly Option[], typed: string): Option[] {
  const search = fold(typed);
  const current = options.find(({ label }) => fold(label) === search);
  if (current) return [current, ...options.filter((option) => option !== current)];
  if (search === '') return [...options];
  return options
    .map((option) => ({ option, rank: rankOf(option, search) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ option }) => option);
}

const noMatch = 4;

function rankOf({ value, label }: Choice, search: string): number {
  const name = fold(label);
  if (fold(value) === search || alsoCalled[search] === value) return 0;
  if (name.startsWith(search)) return 1;
  if (name.includes(` ${search}`) || name.includes(`(${search}`)) return 2;
  return search.length > 2 && name.includes(search) ? 3 : noMatch;
}

/** Case and accents do not tell names apart. */
function fold(text: string): string {
  return text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
