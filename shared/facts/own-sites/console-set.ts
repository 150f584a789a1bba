import type { ConsoleDimension } from './console-row.ts';
import { type ConsoleTable, type Counts, mergedCounts, noCounts } from './console-tally.ts';

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
