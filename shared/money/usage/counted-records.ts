import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { flatPages } from '#shared/platform/dynamo/flat-items.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { usageItem } from './usage-item.ts';
import { recordsQuery, type UsageRange } from './usage-log.ts';

/** What a count of records needs of them. */
const countedRecord = v.pick(usageItem, ['id', 'decision', 'credits_charged', 'hidden', 'mode']);
export type CountedRecord = v.InferOutput<typeof countedRecord>;
const countedFields = v.keyof(countedRecord).options;

export function parseCountedRecord(item: unknown): CountedRecord {
  return v.parse(countedRecord, item);
}

/** Asks a query for these fields. Some names are reserved words of its language, so each is given by a placeholder. */
export const onlyCountedFields = {
  ProjectionExpression: countedFields.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(countedFields.map((name) => [`#${name}`, name])),
};

/** Reads records for counting. */
export interface CountedRecords {
  /** The records of live calls in a range, hidden ones as well, oldest first, in the pages of the database. */
  countedPages(range: UsageRange): AsyncGenerator<readonly CountedRecord[]>;
}

export function createCountedRecords({
  documents,
  tables,
}: {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'usage'>;
}): CountedRecords {
  return {
    async *countedPages(range) {
      const query = { ...recordsQuery(tables.usage, range), ...onlyCountedFields };
      for await (const page of flatPages(documents, query))
        yield page.map(parseCountedRecord).filter(({ mode }) => mode !== 'test');
    },
  };
}
