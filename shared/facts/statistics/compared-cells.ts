/** Clicks, impressions and their mean position in one period. */
export interface Counts {
  readonly clicks: number;
  readonly impressions: number;
  /** 1 is the first place; of no meaning without impressions. */
  readonly position: number;
}

/** One query on one page in both periods; a period in which it was not shown has no impressions. */
export interface Cell extends Named {
  readonly before: Counts;
  readonly after: Counts;
}

interface Named {
  /** Null of what stands for many. */
  readonly query: string | null;
  readonly page: string | null;
}

export interface Carrier extends Named {
  readonly clicks: number;
}

export type Side = 'before' | 'after';

/** Of what is shown less often than this in both periods, presence in one says nothing: such are counted together. */
const rareImpressions = 10;
/** Queries that are told apart, those shown most; the others are joined as what is rare is. */
const mostQueries = 10_000;
/** Pages of one query that are told apart; the others are one. */
const mostPagesOfQuery = 12;

export interface SortedCells {
  /** Cells of one query each, shown in both periods. */
  readonly queries: (readonly Cell[])[];
  /** Pages and queries that were shown before and not after, with their clicks before. */
  readonly gone: Carrier[];
  readonly fresh: Carrier[];
}

/** Tells apart what is there in one period only: whole pages first, then queries. What is rare is joined by page, and what is rare there as one. */
export function sortCells(cells: readonly Cell[]): SortedCells {
  const found: SortedCells = { queries: [], gone: [], fresh: [] };
  const shown = cells.filter((cell) => sizeOf([cell]) > 0);
  const [rarePages, pages] = apart(Map.groupBy(shown, ({ page }) => page).values());
  const lasting = pages.filter((group) => !tellOneSided(found, group, 'page')).flat();
  // Where no query is told, a page is its own.
  const byQuery = Map.groupBy(lasting, ({ query, page }) => JSON.stringify(query ?? [page]));
  const [rareQueries, queries] = apart(byQuery.values());
  const both = queries
    .filter((group) => !tellOneSided(found, group, 'query'))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const others = both.splice(mostQueries);
  for (const group of both) found.queries.push(withFewPages(group));
  addRare(found, [...rareQueries, ...others].flat(), rarePages.flat());
  return found;
}

function apart(
  groups: Iterable<readonly Cell[]>,
): readonly [rare: (readonly Cell[])[], others: (readonly Cell[])[]] {
  const all = [...groups];
  return [all.filter(isRare), all.filter((group) => !isRare(group))];
}

function addRare(found: SortedCells, ofPages: readonly Cell[], others: readonly Cell[]): void {
  const rest = [...others];
  for (const [page, group] of Map.groupBy(ofPages, (cell) => cell.page))
    if (isRare(group) || isOneSided(group)) rest.push(...group);
    else found.queries.push([joined(group, { query: null, page })]);
  if (rest.length > 0 && !tellOneSided(found, rest))
    found.queries.push([joined(rest, { query: null, page: null })]);
}

export const shownIn = (cells: readonly Cell[], side: Side) =>
  cells.reduce((sum, cell) => sum + cell[side].impressions, 0);

const sizeOf = (cells: readonly Cell[]) => shownIn(cells, 'before') + shownIn(cells, 'after');

const isRare = (cells: readonly Cell[]) =>
  Math.max(shownIn(cells, 'before'), shownIn(cells, 'after')) < rareImpressions;

const isOneSided = (cells: readonly Cell[]) =>
  Math.min(shownIn(cells, 'before'), shownIn(cells, 'after')) === 0;

function tellOneSided({ gone, fresh }: SortedCells, cells: readonly Cell[], by?: 'query' | 'page'): boolean {
  const [first] = cells;
  if (!(first && isOneSided(cells))) return false;
  const name = {
    query: by === 'query' ? first.query : null,
    page: by === 'page' || (by === 'query' && first.query === null) ? first.page : null,
  };
  const [list, side] =
    shownIn(cells, 'after') === 0 ? ([gone, 'before'] as const) : ([fresh, 'after'] as const);
  list.push({ ...name, clicks: cells.reduce((sum, cell) => sum + cell[side].clicks, 0) });
  return true;
}

function withFewPages(cells: readonly Cell[]): readonly Cell[] {
  if (cells.length <= mostPagesOfQuery) return cells;
  const largest = cells.toSorted((a, b) => sizeOf([b]) - sizeOf([a]));
  const others = joined(largest.splice(mostPagesOfQuery - 1), { query: cells[0]?.query ?? null, page: null });
  return [...largest, others];
}

function joined(cells: readonly Cell[], name: Named): Cell {
  return { ...name, before: addedCounts(cells, 'before'), after: addedCounts(cells, 'after') };
}

/** Counts of several as one, with the mean position of all impressions. */
function addedCounts(cells: readonly Cell[], side: Side): Counts {
  const list = cells.map((cell) => cell[side]);
  const impressions = list.reduce((sum, each) => sum + each.impressions, 0);
  const places = list.reduce((sum, each) => sum + each.impressions * each.position, 0);
  return {
    clicks: list.reduce((sum, each) => sum + each.clicks, 0),
    impressions,
    position: impressions > 0 ? places / impressions : 0,
  };
}
