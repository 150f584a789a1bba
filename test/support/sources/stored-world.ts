import { keywordKey } from '#shared/facts/intent/words.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import type { TestDatabase } from '../stores/database.ts';
import { observedAt, toListing, type World } from './world.ts';

const market = resolveMarket({ location: 'United States', language: 'English' });

/** A world as the stored index holds it: listings and metrics written, links left out. */
export async function storedWorld({ documents, tables }: TestDatabase, world: World): Promise<Sources> {
  const at = Math.floor(Date.parse(observedAt) / 1000);
  const writer = createIndexWriter({ documents, table: tables.index, clock: () => Date.parse(observedAt) });
  await writer.carryOver(
    world.keywords.map(({ keyword, volume, cpc, intent, difficulty }) => ({
      market,
      keyword: keywordKey(keyword),
      metrics: {
        at,
        source: 'test',
        volume: volume ?? null,
        cpc: cpc ?? null,
        level: null,
        difficulty: difficulty ?? null,
        intent: intent ?? null,
        trendStart: null,
        trend: [],
      },
    })),
  );
  for (const row of world.keywords)
    if (row.listing) await writer.writeListing(toListing(row, 100), market, 'test');
  const { index, storedListings, backlinks } = createStoredIndex({ documents, table: tables.index });
  return { index, storedListings, backlinks, liveListings: undefined };
}
