import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import { type IdempotencyItem, parseIdempotencyItem } from './idempotency-item.ts';

/** What an attempt learned about its answer before it is written. */
type AnswerPlace = Pick<IdempotencyItem, 'answer' | 'answer_object' | 'call_id'>;

/** The conditional writes on one key; each gives whether its condition held. */
export interface IdempotencyTable {
  find(pk: string): Promise<IdempotencyItem | undefined>;
  acquire(ours: IdempotencyItem, now: number): Promise<boolean>;
  takeOver(dead: IdempotencyItem, ours: IdempotencyItem): Promise<boolean>;
  answer(ours: IdempotencyItem, place: AnswerPlace): Promise<boolean>;
  remove(ours: IdempotencyItem): Promise<boolean>;
}

export function createIdempotencyTable(
  documents: DynamoDBDocumentClient,
  TableName: string,
): IdempotencyTable {
  const names = { '#state': 'state', '#owner': 'owner' };
  const stillRunning = '#owner = :owner AND #state = :running';

  return {
    async find(pk) {
      const { Item } = await documents.send(new GetCommand({ TableName, Key: { pk }, ConsistentRead: true }));
      return Item && parseIdempotencyItem(Item);
    },

    acquire(ours, now) {
      const keyIsFree = 'attribute_not_exists(pk) OR expires_at <= :now';
      const put = new PutCommand({
        TableName,
        Item: ours,
        ConditionExpression: keyIsFree,
        ExpressionAttributeValues: { ':now': Math.floor(now / 1000) },
      });
      return whenConditionHolds(documents.send(put));
    },

    takeOver(dead, ours) {
      const put = new PutCommand({
        TableName,
        Item: ours,
        ConditionExpression: stillRunning,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':owner': dead.owner, ':running': 'running' },
      });
      return whenConditionHolds(documents.send(put));
    },

    answer(ours, place) {
      const put = new PutCommand({
        TableName,
        Item: { ...ours, ...place, state: 'answered' },
        ConditionExpression: stillRunning,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: { ':owner': ours.owner, ':running': 'running' },
      });
      return whenConditionHolds(documents.send(put));
    },

    remove({ pk, owner }) {
      const stillOurs = '#owner = :owner';
      const deletion = new DeleteCommand({
        TableName,
        Key: { pk },
        ConditionExpression: stillOurs,
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': owner },
      });
      return whenConditionHolds(documents.send(deletion));
    },
  };
}
