import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import { callSums } from './call-sums.ts';
import { usageRetentionSeconds } from './usage-item.ts';

const monthSums = v.object({
  /** Milliseconds since 1970: every call that began before is in these sums, none that began later. */
  summed_until: v.pipe(v.number(), v.integer()),
  /** By day of the month, UTC, such as `07`; days without a call are absent. */
  days: v.record(v.string(), callSums),
});

/** Calls of one account and month, added up by day and tool as far as they are settled. */
export type MonthSums = v.InferOutput<typeof monthSums>;

/** Keeps the sums of months. They can be made again from the usage log at any time. */
export interface MonthSumsStore {
  /** `month` such as `2026-11`. */
  find(accountId: string, month: string): Promise<MonthSums | undefined>;
  /** Keeps sums that reach further than those that are kept; others are dropped, for both are true. */
  keep(accountId: string, month: string, sums: MonthSums): Promise<void>;
}

/** Sums in the facts table, one item for each account and month. */
export function createMonthSumsStore(documents: DynamoDBDocumentClient, TableName: string): MonthSumsStore {
  const keyOf = (accountId: string, month: string) => ({ pk: `sums#${accountId}`, sk: month });
  return {
    async find(accountId, month) {
      const { Item } = await documents.send(new GetCommand({ TableName, Key: keyOf(accountId, month) }));
      return Item && v.parse(monthSums, Item);
    },

    async keep(accountId, month, sums) {
      const reachesFurther = 'attribute_not_exists(pk) OR summed_until < :until';
      const expires_at = Math.floor(Date.parse(`${month}-01`) / 1000) + usageRetentionSeconds;
      await whenConditionHolds(
        documents.send(
          new PutCommand({
            TableName,
            Item: { ...keyOf(accountId, month), ...sums, expires_at },
            ConditionExpression: reachesFurther,
            ExpressionAttributeValues: { ':until': sums.summed_until },
          }),
        ),
      );
    },
  };
}
