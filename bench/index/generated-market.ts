import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import type { StoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { type KeywordUpdate, storedRow } from '#shared/facts/stored-index/writing/keyword-update.ts';

export const market = resolveMarket();
export const rowsInListing = 10;
export const domain = 'asked.example';
export const rivals = Array.from({ length: 10 }, (_, index) => `site-${index}.example`);
const head = ['coffee', 'tea', 'kettle', 'grinder', 'mug', 'filter', 'press', 'scale'];

/** Listings one after another: common words first, then a number, as long tails have them. */
export function* listings(count: number): Generator<KeywordUpdate> {
  const random = createSeededRandom('index-cost');
  for (let number = 0; number < count; number += 1) {
    const words = [head[number % head.length], head[random.between(0, head.length - 1)], `model ${number}`];
    yield listingOf(words.join(' '), number, random);
  }
}

function listingOf(
  keyword: string,
  number: number,
  random: ReturnType<typeof createSeededRandom>,
): KeywordUpdate {
  const at = 1_790_000_000;
  const volume = Math.max(10, Math.round(500_000 / (number + 1)));
  const sites = new Set(number % 5 === 0 ? [domain] : []);
  while (sites.size < rowsInListing) sites.add(`site-${Math.floor(random.share() ** 3 * 5_000)}.example`);
  const rows = [...sites].flatMap(
    (site, index) => storedRow(index + 1, `https://${site}/category/page-${number % 4_000}`, at) ?? [],
  );
  return {
    market,
    keyword,
    metrics: {
      volume,
      cpc: 1.25,
      level: 'low',
      difficulty: 40,
      intent: null,
      trend: Array.from({ length: 12 }, () => volume),
      trendStart: '2025-11',
      at,
      source: 'bench',
    },
    listing: {
      at,
      source: 'bench',
      depth: rowsInListing,
      features: ['organic', 'paid'],
      extent: 'whole',
      rows,
    },
  };
}

/** A hundred keywords for which the asked domain ranks. */
export const keywords = [...listings(500)]
  .filter((_, index) => index % 5 === 0)
  .map((update) => update.keyword);

/** What is asked of every size, with its budget of read units. */
export type Question = readonly [
  name: string,
  budget: number,
  ask: (stored: StoredIndex) => readonly Promise<unknown>[],
];
export const questions: readonly Question[] = [
  [
    'snapshot',
    3,
    ({ index }) => [
      index.domainOverview(domain, market),
      index.rankedKeywords({ domain }, market, 50),
      index.topPages(domain, market, 10),
      index.competitors(domain, market, 10, 'kept'),
    ],
  ],
  ['ranked keywords, 100', 2, ({ index }) => [index.rankedKeywords({ domain }, market, 100)]],
  ['top pages', 1, ({ index }) => [index.topPages(domain, market, 10)]],
  ['keyword with listing', 1, ({ index }) => [index.keywordDetail(keywords[0] ?? '', market)]],
  ['page', 2, ({ index }) => [index.pageOverview(`https://${domain}/category/page-0`, market)]],
  ['visibility, 100 keywords', 50, ({ index }) => [index.positions(domain, keywords, market)]],
  [
    'ideas, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: 'coffee grinder', mode: 'ideas', limit: 25 }, market)],
  ],
  [
    'suggestions, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: 'coffee', mode: 'suggestions', limit: 25 }, market)],
  ],
  [
    'related, 25',
    6,
    ({ index }) => [index.keywordIdeas({ seed: keywords[0] ?? '', mode: 'related', limit: 25 }, market)],
  ],
  ['competitors, 100', 55, ({ index }) => [index.competitors(domain, market, 100)]],
  ['gap, 10 competitors', 160, ({ index }) => [index.coverage(domain, rivals, market, 50)]],
  ['gap, 10 competitors, limit 200', 160, ({ index }) => [index.coverage(domain, rivals, market, 200)]],
];
