import { intents } from '#shared/contract/rows.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { csvLine } from '#shared/platform/csv.ts';

type Random = ReturnType<typeof createSeededRandom>;

/** A keyword as the files say it: its metrics, and the addresses of its newest and the earlier listing, best first. */
export interface RawKeyword {
  readonly volume: number | null;
  readonly cpc: number | null;
  readonly difficulty: number | null;
  readonly intent: (typeof intents)[number];
  readonly urls: readonly string[];
  readonly before: readonly string[] | null;
}
export type RawMarket = ReadonlyMap<string, RawKeyword>;

/** Sites that stand in many listings, with their hosts; the share of listings falls from the first to the last. */
const largeSites = [
  ['alpha.example', 'www.alpha.example', 'blog.alpha.example'],
  ['www.beta.co.uk', 'shop.beta.co.uk'],
  ['gamma.example'],
  ['en.wikipedia.org'],
] as const;
export const rawSites = [
  'alpha.example',
  'blog.alpha.example',
  'beta.co.uk',
  'gamma.example',
  'site-0.example',
  'site-130.example',
];

const smallSites = 140;
const paths = 90;
export const rawNouns = ['kettle', 'grinder', 'teapot', 'filter', 'scale', 'tray'] as const;

function listing(random: Random): string[] {
  const hosts = largeSites.flatMap((site, rank) =>
    site.filter(() => random.share() < 0.62 - rank * 0.11).slice(0, 2),
  );
  const small = Array.from(
    { length: random.between(3, 5) },
    () => `site-${Math.floor(random.share() ** 2 * smallSites)}.example`,
  );
  const urls = [...hosts, ...small].map((host) => `https://${host}/p${random.between(1, paths)}`);
  return [...new Map(urls.map((url) => [url.replace('www.', ''), url])).values()].sort(
    () => random.share() - 0.5,
  );
}

/** A market in which the largest site ranks for thousands of keywords, the smallest for a few. */
export function rawMarket(seed: string, keywords: number): RawMarket {
  const random = createSeededRandom(seed);
  return new Map(
    Array.from({ length: keywords }, (_, number) => [
      `${random.pick(rawNouns)} model${number}`,
      {
        volume: random.share() < 0.2 ? null : random.between(0, 900) * 10,
        cpc: random.share() < 0.33 ? null : random.between(5, 900) / 100,
        difficulty: random.share() < 0.5 ? null : random.between(0, 100),
        intent: random.pick(intents),
        urls: listing(random),
        before: null,
      },
    ]),
  );
}

/** The market after other results were seen for some of its keywords. */
export function laterMarket(market: RawMarket, seed: string, changed: number): RawMarket {
  const random = createSeededRandom(seed);
  const seenAgain = new Set(
    [...market.keys()].filter((_, at) => at % Math.ceil(market.size / changed) === 0),
  );
  return new Map(
    [...market].map(([keyword, row]) =>
      seenAgain.has(keyword)
        ? [keyword, { ...row, urls: listing(random), before: row.urls }]
        : [keyword, row],
    ),
  );
}

/** Places of one site as a rank tracker lists them: one row a keyword, which says nothing about others. */
export function trackedKeywords(count: number): RawMarket {
  return new Map(
    Array.from({ length: count }, (_, number) => [
      `tracked model${number}`,
      {
        volume: 100 + number,
        cpc: null,
        difficulty: null,
        intent: 'navigational',
        urls: [`https://alpha.example/p${number}`],
        before: null,
      },
    ]),
  );
}

/** The plain table of a market as a file. */
export function rawTable(market: RawMarket, day: string, place = { location: '', language: '' }): string {
  const rows = [...market].flatMap(([keyword, { volume, cpc, difficulty, intent, urls }]) =>
    urls.map((url, at) =>
      csvLine([keyword, at + 1, url, volume, cpc, difficulty, intent, place.location, place.language, day]),
    ),
  );
  const head = 'keyword,position,url,volume,cpc,difficulty,intent,location,language,observed_at'.split(',');
  return csvLine(head) + rows.join('');
}
