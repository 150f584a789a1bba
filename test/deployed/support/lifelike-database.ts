import type { IncomingMessage } from 'node:http';
import { forward } from '#test/support/aws/forward.ts';
import type { WireAnswer } from '#test/support/aws/object-server.ts';
import {
  createKeyCapacity,
  type KeyedRequest,
  throttledBody,
  unitsOf,
} from '#test/support/stores/key-capacity.ts';

/** For how long a read that need not be the latest may give what it gave before. */
export const staleMs = 300;

/**
 * The real database with what DynamoDB adds: a key takes so many units a second and is throttled beyond,
 * and who does not ask for the latest may be given what stood there before.
 */
export function createLifelikeDatabase(databaseUrl: string) {
  const capacity = createKeyCapacity();
  const seen = new Map<string, { readonly at: number; readonly answer: WireAnswer }>();

  async function readStale(request: IncomingMessage, body: Buffer, operation: string): Promise<WireAnswer> {
    const question = `${operation} ${body}`;
    const known = seen.get(question);
    if (known && Date.now() - known.at < staleMs) return known.answer;
    const answer = await forward(databaseUrl, request, body);
    seen.set(question, { at: Date.now(), answer });
    return answer;
  }

  return async (request: IncomingMessage, operation: string, given: Buffer): Promise<WireAnswer> => {
    const input = JSON.parse(given.toString()) as KeyedRequest;
    const spend = capacity.admit(operation, input);
    if (!spend) return { status: 400, body: throttledBody };
    const body = Buffer.from(JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' }));
    const mayBeStale = isRead.test(operation) && !given.includes('"ConsistentRead":true');
    const answer = await (mayBeStale
      ? readStale(request, body, operation)
      : forward(databaseUrl, request, body));
    if (answer.status === 200) spend(unitsOf(String(answer.body)));
    return answer;
  };
}

const isRead = /^(?:GetItem|BatchGetItem|Query|Scan)$/u;
