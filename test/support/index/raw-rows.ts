import { pageOf } from './index-reference.ts';
import { type RawCount, type RawPlace, trafficOf } from './raw-count.ts';

/** Rows of answers and of the plain count in the same form, to be compared. */

export function keywordPlace(row: Readonly<Record<string, unknown>>): unknown[] {
  const { keyword, position, url, monthly_volume, cpc_usd, difficulty, intent, estimated_traffic } = row;
  return [keyword, position, url, monthly_volume, cpc_usd, difficulty, intent, estimated_traffic];
}

export function expectedPlace(place: RawPlace): unknown[] {
  const { keyword, position, url, row } = place;
  return [keyword, position, url, row.volume, row.cpc, row.difficulty, row.intent, trafficOf([place])];
}

export function expectPages(
  rows: readonly Readonly<Record<string, unknown>>[],
  raw: RawCount,
  domain: string,
  most: number,
): void {
  const pages = raw.pages(domain);
  expect(rows).toHaveLength(Math.min(most, pages.size));
  for (const { url, organic_keywords, estimated_organic_traffic_per_month } of rows) {
    const places = pages.get(pageOf(String(url))) ?? [];
    expect([url, organic_keywords, estimated_organic_traffic_per_month]).toEqual([
      url,
      places.length,
      trafficOf(places),
    ]);
  }
  const traffic = [...pages.values()].map((places) => trafficOf(places) ?? 0).sort((a, b) => b - a);
  expect(rows.map((row) => row.estimated_organic_traffic_per_month ?? 0)).toEqual(
    traffic.slice(0, rows.length),
  );
}

export function rivalCounts(row: Readonly<Record<string, unknown>>) {
  const { competitor, shared_keywords, avg_position, organic_keywords, relevance } = row;
  const { estimated_organic_traffic_per_month: traffic } = row;
  return { competitor, shared_keywords, avg_position, organic_keywords, relevance, traffic };
}

type ToolGap = { keyword: string; competitor_positions: readonly { competitor: string; position: number }[] };
export const gapOf = (row: object) => {
  const { keyword, competitor_positions } = row as unknown as ToolGap;
  return [keyword, ...competitor_positions.map(({ competitor, position }) => `${position} ${competitor}`)];
};
type Expected = ReturnType<RawCount['coverage']>['gaps'][number];
export const expectedGap = ({ keyword, places }: Expected) => [
  keyword,
  ...places.map(({ competitor, position }) => `${position} ${competitor}`),
];
type ToolShared = { keyword: string; target_position: number; best_competitor: { position: number } };
export const sharedOf = (row: object) => {
  const { keyword, target_position, best_competitor } = row as unknown as ToolShared;
  return [keyword, target_position, best_competitor.position];
};
export const expectedShared = ({ keyword, target, places }: Expected) => [
  keyword,
  target,
  places[0]?.position,
];

/** Keywords and known volume by intent. */
export function clustersOf(rows: readonly Expected[]) {
  const groups = Map.groupBy(rows, ({ row }) => row.intent);
  return new Map(
    [...groups].map(([intent, members]) => {
      const known = members.map(({ row }) => row.volume).filter((volume) => volume !== null);
      const sum = known.reduce((total, volume) => total + volume, 0);
      return [intent, [members.length, known.length > 0 ? sum : null]];
    }),
  );
}
