import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';

/** Writes under way at once. */
const parallelWrites = 25;

/** Removes what was asked from every usage record of the account; the records themselves stay. May be repeated. */
export async function forgetArguments(
  documents: DynamoDBDocumentClient,
  { usage }: Pick<TableNames, 'usage'>,
  accountId: string,
): Promise<void> {
  const question = {
    TableName: usage,
    KeyConditionExpression: 'account_id = :account',
    FilterExpression: 'attribute_exists(asked)',
    ExpressionAttributeValues: { ':account': accountId },
    ProjectionExpression: 'id',
  };
  const table = { documents, name: usage };
  for await (const { Items = [] } of paginateQuery({ client: documents }, question))
    for (let start = 0; start < Items.length; start += parallelWrites)
      await Promise.all(
        Items.slice(start, start + parallelWrites).map(({ id }) =>
          changeItem(table, { account_id: accountId, id }, withoutArguments),
        ),
      );
}

const withoutArguments = {
  checks: [{ test: 'present', path: ['asked'] }],
  steps: [{ do: 'remove', path: ['asked'] }],
} as const;
