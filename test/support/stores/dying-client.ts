import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** A client whose process dies after so many calls: no later call leaves it. */
export function dyingAfter(calls: number, documents: DynamoDBDocumentClient): DynamoDBDocumentClient {
  let left = calls;
  return new Proxy(documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
        if (left === 0) return Promise.reject(new Error('The process died.'));
        left -= 1;
        return target.send(command);
      };
    },
  });
}
