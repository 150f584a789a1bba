import { setTimeout as wait } from 'node:timers/promises';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { MeteredWorld } from '../service/metered-world.ts';
import { memoryObjects } from './memory-objects.ts';

interface Sent {
  readonly name: string;
  /** Position in the longest row of requests that each waited for the one before, from 0. */
  readonly round: number;
}

/** How long each request takes at least, so that those sent together are under way together. */
const requestMs = 25;

/**
 * A database client and an object store that tell how a call's requests waited
 * for each other: a request that began after another had ended came one round
 * later.
 */
export function followRequests({ clientConfig }: Pick<MeteredWorld, 'clientConfig'>) {
  const documents = createDocuments(clientConfig);
  let ended: Sent[] = [];
  let sent: Sent[] = [];

  async function follow<Value>(name: string, send: () => Promise<Value>): Promise<Value> {
    const request = { name, round: Math.max(-1, ...ended.map(({ round }) => round)) + 1 };
    sent.push(request);
    const [answer] = await Promise.all([send(), wait(requestMs)]);
    ended.push(request);
    return answer;
  }

  documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        follow(`${commandName} ${tableOf(args.input)}`, () => next(args)),
    { step: 'initialize' },
  );
  const stored = memoryObjects();
  const objects: ObjectStore = {
    ...stored,
    put: (key, body, options) => follow('put object', () => stored.put(key, body, options)),
    get: (key) => follow('get object', () => stored.get(key)),
  };

  return {
    documents,
    objects,
    /** Works, and names what was sent in each round. */
    async during<Value>(work: () => Promise<Value>) {
      sent = [];
      ended = [];
      const value = await work();
      const rounds = Math.max(-1, ...sent.map(({ round }) => round)) + 1;
      const chain = Array.from({ length: rounds }, (_, round) =>
        sent.filter((request) => request.round === round).map(({ name }) => name),
      );
      return { value, chain };
    },
  };
}

function tableOf(input: object): string {
  if ('TableName' in input) return String(input.TableName);
  return 'RequestItems' in input ? Object.keys(input.RequestItems ?? {}).join(', ') : '';
}
