import { createConnectionStore } from '#shared/facts/search-console/connection-store.ts';
import { newProperty, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { createKeptRows, type KeptRow, pairMark } from '#shared/facts/search-console/kept-rows.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';

export interface PlantedRow {
  readonly query: string;
  readonly page: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

/** Writes a property of web search whose rows of each day are given, with a click a day that no row tells. */
export async function plantSite(
  table: IndexTable,
  {
    accountId,
    site,
    days,
  }: {
    readonly accountId: string;
    readonly site: string;
    readonly days: ReadonlyMap<number, readonly PlantedRow[]>;
  },
) {
  const property = `sc-domain:${site}`;
  const rows = createKeptRows(table, ownPartPartition(accountId, propertyIdOf(property)));
  const [first, last] = [Math.min(...days.keys()), Math.max(...days.keys())];
  const by = (list: readonly PlantedRow[], keyOf: (row: PlantedRow) => string): KeptRow[] =>
    [...Map.groupBy(list, keyOf)].map(([key, group]) => joined(key, group));
  for (const [day, list] of days) {
    const period = { kind: 'd', day } as const;
    await rows.write(
      'web',
      'x',
      period,
      by(list, ({ query, page }) => `${query}${pairMark}${page}`),
    );
    await rows.write(
      'web',
      'q',
      period,
      by(list, ({ query }) => query),
    );
    await rows.write(
      'web',
      'p',
      period,
      by(list, ({ page }) => page),
    );
    await rows.write(
      'web',
      'c',
      period,
      by(list, () => 'usa'),
    );
    await rows.write(
      'web',
      'v',
      period,
      by(list, () => 'MOBILE'),
    );
  }
  await rows.writeTotals(
    'web',
    first,
    last,
    [...days].map(([day, list]) => {
      const [{ clicks = 0, impressions = 0, position = 0 } = {}] = by(list, () => 'all');
      return { day, clicks: clicks + 1, impressions, position };
    }),
  );
  const kept = {
    ...newProperty(property, first),
    last_final: last,
    types: { web: { todo: [], days: [[first, last] satisfies [number, number]], weeks: [], months: [] } },
  };
  await createConnectionStore(table).saveProperty(accountId, undefined, kept);
  return { property, rows, kept };
}

function joined(key: string, group: readonly PlantedRow[]): KeptRow {
  const sum = (of: (row: PlantedRow) => number) => group.reduce((all, row) => all + of(row), 0);
  const impressions = sum((row) => row.impressions);
  const places = sum((row) => row.impressions * row.position);
  return { key, clicks: sum((row) => row.clicks), impressions, position: places / Math.max(1, impressions) };
}
