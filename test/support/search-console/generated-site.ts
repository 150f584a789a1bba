import type { FakeRow } from './fake-analytics.ts';
import type { FakeProperty } from './fake-google.ts';

const dayMs = 86_400_000;
export const shiftDate = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

interface GeneratedSite {
  readonly site: string;
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
  readonly queries?: number;
  readonly seed?: number;
  readonly types?: readonly string[];
}

/** A site's days from a seed: a few pages and countries, rare queries withheld, a day in nine without any data. */
export function generatedSite({
  site,
  from,
  to,
  queries = 6,
  seed = 1,
  types = ['web'],
}: GeneratedSite): FakeProperty {
  const days = new Map(
    types.map((type, nth) => {
      const ofType = new Map<string, readonly FakeRow[]>();
      for (let day = from, at = 0; day <= to; day = shiftDate(day, 1), at += 1)
        if ((at + seed) % 9 !== 4) ofType.set(day, rowsOf({ site, at, queries, seed: seed + nth }));
      return [type, ofType] as const;
    }),
  );
  return { permission: 'siteOwner', days, index: new Map() };
}

function rowsOf({
  site,
  at,
  queries,
  seed,
}: {
  site: string;
  at: number;
  queries: number;
  seed: number;
}): FakeRow[] {
  const chance = (n: number, salt: number) => ((at * 7_919 + salt * 104_729 + seed * 1_299_709) >>> 3) % n;
  return Array.from({ length: queries + 1 }, (_, nth) => {
    const impressions = 20 + chance(80, nth + 1);
    return {
      query: nth === queries ? '' : `${nth % 3 === 0 ? 'blue' : 'red'} widgets ${nth}`,
      page: `https://${site}/${nth % 2 === 0 ? 'blog/' : ''}page-${nth % 4}`,
      country: ['usa', 'deu', 'gbr'][nth % 3] ?? 'usa',
      device: ['MOBILE', 'DESKTOP', 'TABLET'][(nth + at) % 3] ?? 'MOBILE',
      clicks: chance(Math.max(1, Math.floor(impressions / 4)), nth + 5),
      impressions,
      position: 1 + chance(200, nth + 9) / 10,
      appearances: [[], ['REVIEW_SNIPPET'], ['REVIEW_SNIPPET', 'VIDEO']][nth % 3] ?? [],
    };
  });
}
