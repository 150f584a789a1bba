import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions, Item } from '#shared/facts/stored-index/items/index-items.ts';
import { liveSource } from '#shared/facts/stored-index/items/index-source.ts';
import { marketOfKey, stabilityKey, stateSort } from '#shared/facts/stored-index/items/keys.ts';
import { unpackListing } from '#shared/facts/stored-index/items/packed-listing.ts';
import { readState } from '#shared/facts/stored-index/items/stored-items.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { KeywordUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { readKeywords, type StoredKeyword } from '#shared/facts/stored-index/writing/keyword-writes.ts';
import type { Clock } from '#shared/platform/clock.ts';

export interface Carry extends Pick<IndexTableOptions, 'documents'> {
  /** Tables of two generations. */
  readonly from: string;
  readonly to: string;
  readonly clock: Clock;
  /** Parts that the table is read in at once. */
  readonly segments?: number;
}

/** Keywords that are read and written together. */
const keywordsAtOnce = 100;

/**
 * Brings the live listings of one generation into another, where they are
 * newer than what it knows: they are in no export. Reads the whole table, and
 * writes only what is not there yet, so that repeating it is safe and cheap.
 */
export async function carryListings(carry: Carry): Promise<{ readonly carried: number }> {
  const { segments = 4 } = carry;
  const parts = Array.from({ length: segments }, (_, segment) => carrySegment(carry, segment, segments));
  const carried = (await Promise.all(parts)).reduce((sum, count) => sum + count, 0);
  return { carried };
}

/** How well places hold was measured in one generation, and is true of the other. */
export async function carryStability({ documents, from, to }: Carry): Promise<void> {
  const item = await createIndexTable({ documents, table: from }).get(stabilityKey, true);
  if (item) await createIndexTable({ documents, table: to }).put(item);
}

async function carrySegment(carry: Carry, Segment: number, TotalSegments: number): Promise<number> {
  const { documents, from, to, clock } = carry;
  const writer = createIndexWriter({ documents, table: to, clock });
  const source = createIndexTable({ documents, table: from });
  let carried = 0;
  let waiting: Keyword[] = [];
  const write = async () => {
    const keywords = await readKeywords(source, waiting);
    const updates = waiting.flatMap((keyword, index) => liveUpdate(keyword, keywords[index]) ?? []);
    carried += (await writer.carryOver(updates)).changed;
    waiting = [];
  };
  const question = {
    TableName: from,
    FilterExpression: 'begins_with(pk, :keywords) AND sk = :state',
    ExpressionAttributeValues: { ':keywords': 'K#', ':state': stateSort },
    Segment,
    TotalSegments,
  };
  for await (const { Items = [] } of paginateScan({ client: documents }, question))
    for (const item of Items) {
      if (!isLive(item)) continue;
      waiting.push(keywordOf(item));
      if (waiting.length >= keywordsAtOnce) await write();
    }
  if (waiting.length > 0) await write();
  return carried;
}

type Keyword = Pick<KeywordUpdate, 'market' | 'keyword'>;

const isLive = (item: Item): boolean => readState(item).state.listing?.source === liveSource;

function keywordOf({ pk }: Item): Keyword {
  const { market, name: keyword } = marketOfKey(String(pk));
  return { market, keyword };
}

/** The listing that was fetched live, as it came; undefined where another source has replaced it meanwhile. */
function liveUpdate(keyword: Keyword, stored: StoredKeyword | undefined): KeywordUpdate | undefined {
  const state = stored?.record?.state;
  const listing = state?.listing;
  if (!state || listing?.source !== liveSource) return undefined;
  const rows = state.rows.filter(({ at }) => at === listing.at);
  const texts = stored?.head && unpackListing(stored.head, stored.tail);
  return { ...keyword, listing: { ...listing, rows }, ...(texts && { texts }) };
}
