import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';

/** A client whose process dies after so many calls: no later call leaves it. */
export function dyingAfter(calls: number, documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
  return dyingWriterAfter(calls, { documents }).documents;
}

type Ways = Pick<IndexTableOptions, 'documents' | 'putAll'>;

/** As `dyingAfter`, where many items have a door of their own: calls of both ways count. */
export function dyingWriterAfter(calls: number, { documents, putAll }: Ways): Ways {
  let left = calls;
  const unlessDead = <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (left === 0) return Promise.reject(new Error('The process died.'));
    left -= 1;
    return call();
  };
  const dying = new Proxy(documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return (command: Parameters<DynamoDBDocumentClient['send']>[0]) =>
        unlessDead(() => target.send(command));
    },
  });
  return {
    documents: dying,
    ...(putAll && { putAll: (table, items) => unlessDead(() => putAll(table, items)) }),
  };
}
