import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/clock.ts';
import type { TableNames } from '#shared/dynamo/tables.ts';
import type { Market } from '#shared/search/market.ts';
import type { Listing } from '#shared/search/ports.ts';

interface GrowthParts {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'index'>;
  readonly clock: Clock;
}

/** Lets live listings grow the stored index. The writer is loaded with the first: most functions never write. */
export function createIndexGrowth({ documents, tables, clock }: GrowthParts) {
  return async (listing: Listing, market: Market): Promise<void> => {
    const { createIndexWriter } = await import('#shared/index/index-writer.ts');
    const writer = createIndexWriter({ documents, table: tables.index, clock });
    await writer.writeListing(listing, market, 'live');
  };
}
