import { type ConsoleDimension, type ConsoleRow, consoleDimensions } from './console-row.ts';

/** Counts of one subject, added up over rows. */
export interface Counts {
  clicks: number;
  impressions: number;
  /** Sum of positions, each as often as it was shown; `shown` is how many of the impressions have one. */
  places: number;
  shown: number;
}

/** The mean position, or null where no row has one. */
export function meanPosition({ places, shown }: Counts): number | null {
  return shown > 0 ? places / shown : null;
}

/** Subjects that one list can hold; what goes beyond is refused and told. */
const mostSubjects = 400_000;
const mostPairs = 800_000;
/** Between the two halves of a pair's key: no query or address has it. */
const pairMark = '\n';

/** Everything that rows with the same dimensions add up to. */
export interface ConsoleTable {
  readonly dimensions: readonly ConsoleDimension[];
  readonly total: Counts;
  readonly by: Readonly<Record<ConsoleDimension, Map<string, Counts>>>;
  /** By query and page; both in one key. */
  readonly pairs: Map<string, Counts>;
}

export type AddedRow = 'taken' | 'too many subjects';

export type ConsoleTally = ReturnType<typeof createConsoleTally>;

/** What the queries and addresses of one import may hold together: all are kept until the import ends. */
const mostCharacters = 64_000_000;

/** Characters that the files of one import have left. */
export interface TextBudget {
  left: number;
}

export function createTextBudget(): TextBudget {
  return { left: mostCharacters };
}

/** Adds up the rows of one file or answer. Rows of other dimensions are another table. */
export function createConsoleTally(budget: TextBudget = createTextBudget()) {
  const tables = new Map<string, ConsoleTable>();
  return {
    add(row: ConsoleRow): AddedRow {
      const dimensions = consoleDimensions.filter((name) => row.values[name] !== undefined);
      const key = dimensions.join(' ');
      const table = tables.get(key) ?? emptyTable(dimensions);
      tables.set(key, table);
      const characters = newCharacters(table, row);
      if (characters > budget.left) return 'too many subjects';
      const added = addRow(table, row);
      if (added === 'taken') budget.left -= characters;
      return added;
    },
    tables: (): readonly ConsoleTable[] => [...tables.values()],
  };
}

function emptyTable(dimensions: readonly ConsoleDimension[]): ConsoleTable {
  const by = {
    query: new Map<string, Counts>(),
    page: new Map<string, Counts>(),
    country: new Map<string, Counts>(),
    device: new Map<string, Counts>(),
    date: new Map<string, Counts>(),
    period: new Map<string, Counts>(),
    appearance: new Map<string, Counts>(),
  };
  return { dimensions, total: noCounts(), by, pairs: new Map() };
}

export function noCounts(): Counts {
  return { clicks: 0, impressions: 0, places: 0, shown: 0 };
}

function addRow(table: ConsoleTable, row: ConsoleRow): AddedRow {
  const { query, page } = row.values;
  const isFull = table.dimensions.some((name) => isFullOf(table.by[name], row.values[name], mostSubjects));
  const pair = query && page ? `${query}${pairMark}${page}` : undefined;
  if (isFull || isFullOf(table.pairs, pair, mostPairs)) return 'too many subjects';
  addCounts(table.total, row);
  for (const name of table.dimensions) addTo(table.by[name], row.values[name], row);
  addTo(table.pairs, pair, row);
  return 'taken';
}

/** Of the keys that the row would add to its table. */
function newCharacters({ dimensions, by, pairs }: ConsoleTable, { values }: ConsoleRow): number {
  const { query = '', page = '' } = values;
  const isPair = query !== '' && page !== '';
  let characters = isPair && !pairs.has(`${query}${pairMark}${page}`) ? query.length + page.length : 0;
  for (const name of dimensions) {
    const key = values[name] ?? '';
    if (!by[name].has(key)) characters += key.length;
  }
  return characters;
}

function isFullOf(counts: ReadonlyMap<string, Counts>, key: string | undefined, most: number): boolean {
  return key !== undefined && counts.size >= most && !counts.has(key);
}

/** A row may leave a value out, as for rare queries: it counts for its other dimensions and the total. */
function addTo(counts: Map<string, Counts>, key: string | undefined, row: ConsoleRow): void {
  if (key === undefined || key === '') return;
  const known = counts.get(key) ?? noCounts();
  counts.set(key, known);
  addCounts(known, row);
}

function addCounts(counts: Counts, { clicks, impressions, position }: ConsoleRow): void {
  counts.clicks += clicks;
  counts.impressions += impressions;
  if (position === null) return;
  // A row that was never shown has a position all the same; it weighs as one.
  const weight = Math.max(1, impressions);
  counts.places += position * weight;
  counts.shown += weight;
}

