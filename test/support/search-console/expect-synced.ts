import type { Caller } from '../service/callers.ts';
import type { FakeProperty } from './fake-google.ts';

interface Span {
  readonly from: string;
  /** The last day that is final. */
  readonly to: string;
}

/** By a dimension, or in all, what the fake Google has of the days. */
function counted(
  site: FakeProperty,
  { from, to }: Span,
  by: 'query' | 'page' | undefined,
): Record<string, readonly [number, number]> {
  const groups: Record<string, readonly [number, number]> = {};
  const days = [...(site.days.get('web') ?? [])].filter(([day]) => day >= from && day <= to);
  for (const row of days.flatMap(([, rows]) => rows).filter(({ query }) => by !== 'query' || query !== '')) {
    const key = by ? row[by] : '';
    const [clicks, impressions] = groups[key] ?? [0, 0];
    groups[key] = [clicks + row.clicks, impressions + row.impressions];
  }
  return Object.fromEntries(Object.entries(groups).sort());
}

/** The slices of the service are, to the unit, what the fake Google has. */
export async function expectSynced(caller: Caller, site: FakeProperty, span: Span): Promise<void> {
  const path = `/v1/me/sites/shop.example/performance?from=${span.from}&to=${span.to}`;
  const { totals } = (await caller.get(path)).body;
  expect([totals.clicks, totals.impressions]).toEqual(counted(site, span, undefined)['']);
  for (const by of ['query', 'page'] as const) {
    const { rows, days_without_rows } = (await caller.get(`${path}&dimensions=${by}&limit=5000`)).body;
    const found = Object.fromEntries(
      rows.map((row: { keys: Record<string, string>; clicks: number; impressions: number }) => [
        row.keys[by],
        [row.clicks, row.impressions],
      ]),
    );
    expect([days_without_rows, found]).toEqual([0, counted(site, span, by)]);
  }
}
