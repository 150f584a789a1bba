import type { Observation } from '#shared/facts/answers/tool-answer.ts';
import { openMeteredAccount } from '#test/support/service/metered-account.ts';
import type { CallsOptions } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const database = testDatabase();

const open = (credits = 10, options: Omit<CallsOptions, 'clock'> = {}) =>
  openMeteredAccount(database, credits, options);

describe('what an answer leaves behind', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({ keyword: `k${index}` }));
  const datasets = [{ name: 'ranked-keywords', description: 'All.', rows }];
  const work = () => ({ datasets });

  it('is a dataset that can be read as soon as the answer is there', async () => {
    const { call, services, accountId } = await open();
    const outcome = await call({ work });
    const uri = (outcome.ok && outcome.envelope?.resources[0]?.uri) || '';
    const question = { uri, offset: 0, limit: undefined, format: undefined };
    expect(await services.datasets.reader(accountId).read(question)).toMatchObject({
      available: true,
      dataset: { total: 30 },
    });
  });

  it.each([undefined, 'keyed'])(
    'is named only where it could be kept, also in a replay (Idempotency-Key: %s)',
    async (idempotencyKey) => {
      const stored = memoryObjects();
      const objects = {
        ...stored,
        put: async (key: string, body: Uint8Array) => {
          if (key.startsWith('datasets/')) throw new Error('the object store is away');
          return stored.put(key, body);
        },
      };
      const { call, balance, logged } = await open(10, { objects });
      const outcome = await call({ work, idempotencyKey });
      if (!outcome.ok) throw outcome.error;
      expect(JSON.parse(outcome.body)).toMatchObject({
        resources: [],
        warnings: [{ code: 'dataset_not_kept' }],
      });
      expect(outcome.envelope?.resources).toEqual([]);
      expect(await balance()).toBe(7);
      expect(logged).toContainEqual(expect.objectContaining({ message: 'dataset not kept' }));
      if (idempotencyKey === undefined) return;
      const again = await call({ work, idempotencyKey });
      expect(again).toMatchObject({ isReplay: true, body: expect.stringContaining('dataset_not_kept') });
    },
  );

  const positionOf = (value: number): Observation => ({
    type: 'ranks_for',
    subject: { id: 'k', kind: 'keyword' },
    field: 'position',
    value,
  });

  it('is what the account saw, compared with in its next answer', async () => {
    const { call } = await open();
    await call({ work: () => ({ observations: [positionOf(5)] }) });
    const next = await call({ work: () => ({ observations: [positionOf(2)] }) });
    expect(next).toMatchObject({ envelope: { deltas: [{ previous: 5, current: 2 }] } });
  });

  it('is an answer without what changed, charged as ever, where what the account saw cannot be read', async () => {
    const recall = () => Promise.reject(new Error('not allowed to read facts'));
    const { call, balance, logged } = await open(10, { change: () => ({ observations: { recall } }) });
    const outcome = await call({ work: () => ({ observations: [positionOf(5)] }) });
    expect(outcome).toMatchObject({ ok: true, envelope: { deltas: [] } });
    expect(await balance()).toBe(7);
    expect(logged).toContainEqual(expect.objectContaining({ message: 'observations not read' }));
  });

  it('is nothing where the answer was not given', async () => {
    const { call, sweep } = await open(20);
    await call({ work: () => ({ observations: [positionOf(5)] }) });
    await call({
      work: async () => {
        await sweep();
        return { observations: [positionOf(3)] };
      },
    });
    const next = await call({ work: () => ({ observations: [positionOf(2)] }) });
    expect(next).toMatchObject({ envelope: { deltas: [{ previous: 5, current: 2 }] } });
  });
});

describe('what an answer finds', () => {
  const faultsOf = (value: number): Observation => ({
    type: 'audit',
    subject: { id: 'shop.example', kind: 'domain' },
    field: 'issues_high',
    value,
  });
  const answerOf = (value: number) => ({ work: () => ({ observations: [faultsOf(value)] }) });

  it('is told before it is what the next one is compared with: again where that failed, and never twice', async () => {
    const told: object[] = [];
    let isAway = true;
    const tellAccount = async (findings: object) => {
      if (isAway) throw new Error('Nothing can be started.');
      told.push(findings);
    };
    const { call, balance, accountId } = await open(30, { change: () => ({ tellAccount }) });
    await call(answerOf(2));
    expect(await call(answerOf(5))).toMatchObject({ ok: true, creditsCharged: 3 });
    isAway = false;
    await call(answerOf(5));
    await call(answerOf(5));
    await call(answerOf(4));
    expect(told).toMatchObject([{ account_id: accountId, findings: [{ previous: 2, current: 5 }] }]);
    expect(await balance()).toBe(15);
  });
});

describe('an answer that cannot be kept to be opened again', () => {
  it('is given and charged as ever', async () => {
    const documents = new Proxy(database.documents, {
      get(target, member) {
        if (member !== 'send') return Reflect.get(target, member);
        return (command: Parameters<typeof target.send>[0]) =>
          JSON.stringify(command.input).includes('answers#')
            ? Promise.reject(new Error('no room for answers'))
            : target.send(command);
      },
    });
    const { call, balance, logged } = await open(10, { network: { documents, singleAttempt: documents } });
    expect(await call()).toMatchObject({ ok: true, creditsCharged: 3 });
    expect(await balance()).toBe(7);
    expect(logged).toContainEqual(expect.objectContaining({ message: 'answer not archived' }));
  });
});

describe('the mail of a call that takes the balance to a mark', () => {
  it('is started by that call alone, once', async () => {
    const started: object[] = [];
    const tellAccount = async (fallen: object) => void started.push(fallen);
    const { call, accountId } = await open(106, { change: () => ({ tellAccount }) });
    await call({ credits: 5 });
    expect(started).toEqual([]);
    await Promise.all([call({ credits: 2 }), call({ credits: 2 }), call({ credits: 2 })]);
    expect(started).toEqual([{ account_id: accountId, from: 101, to: 99 }]);
  });

  it('fails no call where it cannot be started', async () => {
    const tellAccount = () => Promise.reject(new Error('Nothing can be started.'));
    const { call, balance, logged } = await open(101, { change: () => ({ tellAccount }) });
    expect(await call({ credits: 3 })).toMatchObject({ ok: true, creditsCharged: 3 });
    expect(await balance()).toBe(98);
    expect(logged).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('low balance not told') }),
    );
  });
});
