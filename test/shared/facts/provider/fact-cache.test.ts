import { randomBytes } from 'node:crypto';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import * as v from 'valibot';
import {
  createFactCache,
  type FactCache,
  type FactKind,
  freshness,
  keyOf,
  type SharedQuestion,
} from '#shared/facts/provider/fact-cache.ts';
import { createFactStore } from '#shared/facts/provider/fact-store.ts';
import { OwnFailure, silentLog } from '#shared/facts/provider/upstream-care.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { testDatabase } from '#test/support/stores/database.ts';

let now = Date.UTC(2026, 10, 20);
const signal = () => AbortSignal.timeout(120_000);

const database = testDatabase();

/** A cache as one function holds it; several share what is in the table. */
function cache(): FactCache {
  return createFactCache({ store: store(), clock: () => now, log: silentLog });
}

function store() {
  return createFactStore(database.documents, database.tables.facts);
}

function questionAbout(subject: unknown, kind: FactKind = 'index'): SharedQuestion<string> {
  return { kind, source: 'test', subject, schema: v.string() };
}

/** Counts how often it is asked, and takes long enough for others to arrive. */
function source(answer: () => string | Promise<string>) {
  const calls = { count: 0 };
  const fetch = async () => {
    calls.count += 1;
    await new Promise((resolve) => setTimeout(resolve, 40));
    return answer();
  };
  return { calls, fetch };
}

const down = () => {
  throw new ServiceError('upstream_unavailable', 'Come back later.', { headers: { 'retry-after': '7' } });
};

