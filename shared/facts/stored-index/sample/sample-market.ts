import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Listing } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { type Change, type Item, sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { markerKey, runKey } from '#shared/facts/stored-index/items/keys.ts';
import { createIndexTable, type IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { bulkItems } from '#shared/facts/stored-index/writing/bulk-items.ts';
import { type KeywordUpdate, listingUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { linkItems } from '#shared/facts/stored-index/writing/link-writes.ts';
import { interruptedRun } from '#shared/facts/stored-index/writing/write-claims.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type SampleKeyword, sampleKeywords } from './sample-keywords.ts';
import { sampleLinks } from './sample-links.ts';
import { sampleListings } from './sample-listings.ts';

/** Grows with every change of what is generated; a data folder with another version is brought up to date. */
const sampleVersion = 2;

/** Countries of the sample market with their size against the United States. */
const sampleCountries = [
  { country: 'US', scale: 1 },
  { country: 'GB', scale: 0.22 },
] as const;

/** All keywords of the sample market with their metrics and listings: always the same ones. */
export function sampleUpdates(): readonly KeywordUpdate[] {
  return sampleCountries.flatMap(({ country, scale }) => {
    const market = resolveMarket({ location: country, language: 'en' });
    const keywords = sampleKeywords(country, scale);
    const desktop = sampleListings(country, keywords).map((listing, index) =>
      updateOf(market, keywords[index], listing),
    );
    const mobile = sampleListings(`${country} mobile`, keywords).map((listing) =>
      listingUpdate(listing, { ...market, device: 'mobile' }, sampleSource),
    );
    return [...desktop, ...mobile];
  });
}

function updateOf(market: Market, keyword: SampleKeyword | undefined, listing: Listing): KeywordUpdate {
  const update = listingUpdate(listing, market, sampleSource);
  return keyword ? { ...update, metrics: keyword.metrics } : update;
}

/** Every item of the sample market, for loading in bulk. The marker that says that all of it is there comes last. */
export function* sampleItems(findIntent: FindIntent): Generator<Item> {
  yield* bulkItems(sampleUpdates(), sampleSource, findIntent);
  yield* sampleExtras();
}

/** What the sample market has beside its keywords. The marker comes last. */
export function sampleExtras(): readonly Item[] {
  return [...sampleLinks().flatMap((links) => linkItems(links).map(({ put }) => put)), sampleMarker()];
}

/** Says that the sample market is there, whole, in this version. */
export function sampleMarker(): Item {
  return { ...markerKey(sampleSource), d: sampleVersion };
}

interface SampleTarget {
  readonly documents: DynamoDBDocumentClient;
  /** Deployed name of the index table. */
  readonly table: string;
  readonly clock: Clock;
}

const marker = v.object({ d: v.number() });
const itemsAtOnce = 500;
const updatesAtOnce = 200;

/**
 * Loads the sample market unless this version of it is there. An empty table
 * gets its items as they are; one that holds anything else is written as any
 * import is, so that nothing newer of it is lost. Returns whether it had to load.
 */
export async function loadSampleMarket({ documents, table, clock }: SampleTarget): Promise<boolean> {
  const index = createIndexTable({ documents, table });
  const found = await index.get(markerKey(sampleSource), true);
  if (found && v.parse(marker, found).d === sampleVersion) return false;
  const { Count } = await documents.send(new ScanCommand({ TableName: table, Limit: 1 }));
  await (Count === 0 ? loadItems(index) : importSample(index, { documents, table, clock }));
  return true;
}

/** The run's record stays until all is there: should this be interrupted, every row counts as half written. */
async function loadItems(index: IndexTable): Promise<void> {
  await index.put(interruptedRun(sampleSource));
  let round: Change[] = [];
  for (const item of sampleItems(await loadIntents())) {
    round.push({ put: item });
    if (round.length < itemsAtOnce) continue;
    await index.change(round);
    round = [];
  }
  await index.change(round);
  await index.change([{ remove: runKey(sampleSource) }]);
}

async function importSample(index: IndexTable, target: SampleTarget): Promise<void> {
  const writer = createIndexWriter(target);
  const updates = sampleUpdates();
  const run = await writer.startImport(`${sampleSource}-v${sampleVersion}`);
  for (let start = 0; start < updates.length; start += updatesAtOnce)
    await run.write(updates.slice(start, start + updatesAtOnce));
  await run.end();
  await writer.writeLinks(sampleLinks());
  await index.put(sampleMarker());
}
