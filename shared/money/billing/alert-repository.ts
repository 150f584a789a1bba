import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingKeys } from './billing-keys.ts';

/** When an account wants a mail, and when it last got one. */
export interface LowBalanceAlert {
  /** Balance below which a mail goes out; null for never. */
  readonly threshold: number | null;
  /** ISO 8601; null before the first mail. */
  readonly notifiedAt: string | null;
}

export interface AlertRepository {
  /** The account's choice; a threshold of 100 credits until it has made one. */
  find(accountId: string): Promise<LowBalanceAlert>;
  choose(accountId: string, threshold: number | null): Promise<void>;
  /** Claims the right to send one mail; false where another run has it. */
  claimNotice(accountId: string, known: LowBalanceAlert, now: string): Promise<boolean>;
}

const defaultThreshold = 100;

const alertItem = v.object({
  threshold: v.optional(v.nullable(v.number())),
  notified_at: v.optional(v.string()),
  /** As items of schema 1 name it. */
  notifiedAt: v.optional(v.string()),
});

export function createAlertRepository(documents: DynamoDBDocumentClient, TableName: string): AlertRepository {
  const table = { documents, name: TableName };
  return {
    async find(accountId) {
      const Key = billingKeys.alert(accountId);
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const stored = v.parse(alertItem, Item ?? {});
      const threshold = stored.threshold === undefined ? defaultThreshold : stored.threshold;
      return { threshold, notifiedAt: stored.notified_at ?? stored.notifiedAt ?? null };
    },

    async choose(accountId, threshold) {
      await changeItem(table, billingKeys.alert(accountId), { checks: [], steps: setAll({ threshold }) });
    },

    async claimNotice(accountId, { notifiedAt }, now) {
      const claimed = await changeItem(table, billingKeys.alert(accountId), {
        checks: isLastNotice(notifiedAt),
        steps: [...setAll({ notified_at: now, schema: 2 }), { do: 'remove', path: ['notifiedAt'] }],
      });
      return claimed !== undefined;
    },
  };
}

/** Whether the last mail went out at this time, under either of its names; the newer one counts. */
function isLastNotice(known: string | null): readonly Test[] {
  const [atNew, atOld] = [['notified_at'], ['notifiedAt']];
  const notNewer: Test = { test: 'absent', path: atNew };
  if (known === null) return [notNewer, { test: 'absent', path: atOld }];
  const isNew: Test = { test: 'equals', path: atNew, value: known };
  return [
    { test: 'any of', of: [isNew, notNewer] },
    { test: 'any of', of: [isNew, { test: 'equals', path: atOld, value: known }] },
  ];
}
