import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createFactCache, type FactCache } from '#shared/facts/provider/fact-cache.ts';
import { createFactStore } from '#shared/facts/provider/fact-store.ts';
import { createGateStore } from '#shared/facts/provider/gate-store.ts';
import { createUpstreamGate, type UpstreamGate } from '#shared/facts/provider/upstream-gate.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { createFaultyNetwork, type FaultyNetwork } from '#test/support/stores/faulty-network.ts';

const slots = 3;
const asks = 120;
const workers = 8;

let database: TestDatabase;
let network: FaultyNetwork;
let offset = 0;
const clock = () => Date.now() + offset;
const signals: unknown[] = [];
const note = (_: string, facts: Readonly<Record<string, unknown>>) => void signals.push(facts.signal);
const log = { warn: note, error: note };

beforeAll(async () => {
  database = await startTestDatabase();
  network = createFaultyNetwork({ clientConfig: database.database.clientConfig, share: 0.2 });
});
afterAll(async () => {
  network.destroy();
  await database.stop();
});

interface Function {
  readonly cache: FactCache;
  readonly gate: UpstreamGate;
}

/** The cache and the gate as one function holds them. */
function openFunction(documents: DynamoDBDocumentClient, provider: string): Function {
  const table = database.tables.facts;
  const limits = { slots, requestsPerMinute: 10_000, failuresToOpen: 5 };
  return {
    cache: createFactCache({ store: createFactStore(documents, table), clock, log }),
    gate: createUpstreamGate({ store: createGateStore(documents, table, provider), clock, log, limits }),
  };
}

/** A source that is asked through the gate and counts who is inside. */
function countedSource() {
  const inside = { now: 0, most: 0 };
  const fetch = async ({ gate }: Function, subject: string, signal: AbortSignal): Promise<string> => {
    const pass = await gate.enter(200, signal);
    inside.now += 1;
    inside.most = Math.max(inside.most, inside.now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside.now -= 1;
    await pass.leave('answered');
    return `answer to ${subject}`;
  };
  return { inside, fetch };
}

describe.each([11, 12])(
  'cache and gate where requests and answers of the database go astray (seed %i)',
  (seed) => {
    it('answer with what was asked or an error of the table, and let no more through than are allowed', async () => {
      network.reseed(seed);
      const provider = `provider-${seed}`;
      const functions = Array.from({ length: 4 }, () => openFunction(network.documents, provider));
      const { inside, fetch } = countedSource();
      const outcomes: string[] = [];
      const ask = async (opened: Function, subject: string) => {
        const signal = AbortSignal.timeout(1_500);
        const question = { kind: 'index', source: provider, subject, schema: v.string() } as const;
        const { answer } = await opened.cache.ask(question, () => fetch(opened, subject, signal), signal);
        return answer === `answer to ${subject}` ? 'answer' : 'another answer';
      };
      let asked = 0;
      const worker = async () => {
        for (let number = asked++; number < asks; number = asked++) {
          const opened = functions[number % functions.length];
          if (!opened) continue;
          const outcome = await ask(opened, `subject ${number % 30}`).catch((error: unknown) =>
            error instanceof ServiceError ? error.code : String(error),
          );
          outcomes.push(outcome);
        }
      };
      await Promise.all(Array.from({ length: workers }, worker));

      const errors = ['upstream_timeout', 'upstream_unavailable'];
      expect(outcomes.filter((outcome) => outcome !== 'answer' && !errors.includes(outcome))).toEqual([]);
      expect(outcomes.filter((outcome) => outcome === 'answer').length).toBeGreaterThan(asks / 2);
      expect(inside.most).toBeLessThanOrEqual(slots);
      expect(inside.most).toBeGreaterThan(1);
      expect(network.faults()).toBeGreaterThan(20);
      expect([...new Set(signals)]).toEqual(['fact_cache_failed']);
    });

    it('leave nothing behind that keeps the next from being answered', async () => {
      await network.deliverLate();
      offset += 60_000;
      const healthy = openFunction(database.documents, `provider-${seed}`);
      const enter = () => healthy.gate.enter(200, AbortSignal.timeout(120_000));
      const passes = await Promise.all(Array.from({ length: slots }, enter));
      expect(passes).toHaveLength(slots);
      await Promise.all(passes.map((pass) => pass.leave('answered')));
      const signal = AbortSignal.timeout(120_000);
      const question = { kind: 'index', source: 'afterwards', subject: seed, schema: v.string() } as const;
      const { fetch } = countedSource();
      const { answer } = await healthy.cache.ask(question, () => fetch(healthy, 'it', signal), signal);
      expect(answer).toBe('answer to it');
    });
  },
);

describe('a write whose answer was lost, sent again', () => {
  it('takes the lease that it already holds, and no other caller does', async () => {
    const leases = createFactStore(database.documents, database.tables.facts);
    const now = clock();
    const take = (owner: string) => leases.takeLease('sent twice', owner, now, now + 30_000);
    expect([await take('one'), await take('one'), await take('other')]).toEqual([true, true, false]);
  });

  it('enters with the slot that it already holds, also when the gate is full, and no other caller does', async () => {
    const store = createGateStore(database.documents, database.tables.facts, 'sent-twice');
    const minute = Math.floor(clock() / 60_000);
    await store.create(minute);
    const enter = (slot: string) =>
      store.enter({ slot, expiresAt: clock() + 5_000 }, minute, { slots: 1, requestsPerMinute: 1 });
    expect(await enter('one')).toBeDefined();
    const again = await enter('one');
    expect(Object.keys(again?.slots ?? {})).toEqual(['one']);
    expect(await enter('other')).toBeUndefined();
  });
});

describe('a database that does not answer at all', () => {
  const silent = (): DynamoDBDocumentClient =>
    Object.assign(Object.create(database.documents), {
      send: () => Promise.reject(new Error('The database does not answer.')),
    });

  it('lets questions be fetched without a cache, each for itself', async () => {
    const { cache } = openFunction(silent(), 'nowhere');
    const question = { kind: 'index', source: 'silent', subject: 1, schema: v.string() } as const;
    const { answer, cacheHit } = await cache.ask(
      question,
      async () => 'fetched',
      AbortSignal.timeout(120_000),
    );
    expect([answer, cacheHit]).toEqual(['fetched', false]);
  });

  it('tells the failure of the source, not its own', async () => {
    const { cache } = openFunction(silent(), 'nowhere');
    const question = { kind: 'index', source: 'silent', subject: 2, schema: v.string() } as const;
    const failing = () => Promise.reject(new ServiceError('upstream_error', 'Try again.'));
    const asked = cache.ask(question, failing, AbortSignal.timeout(120_000));
    await expect(asked).rejects.toMatchObject({ code: 'upstream_error', message: 'Try again.' });
  });

  it('lets no request through the gate uncounted', async () => {
    const { gate } = openFunction(silent(), 'nowhere');
    await expect(gate.enter(200, AbortSignal.timeout(120_000))).rejects.toMatchObject({
      code: 'upstream_unavailable',
      headers: { 'retry-after': '5' },
    });
  });

  it('does not take an answer away that came through the gate before', async () => {
    const documents = silent();
    const { gate } = openFunction(documents, 'half-way');
    Object.assign(documents, { send: database.documents.send.bind(database.documents) });
    const pass = await gate.enter(200, AbortSignal.timeout(120_000));
    Object.assign(documents, { send: () => Promise.reject(new Error('Gone again.')) });
    await expect(pass.leave('answered')).resolves.toBeUndefined();
  });
});
