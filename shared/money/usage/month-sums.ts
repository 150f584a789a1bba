import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { callerSums, callSums } from './call-sums.ts';
import { usageRetentionSeconds } from './usage-item.ts';

const monthSums = v.object({
  /** Milliseconds since 1970: every call that began before is in these sums, none that began later. */
  summed_until: v.pipe(v.number(), v.integer()),
  /** By day of the month, UTC, such as `07`; days without a call are absent. */
  days: v.record(v.string(), callSums),
  callers: v.record(v.string(), callerSums),
});

/** Calls of one account and month, added up by day, tool and caller as far as they are settled. */
export type MonthSums = v.InferOutput<typeof monthSums>;

/** Keeps the sums of months. They can be made again from the usage log at any time. */
export type MonthSumsStore = ReturnType<typeof createMonthSumsStore>;

/** Sums in the facts table, one item for each account and month. */
export function createMonthSumsStore(documents: DynamoDBDocumentClient, TableName: string) {
  const keyOf = (accountId: string, month: string) => ({ pk: `sums#${accountId}`, sk: month });
  return {
    /** `month` such as `2026-11`. Sums that lack a part, as those of before callers were summed, are none: the log is added up again. */
    async find(accountId: string, month: string): Promise<MonthSums | undefined> {
      const { Item } = await documents.send(new GetCommand({ TableName, Key: keyOf(accountId, month) }));
      const sums = v.safeParse(monthSums, Item);
      return sums.success ? sums.output : undefined;
    },

    /** Keeps sums that reach further than those that are kept; others are dropped, for both are true. */
    async keep(accountId: string, month: string, sums: MonthSums): Promise<void> {
      const expires_at = Math.floor(Date.parse(`${month}-01`) / 1000) + usageRetentionSeconds;
      const reachesFurther = { test: 'below', path: ['summed_until'], value: sums.summed_until } as const;
      const item = { ...keyOf(accountId, month), ...sums, expires_at };
      await replaceItem({ documents, name: TableName }, item, [
        { test: 'any of', of: [{ test: 'absent', path: ['callers'] }, reachesFurther] },
      ]);
    },
  };
}
