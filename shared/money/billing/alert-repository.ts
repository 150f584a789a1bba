import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
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
  return {
    async find(accountId) {
      const Key = billingKeys.alert(accountId);
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const stored = v.parse(alertItem, Item ?? {});
      const threshold = stored.threshold === undefined ? defaultThreshold : stored.threshold;
      return { threshold, notifiedAt: stored.notified_at ?? stored.notifiedAt ?? null };
    },

    async choose(accountId, threshold) {
      await documents.send(
        new UpdateCommand({
          TableName,
          Key: billingKeys.alert(accountId),
          UpdateExpression: 'SET #threshold = :threshold',
          ExpressionAttributeNames: { '#threshold': 'threshold' },
          ExpressionAttributeValues: { ':threshold': threshold },
        }),
      );
    },

    async claimNotice(accountId, { notifiedAt }, now) {
      const neverNotified = 'attribute_not_exists(notified_at) AND attribute_not_exists(notifiedAt)';
      const lastNotifiedAsKnown =
        'notified_at = :known OR (attribute_not_exists(notified_at) AND notifiedAt = :known)';
      return whenConditionHolds(
        documents.send(
          new UpdateCommand({
            TableName,
            Key: billingKeys.alert(accountId),
            UpdateExpression: 'SET notified_at = :now, #schema = :schema REMOVE notifiedAt',
            ConditionExpression: notifiedAt === null ? neverNotified : lastNotifiedAsKnown,
            ExpressionAttributeNames: { '#schema': 'schema' },
            ExpressionAttributeValues: {
              ':now': now,
              ':schema': 2,
              ...(notifiedAt !== null && { ':known': notifiedAt }),
            },
          }),
        ),
      );
    },
  };
}