describe('the fact cache', () => {
  it('asks the source once while the answer is fresh, and says when it was fetched', async () => {
    const { calls, fetch } = source(() => 'answer');
    const first = await cache().ask(questionAbout('once'), fetch, signal());
    now += 60_000;
    const second = await cache().ask(questionAbout('once'), fetch, signal());
    expect(first).toEqual({ answer: 'answer', fetchedAt: now - 60_000, cacheHit: false, stale: false });
    expect(second).toEqual({ ...first, cacheHit: true });
    expect(calls.count).toBe(1);
  });

  it.each(Object.entries(freshness))(
    'keeps a fact of kind %s fresh for its time and no longer',
    async (kind, ages) => {
      const { calls, fetch } = source(() => kind);
      const question = questionAbout(`age ${kind}`, kind as FactKind);
      await cache().ask(question, fetch, signal());
      now += ages.freshMs - 1;
      expect((await cache().ask(question, fetch, signal())).cacheHit).toBe(true);
      now += 1;
      expect((await cache().ask(question, fetch, signal())).cacheHit).toBe(false);
      expect(calls.count).toBe(2);
    },
  );

  it('lets a question shorten the freshness of an answer', async () => {
    const { calls, fetch } = source(() => 'empty');
    const question = { ...questionAbout('short'), freshMsOf: () => 60_000 };
    await cache().ask(question, fetch, signal());
    now += 60_001;
    await cache().ask(question, fetch, signal());
    expect(calls.count).toBe(2);
  });

  it('asks once for ten callers in ten functions at the same time', async () => {
    const { calls, fetch } = source(() => 'shared');
    const asked = Array.from({ length: 10 }, () => cache().ask(questionAbout('ten'), fetch, signal()));
    const answers = await Promise.all(asked);
    expect(calls.count).toBe(1);
    expect(answers.map(({ answer }) => answer)).toEqual(Array(10).fill('shared'));
    expect(answers.filter(({ cacheHit }) => !cacheHit)).toHaveLength(1);
  });

  it('tells one failure to everyone who waited for it, and asks again for the next', async () => {
    const failing = source(down);
    const asked = Array.from({ length: 6 }, () =>
      cache().ask(questionAbout('down'), failing.fetch, signal()),
    );
    const outcomes = await Promise.allSettled(asked);
    expect(failing.calls.count).toBe(1);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: {
          code: 'upstream_unavailable',
          message: 'Come back later.',
          headers: { 'retry-after': '7' },
        },
      });
    const { fetch } = source(() => 'back');
    expect((await cache().ask(questionAbout('down'), fetch, signal())).answer).toBe('back');
  });

  it('lets another caller fetch where the first one failed for a reason of its own', async () => {
    const spent = source(() => {
      throw new OwnFailure('upstream_quota', 'Your budget is spent.');
    });
    const { calls, fetch } = source(() => 'fetched by the second');
    const first = cache().ask(questionAbout('own'), spent.fetch, signal());
    const failed = expect(first).rejects.toMatchObject({ code: 'upstream_quota' });
    while (spent.calls.count === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = await cache().ask(questionAbout('own'), fetch, signal());
    await failed;
    expect(second.answer).toBe('fetched by the second');
    expect(calls.count).toBe(1);
  });

  it('takes over from a caller that died while it was fetching', async () => {
    const question = questionAbout('died');
    await store().takeLease(keyOf(question), 'a dead function', now, now + 30_000);
    now += 30_001;
    const { fetch } = source(() => 'taken over');
    expect((await cache().ask(question, fetch, signal())).answer).toBe('taken over');
  });

  it('lets one of all who waited take over from a caller that died, whatever it had written', async () => {
    const question = questionAbout('died with waiters');
    await store().takeLease(keyOf(question), 'a dead function', now, now + 30_000);
    const { calls, fetch } = source(() => 'taken over once');
    const waiting = Array.from({ length: 8 }, () => cache().ask(question, fetch, signal()));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls.count).toBe(0);
    // It died between the parts of its answer and the item that names them.
    const part = {
      pk: `fact#${keyOf(question)}`,
      sk: 'part#entry_dead#000',
      body: Buffer.from('half'),
      expires_at: 1,
    };
    await database.documents.send(new PutCommand({ TableName: database.tables.facts, Item: part }));
    now += 30_001;
    const answers = await Promise.all(waiting);
    expect(answers.map(({ answer }) => answer)).toEqual(Array(8).fill('taken over once'));
    expect(calls.count).toBe(1);
  });

  it('stops waiting with upstream_timeout when the deadline of the call is over', async () => {
    const question = questionAbout('too late');
    await store().takeLease(keyOf(question), 'a slow function', now, now + 30_000);
    const { calls, fetch } = source(() => 'never');
    const asked = cache().ask(question, fetch, AbortSignal.timeout(60));
    await expect(asked).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect(calls.count).toBe(0);
  });

  it('serves an older answer as stale when the source is down, until it is too old even for that', async () => {
    const question = questionAbout('stale', 'listing');
    const { fetchedAt } = await cache().ask(question, source(() => 'old').fetch, signal());
    now += freshness.listing.keptMs - 2_000;
    const stale = await cache().ask(question, source(down).fetch, signal());
    expect(stale).toEqual({ answer: 'old', fetchedAt, cacheHit: true, stale: true });
    now += 4_000;
    await expect(cache().ask(question, source(down).fetch, signal())).rejects.toMatchObject({
      code: 'upstream_unavailable',
    });
  });

  it('does not serve an older answer where the request was wrong', async () => {
    const question = questionAbout('wrong');
    await cache().ask(question, source(() => 'old').fetch, signal());
    now += freshness.index.freshMs;
    const wrong = source(() => {
      throw new ServiceError('unknown_location', 'There is no such place.');
    });
    await expect(cache().ask(question, wrong.fetch, signal())).rejects.toMatchObject({
      code: 'unknown_location',
    });
  });

  it('fetches again what no longer fits its reader, or is damaged', async () => {
    const question = questionAbout('shape');
    await cache().ask({ ...question, schema: v.unknown() }, async () => ({ was: 'another shape' }), signal());
    now += 60_000;
    expect((await cache().ask(question, source(() => 'new shape').fetch, signal())).answer).toBe('new shape');
    const damaged = {
      pk: `fact#${keyOf(question)}`,
      sk: 'answer',
      body: Buffer.from('no gzip'),
      version: 'x',
      parts: 0,
    };
    const item = { ...damaged, fetched_at: now, fresh_until: now + 1_000, expires_at: now };
    await database.documents.send(new PutCommand({ TableName: database.tables.facts, Item: item }));
    now += 60_000;
    expect((await cache().ask(question, source(() => 'mended').fetch, signal())).answer).toBe('mended');
  });

  it('keeps answers that are larger than an item, and gives them back whole', async () => {
    const large = randomBytes(900_000).toString('base64');
    const question = questionAbout('large');
    await cache().ask(question, async () => large, signal());
    const again = await cache().ask(question, source(down).fetch, signal());
    expect(again.answer).toBe(large);
  });
});

describe('the keys of the fact cache', () => {
  it('are hashes, so that no query and nothing of an account stands in them', async () => {
    const { Items = [] } = await database.documents.send(
      new ScanCommand({ TableName: database.tables.facts }),
    );
    expect(Items.length).toBeGreaterThan(5);
    for (const { pk } of Items) expect(pk).toMatch(/^fact#[\w-]{43}$/u);
  });

  it('are the same for the same question, in whatever order its arguments come', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (subject) => {
        const shuffled = Object.fromEntries(Object.entries(subject).reverse());
        expect(keyOf({ source: 's', subject: shuffled })).toBe(keyOf({ source: 's', subject }));
      }),
      { numRuns: 200, seed: 4 },
    );
  });

  it('differ where the questions differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        fc.pre(!same);
        expect(keyOf({ source: 's', subject: [one] })).not.toBe(keyOf({ source: 's', subject: [other, 1] }));
        expect(keyOf({ source: 's', subject: [one] })).not.toBe(keyOf({ source: 't', subject: [one] }));
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
