import fc from 'fast-check';
import { type Caller, type RunningService, startService } from '#test/support/service/running-service.ts';

const tool = '/v1/tools/inspect_domain';
const body = { domain: 'trailpeak.example' };

describe('an owner and what spends for them', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    const { proven } = await service.operations.reconcile(undefined);
    await service.stop();
    expect(proven).toBe(true);
  });

  async function personOf({ accountId }: Caller): Promise<Caller> {
    const { session_token: token } = await service.operations.createSession(accountId);
    return service.callerWith(accountId, token);
  }

  async function makeKey(maker: Caller, limits: object): Promise<Caller & { id: string }> {
    const made = await maker.post('/v1/me/api-credentials', { name: 'worker', ...limits });
    expect(made).toMatchObject({ status: 201 });
    return { ...service.callerWith(maker.accountId, made.body.key), id: made.body.api_credential.id };
  }

  it('look and revoke however many calls a leaked key makes', async () => {
    const leaked = await service.openAccount(10);
    await service.operations.operator.setRates(leaked.accountId, { minute: 20, hour: 20, day: 20 });
    const person = await personOf(leaked);
    for (let calls = 0; calls < 150; calls += 25) {
      const batch = Array.from({ length: 25 }, () => leaked.post(tool, '{malformed'));
      await Promise.all([...batch, leaked.get('/v1/me/usage')]);
    }
    expect((await leaked.post(tool, body)).status).toBe(429);
    // The minute may turn while the calls run.
    for (let refused = false, rounds = 0; !refused; rounds += 1) {
      expect(rounds).toBeLessThan(5);
      const read = await Promise.all(Array.from({ length: 130 }, () => leaked.get('/v1/me/usage')));
      refused = read.some(({ status }) => status === 429);
    }
    expect((await person.get('/v1/me/credits')).body).toEqual({ balance: 10 });
    const [key] = (await person.get('/v1/me/api-credentials')).body;
    expect((await person.post(`/v1/me/api-credentials/${key.id}/revoke`, {})).status).toBe(200);
    expect((await leaked.get('/v1/me/credits')).status).toBe(401);
  });

  it('find refused calls counted in one record a minute', async () => {
    const caller = await service.openAccount(10);
    const asked = await Promise.all(Array.from({ length: 40 }, () => caller.post(tool, {})));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([422]));
    const records = (await caller.get('/v1/me/usage')).body;
    const refused = records.filter(
      ({ error_type }: { error_type: string }) => error_type === 'validation_error',
    );
    expect(refused.length).toBeLessThanOrEqual(2);
    expect(refused.reduce((sum: number, { calls }: { calls: number }) => sum + calls, 0)).toBe(40);
  });

  it('find each of their refused calls by its request id, and strangers and limited keys do not', async () => {
    const caller = await service.openAccount(10);
    const limited = await makeKey(await personOf(caller), { spend_limit: 3 });
    const stranger = await service.openAccount(10);
    const refused = await Promise.all([
      ...Array.from({ length: 12 }, () => caller.post(tool, {})),
      caller.post(tool, '{malformed'),
    ]);
    const paid = await caller.post(tool, body);
    const pathOf = ({ headers }: typeof paid) => `/v1/me/calls/${headers.get('x-request-id')}`;
    for (const call of refused) {
      const found = await caller.get(pathOf(call));
      expect(found).toMatchObject({
        status: 200,
        body: { outcome: 'refused', credits_charged: 0, status_code: call.status, tool: 'inspect_domain' },
      });
      expect(found.body.request_id).toBe(call.headers.get('x-request-id'));
    }
    expect((await caller.get(pathOf(paid))).body).toMatchObject({ outcome: 'answered', credits_charged: 3 });
    for (const asking of [stranger, limited]) {
      const none = await asking.get(pathOf(paid));
      expect(none).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(none.headers.get('retry-after')).toBe('30');
    }
    const id = refused[7]?.headers.get('x-request-id') ?? '';
    const shown = await service.operations.operator.showCall(id, undefined);
    expect(shown).toMatchObject({ account_id: caller.accountId, outcome: 'refused', request_id: id });
    await expect(service.operations.operator.showCall(id, stranger.accountId)).rejects.toThrow(/No call/u);
  });

  it('give no key an answer that another paid for, nor let it use up its Idempotency-Keys', async () => {
    const owner = await service.openAccount(100);
    const parent = await makeKey(await personOf(owner), { spend_limit: 50, may_create_keys: true });
    const child = await makeKey(parent, { spend_limit: 10 });
    const poor = await makeKey(await personOf(owner), { spend_limit: 0 });
    const [first, second] = [await personOf(owner), await personOf(owner)];
    const ask = (asking: Caller, sent: object = body) =>
      asking.post(tool, sent, { 'idempotency-key': 'job-1' });
    expect(await ask(poor, { domain: 'other.example' })).toMatchObject({ status: 402 });
    for (const payer of [owner, parent, first])
      expect(await ask(payer)).toMatchObject({ status: 200, body: { usage: { credits_charged: 3 } } });
    expect(await ask(poor)).toMatchObject({ status: 402, body: { code: 'spend_limit_reached' } });
    for (const repeating of [owner, parent, child, second])
      expect(await ask(repeating)).toMatchObject({ status: 200, body: { usage: { replayed: true } } });
    expect(await owner.balance()).toBe(91);
  });

  it('keep what the account has brought and is told, and its connections, from a key with limits', async () => {
    const person = await personOf(await service.openAccount(10));
    const key = await makeKey(person, { spend_limit: 0, tools: ['inspect_domain'] });
    const file = { name: 'Queries.csv', bytes: 10 };
    const asked = [
      key.post('/v1/me/uploads', { site: 'shop.example', files: [file] }),
      key.post('/v1/me/uploads/upl_1/start', {}),
      ...['uploads/upl_1', 'imports', 'sites', 'sites/shop.example', 'connections', 'events', 'trackers']
        .concat(['rules', 'destinations', 'crawls', 'search-console'])
        .map((path) => key.get(`/v1/me/${path}`)),
    ];
    for (const answer of await Promise.all(asked))
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    for (const path of ['imports', 'sites', 'events'])
      expect((await person.get(`/v1/me/${path}`)).status).toBe(200);
  });

  it('change the limit of a key while it is in use, and answers tell what is left', async () => {
    const caller = await service.openAccount(100);
    const person = await personOf(caller);
    const key = await makeKey(person, { spend_limit: 6 });
    const first = await key.post(tool, body);
    expect(first.headers.get('x-credential-limit')).toBe('6');
    expect(first.headers.get('x-credential-remaining')).toBe('3');
    await key.post(tool, body);
    expect(await key.post(tool, body)).toMatchObject({ status: 402, body: { code: 'spend_limit_reached' } });
    const path = `/v1/me/api-credentials/${key.id}`;
    expect(await person.patch(path, { spend_limit: 9 })).toMatchObject({
      status: 200,
      body: { spend_limit: 9, spent_this_month: 6 },
    });
    expect((await key.post(tool, body)).headers.get('x-credential-remaining')).toBe('0');
    expect(await person.patch(path, { tools: ['inspect_keyword'], spend_limit: null })).toMatchObject({
      body: { spend_limit: null, spent_this_month: null },
    });
    expect((await key.post(tool, body)).body.code).toBe('tool_not_enabled');
  });

  it('give 13 answers for 39 credits when 100 calls of 3 race in a run of 40', async () => {
    const caller = await service.openAccount(1_000);
    const run = { 'x-run-id': 'job-1', 'x-run-budget': '40' };
    const ask = () => caller.post(tool, body, run);
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    // A call that a busy machine ends free of charge leaves its place to the next.
    do answers.push(await ask());
    while (answers.at(-1)?.status !== 402);
    const [given, others] = [true, false].map((isGiven) =>
      answers.filter(({ status }) => (status === 200) === isGiven),
    );
    for (const { status, body } of others ?? [])
      if (status === 402) expect(body.code).toBe('run_budget_exceeded');
      else expect(body).toMatchObject({ retryable: true, credits_charged: 0 });
    expect(given).toHaveLength(13);
    expect(await caller.balance()).toBe(961);
    const spent = given?.map((answer) => answer.body.usage.run);
    expect(spent).toContainEqual({ id: 'job-1', spent: 39, budget: 40 });
    const records = (await caller.get('/v1/me/usage?run=job-1&status=answered')).body;
    expect(records).toHaveLength(13);
  });

  it('refuse a run without a budget, with another one, and with a malformed name, free of charge', async () => {
    const caller = await service.openAccount(10);
    const asked = (headers: Record<string, string>) => caller.post(tool, body, headers);
    expect(await asked({ 'x-run-id': 'none' })).toMatchObject({ status: 422 });
    expect(await asked({ 'x-run-id': 'two', 'x-run-budget': '5' })).toMatchObject({ status: 200 });
    expect(await asked({ 'x-run-id': 'two', 'x-run-budget': '50' })).toMatchObject({ status: 422 });
    expect(await asked({ 'x-run-id': 'two words' })).toMatchObject({ status: 422 });
    expect(await asked({ 'x-run-budget': '5' })).toMatchObject({ status: 422 });
    expect(await asked({ 'x-run-id': 'three', 'x-run-budget': 'all' })).toMatchObject({ status: 422 });
    expect(await caller.balance()).toBe(7);
  });

  it('give a child no more than its parent has, and end it with the parent', async () => {
    const caller = await service.openAccount(100);
    const person = await personOf(caller);
    const ends = '2999-01-01T00:00:00.000Z';
    const limits = { spend_limit: 9, tools: ['inspect_domain', 'inspect_keyword'], expires_at: ends };
    const parent = await makeKey(person, { ...limits, may_create_keys: true });
    for (const wanted of [
      { spend_limit: 10 },
      { tools: ['inspect_page'] },
      { expires_at: '2999-01-02T00:00:00Z' },
    ])
      expect(await parent.post('/v1/me/api-credentials', { name: 'more', ...wanted })).toMatchObject({
        status: 422,
        body: { errors: [{ type: 'more_than_maker' }] },
      });
    const child = await makeKey(parent, {});
    const [record] = (await child.get('/v1/me/api-credentials')).body;
    expect(record).toMatchObject({
      id: child.id,
      parent_id: parent.id,
      created_by: parent.id,
      expires_at: ends,
      tools: limits.tools,
    });
    expect((await child.post('/v1/me/api-credentials', { name: 'grandchild' })).status).toBe(403);
    expect((await child.post(tool, body)).headers.get('x-credential-remaining')).toBe('6');
    expect((await parent.post(tool, body)).headers.get('x-credential-remaining')).toBe('3');
    expect((await child.get('/v1/me/usage')).body).toHaveLength(3);
    const alone = await makeKey(parent, {});
    await person.post(`/v1/me/api-credentials/${parent.id}/revoke`, {});
    for (const ended of [child, alone]) expect((await ended.post(tool, body)).status).toBe(401);
    const listed = (await person.get('/v1/me/api-credentials')).body;
    const shown = listed.filter(({ id }: { id: string }) => [parent.id, child.id, alone.id].includes(id));
    expect(shown.map(({ is_active }: { is_active: boolean }) => is_active)).toEqual([false, false, false]);
    const again = await person.post(`/v1/me/api-credentials/${parent.id}/revoke`, { with_children: true });
    expect(again).toMatchObject({ status: 200, body: { is_active: false } });
  });

  it('let only a person say that a key may make keys', async () => {
    const caller = await service.openAccount(1);
    const draft = { name: 'x', spend_limit: 5, may_create_keys: true };
    expect((await caller.post('/v1/me/api-credentials', draft)).body.code).toBe('insufficient_scope');
  });

  it('never spend more than any limit above them, whatever tree of keys asks at once', async () => {
    const limit = fc.integer({ min: 0, max: 12 });
    const tree = fc.record({
      parent: limit,
      children: fc.array(fc.option(limit), { minLength: 1, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.nat(3), { minLength: 4, maxLength: 14 }),
        async (limits, callers) => {
          const person = await personOf(await service.openAccount(200));
          const parent = await makeKey(person, { spend_limit: limits.parent, may_create_keys: true });
          const wanted = limits.children.map((own) => (own === null ? null : Math.min(own, limits.parent)));
          const children = await Promise.all(wanted.map((own) => makeKey(parent, { spend_limit: own })));
          const keys = [parent, ...children];
          const asked = callers.map((place) => keys[place % keys.length] ?? parent);
          const answers = await Promise.all(asked.map((key) => key.post(tool, body)));
          const spentBy = (id: string) =>
            3 * answers.filter(({ status }, place) => status === 200 && asked[place]?.id === id).length;
          for (const [place, child] of children.entries())
            expect(spentBy(child.id)).toBeLessThanOrEqual(wanted[place] ?? limits.parent);
          const spent = keys.reduce((sum, { id }) => sum + spentBy(id), 0);
          expect(spent).toBeLessThanOrEqual(limits.parent);
          const records = (await person.get('/v1/me/api-credentials')).body;
          const shown = records.find(({ id }: { id: string }) => id === parent.id);
          expect(shown.spent_this_month).toBe(spent);
        },
      ),
      { numRuns: 12, seed: 16 },
    );
  });

  it('make exactly as many keys as there are places when many are made at once', async () => {
    const caller = await service.openAccount(1);
    const make = () => caller.post('/v1/me/api-credentials', { name: 'key' });
    for (let made = 1; made < 44; made += 1) await make();
    const answers = await Promise.all(Array.from({ length: 12 }, make));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    const listed = (await caller.get('/v1/me/api-credentials')).body;
    expect(listed).toHaveLength(50);
    const { id } = listed[0];
    await caller.post(`/v1/me/api-credentials/${id}/revoke`, {});
    expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(422);
  });

  it('read the list of keys page by page', async () => {
    const caller = await service.openAccount(1);
    for (let made = 0; made < 4; made += 1) await makeKey(caller, {});
    const ids: string[] = [];
    for (let path = '/v1/me/api-credentials?limit=2'; path !== ''; ) {
      const page = await caller.get(path);
      ids.push(...page.body.map(({ id }: { id: string }) => id));
      const next = /<(?<address>[^>]+)>; rel="next"/u.exec(page.headers.get('link') ?? '')?.groups?.address;
      path = next === undefined ? '' : next.slice(next.indexOf('/v1'));
    }
    expect(ids).toHaveLength(5);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });
});
