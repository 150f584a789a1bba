import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

/** A client whose process dies after so many calls: no later call leaves it. */
export function dyingAfter(calls: number, documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
  return dyingProcess(calls, documents).documents;
}

/** A process that dies after so many calls: to the database, and of `unlessDead` to all else. */
export function dyingProcess(calls: number, documents: DynamoDBDocumentClient) {
  return processOf(lifeOf(calls), documents);
}

/** A process of which every call goes through `unlessDead`. */
export function processOf(unlessDead: UnlessDead, documents: DynamoDBDocumentClient) {
  return { documents: dyingClient(documents, unlessDead), unlessDead };
}

type Ways = Pick<IndexTableOptions, 'documents' | 'putAll'>;

/** As `dyingAfter`, where many items have a door of their own: calls of both ways count. */
export function dyingWriterAfter(calls: number, { documents, putAll }: Ways): Ways {
  const unlessDead = lifeOf(calls);
  return {
    documents: dyingClient(documents, unlessDead),
    ...(putAll && { putAll: (table, items) => unlessDead(() => putAll(table, items)) }),
  };
}

type UnlessDead = ReturnType<typeof lifeOf>;

/** Lets so many calls through, and none after them. */
function lifeOf(calls: number) {
  let left = calls;
  return <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (left === 0) return Promise.reject(new Error('The process died.'));
    left -= 1;
    return call();
  };
}

function dyingClient(documents: DynamoDBDocumentClient, unlessDead: UnlessDead): DynamoDBDocumentClient {
  return new Proxy(documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return (command: Parameters<DynamoDBDocumentClient['send']>[0]) =>
        unlessDead(() => target.send(command));
    },
  });
}

/** Database and files of a process that dies after so many calls of both. */
export function dyingStores(
  calls: number,
  { documents, objects }: { readonly documents: DynamoDBDocumentClient; readonly objects: ObjectStore },
) {
  const unlessDead = lifeOf(calls);
  return {
    documents: dyingClient(documents, unlessDead),
    objects: {
      ...objects,
      put: (...put: Parameters<ObjectStore['put']>) => unlessDead(() => objects.put(...put)),
      get: (key: string) => unlessDead(() => objects.get(key)),
      open: (key: string) => unlessDead(() => objects.open(key)),
      delete: (key: string) => unlessDead(() => objects.delete(key)),
    },
  };
}
