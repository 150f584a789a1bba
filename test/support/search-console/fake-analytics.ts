import type { FakeProperty } from './fake-google.ts';

/** A shown result of one day at its finest: what every answer is added up from. */
export interface FakeRow {
  /** Empty of queries too rare to be told: in totals, in no row of queries. */
  readonly query: string;
  readonly page: string;
  readonly country: string;
  readonly device: string;
  /** Such as `REVIEW_SNIPPET`; most results have none. */
  readonly appearances?: readonly string[];
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

interface Ceilings {
  /** The last day that is final. */
  readonly finalUntil: string;
  readonly rowCeiling: number;
  readonly pageLimit: number;
}

type Dimension = 'date' | 'query' | 'page' | 'country' | 'device' | 'searchAppearance';

/** Why Google refuses to group like this; its words are its own. */
export function refusedDimensions({ type, dimensions = [] }: Record<string, unknown>): string | undefined {
  const asked = dimensions as Dimension[];
  if (asked.includes('searchAppearance') && asked.length > 1)
    return 'Cannot group by search appearance dimension together with another dimension';
  if (type === 'discover' && asked.includes('device'))
    return 'Requests for Discover cannot be grouped by device';
  return asked.includes('query') && (type === 'discover' || type === 'googleNews')
    ? 'Query is an invalid argument while grouping data'
    : undefined;
}

/** The answer to a question of Search Analytics. */
export function analytics(state: Ceilings, property: FakeProperty, body: Record<string, unknown>) {
  const dimensions = (body.dimensions ?? []) as Dimension[];
  const [from, to] = [String(body.startDate), String(body.endDate)];
  const isAll = body.dataState === 'all';
  const days = [
    ...(property.days.get(String(body.type ?? 'web')) ?? new Map<string, readonly FakeRow[]>()),
  ].filter(([day]) => day >= from && day <= to && (isAll || day <= state.finalUntil));
  const groups = grouped(days, dimensions);
  const start = Number(body.startRow ?? 0);
  // Days, countries and devices are never as many as one page holds.
  const isLong = dimensions.includes('query') || dimensions.includes('page');
  const limit = Math.min(Number(body.rowLimit ?? 1_000), isLong ? state.pageLimit : 25_000);
  const rows = [...groups.values()]
    .sort((a, b) =>
      dimensions[0] === 'date' ? (a.keys.join() < b.keys.join() ? -1 : 1) : b.clicks - a.clicks,
    )
    .slice(0, state.rowCeiling)
    .slice(start, start + limit)
    .map(({ keys, clicks, impressions, places }) => ({
      keys,
      clicks,
      impressions,
      ctr: impressions > 0 ? clicks / impressions : 0,
      position: impressions > 0 ? places / impressions : 0,
    }));
  const incomplete = days
    .map(([day]) => day)
    .filter((day) => day > state.finalUntil)
    .sort();
  return {
    ...(rows.length > 0 && { rows }),
    responseAggregationType: dimensions.includes('page') ? 'byPage' : 'byProperty',
    ...(isAll && incomplete.length > 0 && { metadata: { first_incomplete_date: incomplete[0] } }),
  };
}

function grouped(days: readonly (readonly [string, readonly FakeRow[]])[], dimensions: readonly Dimension[]) {
  const groups = new Map<string, { keys: string[]; clicks: number; impressions: number; places: number }>();
  const told = days.flatMap(([day, rows]) => rows.map((row) => ({ day, row })));
  for (const { day, row } of told.filter((each) => !dimensions.includes('query') || each.row.query !== '')) {
    for (const keys of keysOf(dimensions, day, row)) {
      const group = groups.get(keys.join('\n')) ?? { keys, clicks: 0, impressions: 0, places: 0 };
      groups.set(keys.join('\n'), group);
      group.clicks += row.clicks;
      group.impressions += row.impressions;
      group.places += row.impressions * row.position;
    }
  }
  return groups;
}

/** A result counts under each of its appearances, and under none where it has none. */
function keysOf(dimensions: readonly Dimension[], day: string, row: FakeRow): string[][] {
  return dimensions[0] === 'searchAppearance'
    ? (row.appearances ?? []).map((name) => [name])
    : [dimensions.map((name) => (name === 'date' ? day : name === 'searchAppearance' ? '' : row[name]))];
}
