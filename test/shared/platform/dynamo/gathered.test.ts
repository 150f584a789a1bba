import * as v from 'valibot';
import { createDocuments, gatheredIn } from '#shared/platform/dynamo/documents.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const item = v.looseObject({});
const asked = v.object({
  RequestItems: v.record(v.string(), v.union([v.object({ Keys: v.array(item) }), v.array(item)])),
});

/** What is sent, and what the answer says was not processed. */
function split({ RequestItems }: v.InferOutput<typeof asked>, table: string, unprocessed: string) {
  const open = RequestItems[table] ?? [];
  const requests = 'Keys' in open ? open.Keys : open;
  const isLeft = (request: object) => JSON.stringify(request).includes(unprocessed);
  const wrapped = (items: readonly object[]) => ({ [table]: 'Keys' in open ? { Keys: items } : items });
  const left = wrapped(requests.filter(isLeft));
  return {
    taken: { RequestItems: wrapped(requests.filter((request) => !isLeft(request))) },
    left: 'Keys' in open ? { UnprocessedKeys: left } : { UnprocessedItems: left },
  };
}

describe('single items that are read or written at once', () => {
  const database = testDatabase();

  /** A client of its own whose requests are named, and whose first one leaves what has this name unprocessed. */
  function openClient(unprocessed?: string) {
    const documents = createDocuments(database.database.clientConfig);
    const sent: string[] = [];
    documents.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          sent.push(commandName);
          if (sent.length > 1 || unprocessed === undefined) return next(args);
          const { taken, left } = split(v.parse(asked, args.input), database.tables.facts, unprocessed);
          const answer = await next({ ...args, input: { ...args.input, ...taken } });
          return { ...answer, output: { ...answer.output, ...left } };
        },
      { step: 'initialize' },
    );
    return { sent, ...gatheredIn(documents) };
  }

  const fact = (name: string) => ({ pk: 'gathered', sk: name });
  const put = (name: string) => ({ name: database.tables.facts, item: { ...fact(name), said: name } });
  const get = (name: string) => ({ name: database.tables.facts, key: fact(name) });

  it('go out as one request of each kind, over several tables, and each is answered for itself', async () => {
    const client = openClient();
    const usage = { account_id: 'gathered', id: 'use_1' };
    await Promise.all([
      client.put(put('a')),
      client.put(put('b')),
      client.put({ name: database.tables.usage, item: usage }),
    ]);
    const found = await Promise.all([
      client.get(get('b')),
      client.get(get('none')),
      client.get(get('b')),
      client.get({ name: database.tables.usage, key: usage }),
      client.get(get('a')),
    ]);
    expect(found.map((item) => item?.said ?? item?.id)).toEqual(['b', undefined, 'b', 'use_1', 'a']);
    expect(client.sent).toEqual(['BatchWriteItemCommand', 'BatchGetItemCommand']);
  });

  it('that stay unprocessed are written and read again, while the others have their answer', async () => {
    const writing = openClient('late');
    const ended: string[] = [];
    const note = (name: string) => (item: unknown) => {
      ended.push(name);
      return item;
    };
    await Promise.all([
      writing.put(put('late')).then(note('late')),
      writing.put(put('early')).then(note('early')),
    ]);
    const reading = openClient('late');
    const found = await Promise.all([
      reading.get(get('late')).then(note('late')),
      reading.get(get('early')).then(note('early')),
    ]);
    expect(found).toMatchObject([{ said: 'late' }, { said: 'early' }]);
    expect(ended).toEqual(['early', 'late', 'early', 'late']);
    expect([writing.sent.length, reading.sent.length]).toEqual([2, 2]);
  });

  it('reject for all who wait where the database refuses the request', async () => {
    const { get: read } = openClient();
    const name = 'no-such-table';
    const asked = await Promise.allSettled([read({ name, key: fact('a') }), read({ name, key: fact('b') })]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
