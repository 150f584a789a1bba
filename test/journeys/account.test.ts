import { clearOfTheEnd } from '#test/support/calendar.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

describe('the account endpoints', () => {
  let caller: Caller;

  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(50);
  });

  it('show the balance and nothing else', async () => {
    expect((await caller.get('/v1/me/credits')).text).toBe('{"balance":50}');
  });

  it('create a key that works at once, and revoke it for the very next call', async () => {
    const made = await caller.post('/v1/me/api-credentials', {
      name: ' Report ',
      expires_at: '2999-01-01T00:00:00Z',
    });
    expect(made.headers.get('cache-control')).toBe('no-store');
    expect(made.body.api_credential).toMatchObject({
      account_id: caller.accountId,
      name: 'Report',
      prefix: made.body.key.slice(0, made.body.api_credential.prefix.length),
      is_active: true,
      last_used_at: null,
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    const holder = service.callerWith(caller.accountId, made.body.key);
    for (const path of ['usage', 'api-credentials', 'credits'])
      expect((await holder.get(`/v1/me/${path}`)).status).toBe(200);

    const path = `/v1/me/api-credentials/${made.body.api_credential.id}/revoke`;
    const revoked = await caller.post(path, {});
    expect(revoked).toMatchObject({ status: 200, body: { is_active: false } });
    expect((await holder.get('/v1/me/credits')).status).toBe(401);
    expect((await caller.post(path, {})).body).toEqual(revoked.body);
  });

  it("do not know another account's credential", async () => {
    const stranger = await service.openAccount(1);
    const { body } = await caller.get('/v1/me/api-credentials');
    const answer = await stranger.post(`/v1/me/api-credentials/${body[0].id}/revoke`, {});
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await caller.get('/v1/me/credits')).status).toBe(200);
  });

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(121) }, '/name'],
    [{ name: '😀'.repeat(121) }, '/name'],
    [{ name: 'x', expires_at: 'tomorrow' }, '/expires_at'],
    [{ name: 'x', expires_at: '2001-01-01T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', expires_at: '2999-01-01T00:00:00' }, '/expires_at'],
    [{ name: 'x', expires_at: '2999-02-29T00:00:00Z' }, '/expires_at'],
    [{ name: 'x', expires_at: '9999-12-31T23:59:59-14:00' }, '/expires_at'],
    [{ name: 'x', spend_limit: -1 }, '/spend_limit'],
    [{ name: 'x', tools: ['no_such_tool'] }, '/tools/0'],
  ])('refuse to create a key from %j', async (draft, pointer) => {
    const { status, body } = await caller.post('/v1/me/api-credentials', draft);
    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  it('count the 120 characters of a name as people do, and the moment of an expiry in UTC', async () => {
    const name = '😀'.repeat(120);
    const made = await caller.post('/v1/me/api-credentials', { name, expires_at: '2999-01-01T00:00:00+05' });
    expect(made).toMatchObject({
      status: 201,
      body: { api_credential: { name, expires_at: '2998-12-31T19:00:00.000Z' } },
    });
  });

  it('keep a name with half a character in it, which JSON can spell and no database takes', async () => {
    const made = await caller.post('/v1/me/api-credentials', '{"name":"half \\ud800"}');
    expect(made).toMatchObject({ status: 201, body: { api_credential: { name: 'half \ufffd' } } });
  });

  it('keep an account at 50 active keys at most, also where many are made at once', async () => {
    const other = await service.openAccount(1);
    const make = (made: number) => other.post('/v1/me/api-credentials', { name: `key ${made}` });
    for (let made = 1; made < 45; made += 1) await make(made);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, made) => make(made)));
    const { body } = await other.get('/v1/me/api-credentials');
    const active = body.filter(({ is_active }: { is_active: boolean }) => is_active);
    expect(active).toHaveLength(45 + answers.filter(({ status }) => status === 201).length);
    expect(active.length).toBeLessThanOrEqual(50);
  });

  it.each([{ spend_limit: 5 }, { tools: ['inspect_keyword'] }])(
    'let a key with %j make and revoke no keys, so that it cannot lift its limit',
    async (limit) => {
      const other = await service.openAccount(10);
      const { body } = await other.post('/v1/me/api-credentials', { name: 'limited', ...limit });
      const holder = service.callerWith(other.accountId, body.key);
      const [, first] = (await other.get('/v1/me/api-credentials')).body;
      for (const path of ['/v1/me/api-credentials', `/v1/me/api-credentials/${first.id}/revoke`])
        expect(await holder.post(path, { name: 'free' })).toMatchObject({
          status: 403,
          body: { code: 'insufficient_scope', credits_charged: 0 },
        });
      expect((await holder.post('/v1/tools/inspect_keyword', { keyword: 'tent' })).status).toBe(200);
      expect((await other.get('/v1/me/credits')).body).toEqual({ balance: 8 });
    },
  );

  describe('usage', () => {
    let other: Caller;
    beforeAll(async () => {
      other = await service.openAccount(100);
      for (let call = 0; call < 7; call += 1)
        await other.post('/v1/tools/inspect_keyword', { keyword: `word ${call}` });
    });

    it.each([
      ['', 7],
      ['limit=3', 3],
      ['limit=0', 1],
      ['limit=-5', 1],
      ['limit=2.9', 2],
      ['limit=99999', 7],
      ['limit=abc', 7],
      ['limit=', 7],
      ['tool=inspect_keyword&limit=2', 2],
      ['tool=inspect_serp', 0],
      ['tool=*&limit=500', 7],
      ['status=answered&tool=*', 7],
      ['status=failed', 0],
      ['since=2026-11-01&limit=500', 7],
      ['until=2026-11-01T00:00:00', 0],
    ])('with "%s" gives %i records', async (query, count) => {
      const fresh = await service.openAccount(100);
      for (let call = 0; call < 7; call += 1)
        await fresh.post('/v1/tools/inspect_keyword', { keyword: `word ${call}` });
      expect((await fresh.get(`/v1/me/usage?${query}`)).body).toHaveLength(count);
    });

    it('tells by its request id what one call was charged, and nothing of other accounts', async () => {
      const fresh = await service.openAccount(100);
      const paid = await fresh.post('/v1/tools/inspect_keyword', { keyword: 'tent' });
      const refused = await fresh.post('/v1/tools/inspect_keyword', { keyword: '' });
      const recordsOf = async (call: typeof paid, asking = fresh) =>
        (await asking.get(`/v1/me/usage?request_id=${call.headers.get('x-request-id')}`)).body;
      expect(await recordsOf(paid)).toMatchObject([{ status_code: 200, credits_charged: 2 }]);
      expect(await recordsOf(refused)).toMatchObject([{ status_code: 422, credits_charged: 0 }]);
      expect(await recordsOf(paid, other)).toEqual([]);
      expect((await fresh.get('/v1/me/usage?request_id=mine')).status).toBe(422);
    });

    it('pages through everything without a gap or a repeat', async () => {
      const seen: string[] = [];
      let next: string | undefined = '/v1/me/usage?limit=3&tool=inspect_keyword';
      while (next) {
        const page = await other.get(next);
        seen.push(...page.body.map((row: { id: string }) => row.id));
        next = /<(?<url>[^>]+)>; rel="next"/u
          .exec(page.headers.get('link') ?? '')
          ?.groups?.url?.replace(service.baseUrl, '');
      }
      expect(seen).toHaveLength(7);
      expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
    });

    it("refuses another account's cursor", async () => {
      const page = await other.get('/v1/me/usage?limit=1');
      const url =
        /<(?<url>[^>]+)>/u.exec(page.headers.get('link') ?? '')?.groups?.url?.replace(service.baseUrl, '') ??
        '';
      expect((await caller.get(url)).status).toBe(422);
    });

    it.each(['since=foo%201', 'until=2026', 'since=2026-02-30', 'since=12'])(
      'does not guess what "%s" may mean',
      async (query) => {
        expect((await other.get(`/v1/me/usage?${query}`)).status).toBe(422);
      },
    );

    it('refuses a span that ends before it begins, and takes an empty cursor for the first page', async () => {
      const reversed = await other.get('/v1/me/usage?since=2026-11-02&until=2026-11-01');
      expect(reversed).toMatchObject({ status: 422, body: { errors: [{ pointer: '/since' }] } });
      const first = await other.get('/v1/me/usage?cursor=&limit=1');
      expect(first).toMatchObject({ status: 200, body: [{ account_id: expect.any(String) }] });
    });

    it('comes as a spreadsheet whose formulas are harmless', async () => {
      const csv = await other.get('/v1/me/usage?format=csv&limit=2');
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.text.split('\r\n')).toHaveLength(4);
      expect(csv.text.startsWith('id,created_at,account_id')).toBe(true);
    });

    it('is added up by day, tool and caller', async () => {
      await clearOfTheEnd('day', 30_000);
      const fresh = await service.openAccount(10);
      await fresh.post('/v1/tools/inspect_keyword', { keyword: 'tent' });
      await fresh.post('/v1/tools/inspect_keyword', { keyword: '' });
      const { status, body } = await fresh.get('/v1/me/usage/summary');
      expect(status).toBe(200);
      const counts = { calls: 2, failed: 1, credits_charged: 2 };
      expect(body).toMatchObject({
        complete: true,
        ...counts,
        tools: [{ tool: 'inspect_keyword', ...counts }],
      });
      const [{ auth_source, credential_id, ...rest }] = body.callers;
      expect(rest).toEqual(counts);
      const { body: records } = await fresh.get(
        `/v1/me/usage?tool=*&credential_id=${credential_id}&auth_source=${auth_source}`,
      );
      expect(records).toHaveLength(2);
      expect((await fresh.get('/v1/me/usage?auth_source=oauth')).body).toHaveLength(0);
      expect(body.days).toHaveLength(1);
      expect(body.days[0]).toMatchObject({ day: body.until, ...counts });
      expect(body.response_time_ms.p95).toBeGreaterThanOrEqual(body.response_time_ms.median);
    });

    it.each([
      'since=soon',
      'since=2026-02-30T00:00',
      'since=2026-02-30&until=2026-03-02',
      'since=2026-11-02&until=2026-11-01',
      'since=2020-01-01',
    ])('is not added up over "%s"', async (query) => {
      expect((await other.get(`/v1/me/usage/summary?${query}`)).status).toBe(422);
    });
  });

  it('take a session token of the dashboard in place of a key', async () => {
    const { session_token } = await service.operations.createSession(caller.accountId);
    const holder = service.callerWith(caller.accountId, session_token);
    expect((await holder.post('/v1/tools/inspect_keyword', { keyword: 'tent' })).status).toBe(200);
    const { body } = await holder.get('/v1/me/usage?limit=1');
    expect(body[0].auth_source).toBe('session');
  });
});
