import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';

const longestWaitMs = 12;

/**
 * A client of which each call waits a moment first, up to twelve milliseconds
 * or, for a quick one, less: writers at once come in other orders than over one
 * quick connection.
 */
export function slowed(documents: DynamoDBDocumentClient, seed: string): DynamoDBDocumentClient {
  const random = createSeededRandom(seed);
  const mostMs = random.share() * longestWaitMs;
  return new Proxy(documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
        await new Promise((done) => setTimeout(done, random.share() * mostMs));
        return target.send(command);
      };
    },
  });
}