/** The sum of two lists. */
export function mergedCounts(
  a: ReadonlyMap<string, Counts>,
  b: ReadonlyMap<string, Counts>,
): Map<string, Counts> {
  const merged = new Map([...a].map(([key, counts]) => [key, { ...counts }]));
  for (const [key, counts] of b) {
    const known = merged.get(key) ?? noCounts();
    known.clicks += counts.clicks;
    known.impressions += counts.impressions;
    known.places += counts.places;
    known.shown += counts.shown;
    merged.set(key, known);
  }
  return merged;
}

export function pairOf(key: string): readonly [query: string, page: string] {
  const mark = key.indexOf(pairMark);
  return [key.slice(0, mark), key.slice(mark + 1)];
}

/** Everything one import says about a site: each list from the table that says it most directly. */
export interface ConsoleSet {
  readonly total: Counts;
  readonly countedFrom: CountedFrom;
  readonly queries: ReadonlyMap<string, Counts>;
  readonly pages: ReadonlyMap<string, Counts>;
  /** Keyed as `pairOf` splits it. */
  readonly pairs: ReadonlyMap<string, Counts>;
  /** Of pairs, the weeks in which the page had a part of the query's impressions, as bits; absent where days are not known. */
  readonly pairWeeks?: ReadonlyMap<string, number>;
  readonly days: ReadonlyMap<string, Counts>;
  readonly countries: ReadonlyMap<string, Counts>;
  readonly devices: ReadonlyMap<string, Counts>;
  readonly appearances: ReadonlyMap<string, Counts>;
}

export const countedFrom = ['dates', 'countries', 'devices', 'pages', 'queries'] as const;
export type CountedFrom = (typeof countedFrom)[number];

/**
 * Puts the tables of an export together. A list comes from the tables with the
 * fewest dimensions that have it, because each further dimension makes the
 * console leave rows out; several tables of the same dimensions (the pages of an
 * answer) are added up.
 */
export function consoleSetOf(tables: readonly ConsoleTable[]): ConsoleSet {
  const listOf = (name: ConsoleDimension) =>
    addedUp(mostDirect(tables, (table) => table.dimensions.includes(name)).map(({ by }) => by[name]));
  const total = totalOf(tables);
  return {
    ...total,
    queries: listOf('query'),
    pages: listOf('page'),
    pairs: addedUp(
      mostDirect(tables, ({ dimensions }) => dimensions.includes('query') && dimensions.includes('page')).map(
        ({ pairs }) => pairs,
      ),
    ),
    days: listOf('date'),
    countries: listOf('country'),
    devices: listOf('device'),
    appearances: listOf('appearance'),
  };
}

function mostDirect(
  tables: readonly ConsoleTable[],
  hasList: (table: ConsoleTable) => boolean,
): readonly ConsoleTable[] {
  const having = tables.filter(hasList);
  const fewest = Math.min(...having.map(({ dimensions }) => dimensions.length));
  const direct = having.filter(({ dimensions }) => dimensions.length === fewest);
  const [first] = direct;
  return direct.filter(({ dimensions }) => dimensions.join() === first?.dimensions.join());
}

function addedUp(lists: readonly ReadonlyMap<string, Counts>[]): ReadonlyMap<string, Counts> {
  const [first = new Map<string, Counts>(), ...others] = lists;
  return others.reduce((sum, list) => mergedCounts(sum, list), first);
}

const totalTables: readonly (readonly [CountedFrom, ConsoleDimension])[] = [
  ['dates', 'date'],
  ['dates', 'period'],
  ['countries', 'country'],
  ['devices', 'device'],
  ['pages', 'page'],
  ['queries', 'query'],
];

/** The site's totals, from the table that leaves out least: the one of days, when there is one by itself. */
function totalOf(tables: readonly ConsoleTable[]): Pick<ConsoleSet, 'total' | 'countedFrom'> {
  const single = totalTables.find(([, name]) => tables.some(({ dimensions }) => dimensions.join() === name));
  const [from, name] = single ??
    totalTables.find(([, other]) => tables.some((t) => t.dimensions.includes(other))) ?? ['queries', 'query'];
  const direct = mostDirect(tables, ({ dimensions }) => dimensions.includes(name));
  const sum = noCounts();
  for (const { total } of direct) {
    sum.clicks += total.clicks;
    sum.impressions += total.impressions;
    sum.places += total.places;
    sum.shown += total.shown;
  }
  return { total: sum, countedFrom: from };
}
