import { setTimeout as passing } from 'node:timers/promises';
import { toErrorResult } from '#functions/mcp/call-tool.ts';
import { failureResult } from '#shared/http/call-pipeline.ts';
import { openMeteredAccount } from '#test/support/service/metered-account.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const database = testDatabase();
const rows = Array.from({ length: 30 }, (_, index) => ({ keyword: `k${index}` }));
const work = () => ({ datasets: [{ name: 'ranked-keywords', description: 'All.', rows }] });

interface Delay {
  /** What is late, by the end of its name: a table, `answers` in one, or `objects`. */
  readonly store: string;
  /** Which of the requests to it, from 0; those after it too. */
  readonly request: number;
  readonly andLater: boolean;
  /** Whether the request arrives in time and only its answer is late. */
  readonly arrives: boolean;
}

/** Keeps what is late waiting until it is opened. */
function createGate({ store, request, andLater, arrives }: Delay) {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const running = new Set<Promise<unknown>>();
  let requests = 0;

  async function deliver<Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> {
    if (!name.endsWith(store)) return send();
    const place = requests;
    requests += 1;
    if (andLater ? place < request : place !== request) return send();
    if (!arrives) await opened;
    const answer = await send();
    await opened;
    return answer;
  }

  return {
    wasMet: () => requests > request,
    pass<Answer>(name: string, send: () => Promise<Answer>): Promise<Answer> {
      const delivery = deliver(name, send);
      running.add(delivery);
      const ended = () => void running.delete(delivery);
      delivery.then(ended, ended);
      return delivery;
    },
    /** Lets everything through and waits until nothing follows. */
    async open(): Promise<void> {
      open();
      do {
        await Promise.allSettled(running);
        await passing(50);
      } while (running.size > 0);
    },
  };
}

/** Answers that are kept to be opened again, of the others in their table. */
function storeOf(input: object): string {
  const partition = Reflect.get(Object(Reflect.get(input, 'Item')), 'account_id');
  return String(partition).startsWith('answers#') ? 'answers' : String(Reflect.get(input, 'TableName'));
}

/** A call while a store is late: what it was told, and the books and its record when all has arrived. */
async function callWhileLate(delay: Delay, idempotencyKey?: string) {
  const gate = createGate(delay);
  const documents = new Proxy(database.documents, {
    get(target, member) {
      if (member !== 'send') return Reflect.get(target, member);
      return (command: Parameters<typeof target.send>[0]) =>
        gate.pass(storeOf(command.input), () => target.send(command));
    },
  });
  const stored = memoryObjects();
  const put = (key: string, body: Uint8Array) => gate.pass('objects', () => stored.put(key, body));
  const account = await openMeteredAccount(database, 10, {
    network: { documents, singleAttempt: documents },
    objects: { ...stored, put },
  });
  const outcome = await account.call({ work, idempotencyKey, timeoutMs: 2_500 });
  const told = outcome.ok ? outcome.creditsCharged : outcome.problem.credits_charged;
  const requestId = outcome.ok ? outcome.envelope?.usage.request_id : outcome.problem.request_id;
  await gate.open();
  await account.sweep();
  const books = await account.books();
  const record = (await account.records()).find(({ request_id }) => request_id === requestId);
  return { outcome, told, books, record, wasMet: gate.wasMet() };
}

const stores = ['accounts', 'usage', 'idempotency', 'facts', 'answers', 'objects'];
const delays = stores.flatMap((store) =>
  [0, 1].flatMap((request) =>
    [true, false].flatMap((andLater) =>
      [true, false].map((arrives) => ({ store, request, andLater, arrives })),
    ),
  ),
);

describe('a call while one of its stores is late', () => {
  it('is told what its record and the books say, or that it is not known yet', async () => {
    const cases = delays.flatMap((delay) => [undefined, 'key'].map((key) => ({ delay, key })));
    const ends = await Promise.all(
      cases.map(async ({ delay, key }) => ({ delay, key, ...(await callWhileLate(delay, key)) })),
    );
    for (const { delay, key, told, books, record } of ends) {
      expect({ delay, key, books }).toMatchObject({ books: { proven: true, open_holds: 0 } });
      const isTrue = told === null || (told === books.charged && told === (record?.credits_charged ?? 0));
      expect({ delay, key, told, record, isTrue }).toMatchObject({ isTrue: true });
    }
    const counts = [3, 0, null].map((told) => ends.filter((end) => end.told === told).length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  }, 60_000);

  it.each(['objects', 'answers'])(
    'is answered and charged where only what it leaves in %s is late: its dataset, its kept answer',
    async (store) => {
      const delay = { store, request: 0, andLater: true, arrives: false };
      const { outcome, told, wasMet } = await callWhileLate(delay);
      expect({ ok: outcome.ok, told, wasMet }).toEqual({ ok: true, told: 3, wasMet: true });
    },
  );
});

describe('a call of which nobody knows in time whether it was charged', () => {
  it('says so over REST and MCP, names the way to find out, and is free when it is repeated with its key', async () => {
    let isLate = true;
    const account = await openMeteredAccount(database, 10, {
      change: ({ ledger }) => ({
        ledger: {
          ...ledger,
          async commit(...asked) {
            const outcome = await ledger.commit(...asked);
            return isLate ? new Promise(() => undefined) : outcome;
          },
        },
      }),
    });
    const outcome = await account.call({ idempotencyKey: 'one', timeoutMs: 2_500 });
    if (outcome.ok) throw new Error('It was answered.');
    const { statusCode, headers, body } = failureResult(outcome, '');
    expect(statusCode).toBe(504);
    expect(headers).not.toHaveProperty('x-credits-charged');
    expect(JSON.parse(body)).toMatchObject({ code: 'upstream_timeout', credits_charged: null });
    expect(body).toContain(`GET /v1/me/calls/${outcome.problem.request_id}`);
    expect(toErrorResult(outcome).structuredContent).toMatchObject({ credits_charged: null });
    isLate = false;
    const again = await account.call({ idempotencyKey: 'one' });
    expect(again).toMatchObject({ ok: true, isReplay: true, creditsCharged: 0 });
    expect(await account.books()).toMatchObject({ charged: 3, proven: true });
  });
});
