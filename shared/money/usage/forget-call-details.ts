import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { holdersOf } from '#shared/money/accounts/principal.ts';
import { type Change, changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { usageItem } from './usage-item.ts';

const parallelWrites = 25;
const detailed = v.pick(usageItem, ['id', 'mode', 'kept_under']);

interface Forgetting {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'usage'>;
  /** Removes the answer that a call has left for its repeats. */
  forgetKeptAnswer(holder: string, place: string): Promise<void>;
}

/**
 * Removes the account's own words from all of its usage records: what was asked, the names of runs, and
 * the answers kept for repeats, to which nothing else leads. The records themselves stay. May be repeated.
 */
export async function forgetCallDetails(
  { documents, tables, forgetKeptAnswer }: Forgetting,
  accountId: string,
): Promise<void> {
  const table = { documents, name: tables.usage };
  const [live, test] = holdersOf(accountId);
  const forget = async (item: unknown) => {
    const { id, mode, kept_under: place } = v.parse(detailed, item);
    if (place !== undefined) await forgetKeptAnswer(mode === 'test' ? test : live, place);
    await changeItem(table, { account_id: accountId, id }, withoutDetails);
  };
  const question = {
    TableName: tables.usage,
    KeyConditionExpression: 'account_id = :account',
    FilterExpression: details.map((name) => `attribute_exists(${name})`).join(' OR '),
    ExpressionAttributeValues: { ':account': accountId },
    ProjectionExpression: 'id, #mode, kept_under',
    ExpressionAttributeNames: { '#mode': 'mode', '#run': 'run' },
  };
  for await (const { Items = [] } of paginateQuery({ client: documents }, question))
    for (let start = 0; start < Items.length; start += parallelWrites)
      await Promise.all(Items.slice(start, start + parallelWrites).map(forget));
}

const details = ['asked', '#run', 'kept_under'] as const;

const withoutDetails: Change = {
  checks: [{ test: 'present', path: ['id'] }],
  steps: ['asked', 'run', 'kept_under'].map((name) => ({ do: 'remove', path: [name] })),
};
