import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { listingUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { toListing } from '#test/support/sources/world.ts';
import { sharedTable } from '../generations.ts';
import type { WalkedService } from '../walked-service.ts';

/** A page and a site of which the index knows more than fits into an answer, so that the rest becomes a dataset. */
export const longPage = 'https://walk-of-many.example/page';
export const longSite = 'walk-of-many.example';
/** A query whose listing is longer than an agent reads at once, and as many keywords as may be asked for. */
export const longListing = 'walk of a long listing';
export const manyKeywords: readonly string[] = Array.from(
  { length: 100 },
  (_, number) => `walk of many ${number}`,
);
const listed = Array.from(
  { length: 100 },
  (_, number) =>
    `https://site-${number}-of-a-${'very-'.repeat(6)}long-name.example/${'long-path-'.repeat(10)}`,
);

const stored = new WeakSet<WalkedService['running']>();

/** Puts them into the stage's index, once. */
export async function storeLongLists({ running }: WalkedService): Promise<void> {
  if (stored.has(running)) return;
  stored.add(running);
  const { documents } = running;
  const writer = createIndexWriter({ documents, table: await sharedTable(running), clock: Date.now });
  const market = resolveMarket({ location: 'us', language: 'en' });
  const run = await writer.startImport('walk-of-many');
  await run.write([
    ...manyKeywords
      .slice(0, 30)
      .map((keyword) => listingUpdate(toListing({ keyword, listing: [longPage] }, 10), market, 'walk')),
    listingUpdate(toListing({ keyword: longListing, listing: listed }, 100), market, 'walk'),
  ]);
  await run.end();
  await writer.writeLinks([
    {
      domain: longSite,
      at: Math.floor(Date.now() / 1_000),
      source: 'walk',
      profile: {
        backlinks: 200,
        referring_domains: 200,
        referring_main_domains: 200,
        dofollow_share: 1,
        broken_backlinks: 0,
        domain_rank: 100,
        rank_scale: 1_000,
        spam_score: 0,
      },
      anchors: [{ anchor: 'a walk', backlinks: 200, referring_domains: 200 }],
      referring: Array.from({ length: 200 }, (_, number) => referring(number)),
    },
  ]);
}

const longLabel = 'x'.repeat(60);

/** Of the longest names that there are. */
function referring(number: number) {
  return {
    domain: `${longLabel}.${longLabel}.${longLabel}.site-${number}.example`,
    domain_rank: 100,
    backlinks: 1,
    first_seen: null,
    spam_score: 0,
    lost: false,
    links: [],
  };
}
