import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Test } from '#shared/platform/dynamo/conditional-change.ts';
import { removeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { type IdempotencyItem, parseIdempotencyItem } from './idempotency-item.ts';

/** What an attempt learned about its answer before it is written. */
type AnswerPlace = Pick<IdempotencyItem, 'answer' | 'answer_object' | 'call_id'>;

/** The conditional writes on one key; each gives whether its condition held. */
export function createIdempotencyTable(documents: DynamoDBDocumentClient, name: string) {
  const table = { documents, name };
  return {
    async find(pk: string): Promise<IdempotencyItem | undefined> {
      const { Item } = await documents.send(
        new GetCommand({ TableName: name, Key: { pk }, ConsistentRead: true }),
      );
      return Item && parseIdempotencyItem(Item);
    },

    acquire(ours: IdempotencyItem, now: number): Promise<boolean> {
      const expired = { test: 'below', path: ['expires_at'], value: Math.floor(now / 1000) + 1 } as const;
      return replaceItem(table, ours, [{ test: 'any of', of: [{ test: 'absent', path: ['pk'] }, expired] }]);
    },

    takeOver: (dead: IdempotencyItem, ours: IdempotencyItem) => replaceItem(table, ours, isRunning(dead)),
    answer: (ours: IdempotencyItem, place: AnswerPlace): Promise<boolean> =>
      replaceItem(table, { ...ours, ...place, state: 'answered' }, isRunning(ours)),

    async remove({ pk, owner }: IdempotencyItem): Promise<boolean> {
      return (
        (await removeItem(table, { pk }, [{ test: 'equals', path: ['owner'], value: owner }])) !== undefined
      );
    },
  };
}

function isRunning({ owner }: IdempotencyItem): readonly Test[] {
  return [
    { test: 'equals', path: ['owner'], value: owner },
    { test: 'equals', path: ['state'], value: 'running' },
  ];
}
