import { type RunningService, startService } from '#test/support/service/running-service.ts';

const tool = '/v1/tools/inspect_domain';
const body = { domain: 'trailpeak.example' };

describe('credits', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    // The oracle of every journey: whatever happened above, every credit is accounted for.
    const { proven, accounts } = await service.operations.reconcile(undefined);
    await service.stop();
    expect(accounts.filter((account) => !account.proven)).toEqual([]);
    expect(proven).toBe(true);
  });

  it('gives exactly one answer when 100 calls race for a balance of 5', async () => {
    const caller = await service.openAccount(5);
    const answers = await Promise.all(Array.from({ length: 100 }, () => caller.post(tool, body)));
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect(counts.get(200)).toHaveLength(1);
    expect([...counts.keys()].toSorted()).toEqual([200, 402]);
    expect(await caller.balance()).toBe(2);
  });

  it('limits how many calls of an account run at once', async () => {
    const caller = await service.openAccount(1_000);
    await service.operations.operator.setConcurrency(caller.accountId, 1);
    const answers = await Promise.all(Array.from({ length: 30 }, () => caller.post(tool, body)));
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('too_many_concurrent_calls');
    expect(await caller.balance()).toBe(1_000 - 3 * passed);
  });

  it('gives the first answer again for the same Idempotency-Key, free of charge', async () => {
    const caller = await service.openAccount(10);
    const first = await caller.post(tool, body, { 'idempotency-key': 'one' });
    const again = await caller.post(tool, { domain: 'TRAILPEAK.example' }, { 'idempotency-key': '"one"' });
    const { usage, ...answer } = first.body;
    expect(again.body).toEqual({ ...answer, usage: { ...usage, credits_charged: 0, replayed: true } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-credits-charged')).toBe('0');
    expect(await caller.balance()).toBe(7);
  });

  it('tells the balance of now with an answer that is given again', async () => {
    const caller = await service.openAccount(10);
    await caller.post(tool, body, { 'idempotency-key': 'now' });
    await caller.post(tool, body);
    const again = await caller.post(tool, body, { 'idempotency-key': 'now' });
    expect(again.body.usage.balance_after).toBe(4);
    expect(again.headers.get('x-credits-balance')).toBe('4');
  });

  it('refuses another request under a used key, and a malformed key', async () => {
    const caller = await service.openAccount(10);
    await caller.post(tool, body, { 'idempotency-key': 'two' });
    const other = await caller.post(tool, { domain: 'other.example' }, { 'idempotency-key': 'two' });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_conflict' } });
    const malformed = await caller.post(tool, body, { 'idempotency-key': 'a b' });
    expect(malformed).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    expect(await caller.balance()).toBe(7);
  });

  it('charges once when ten calls with one key race', async () => {
    const caller = await service.openAccount(30);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => caller.post(tool, body, { 'idempotency-key': 'race' })),
    );
    for (const answer of answers) expect([200, 409]).toContain(answer.status);
    expect(await caller.balance()).toBe(27);
  });

  it('frees the key of a failed call, so that a retry can succeed', async () => {
    const caller = await service.openAccount(1);
    const refused = await caller.post(tool, body, { 'idempotency-key': 'three' });
    await service.operations.operator.grant(caller.accountId, 10, 'top-up');
    await service.operations.operator.grant(caller.accountId, 10, 'top-up');
    const answered = await caller.post(tool, body, { 'idempotency-key': 'three' });
    expect([refused.status, answered.status]).toEqual([402, 200]);
    expect(await caller.balance()).toBe(8);
  });

  it('never shows a raw key twice', async () => {
    const caller = await service.openAccount(1);
    const create = () =>
      caller.post('/v1/me/api-credentials', { name: 'once' }, { 'idempotency-key': 'create' });
    const [first, again] = [await create(), await create()];
    expect(first).toMatchObject({ status: 201, body: { key: expect.stringMatching(/^or_/u) } });
    expect(again).toMatchObject({
      status: 201,
      body: { key: null, api_credential: first.body.api_credential },
    });
    const list = await caller.get('/v1/me/api-credentials');
    expect(list.body.filter((row: { name: string }) => row.name === 'once')).toHaveLength(1);
    expect(list.text).not.toContain(first.body.key);
  });
});
