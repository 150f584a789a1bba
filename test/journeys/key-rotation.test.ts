import { type Caller, testService } from '#test/support/service/running-service.ts';

const tool = '/v1/tools/inspect_domain';
const question = { domain: 'trailpeak.example' };

describe('POST /v1/me/api-credentials/{id}/rotate', () => {
  const service = testService();

  async function signedIn({ accountId }: Caller): Promise<Caller> {
    const { session_token: token } = await service.operations.createSession(accountId);
    return service.callerWith(accountId, token);
  }

  async function makeKey(person: Caller, limits: object) {
    const { body } = await person.post('/v1/me/api-credentials', { name: 'worker', ...limits });
    const { id } = body.api_credential;
    const path = `/v1/me/api-credentials/${id}`;
    return { ...service.callerWith(person.accountId, body.key), id, path };
  }

  async function mailsTo(accountId: string): Promise<readonly string[]> {
    const { email } = await service.operations.operator.show(accountId);
    const mails = await fetch(`${service.baseUrl}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const list = (await mails.json()) as readonly { to: string; subject: string }[];
    return list.filter(({ to }) => to === email).map(({ subject }) => subject);
  }

  it('lets both keys call under one limit, and shows both', async () => {
    const person = await signedIn(await service.openAccount(100));
    const old = await makeKey(person, { spend_limit: 7 });
    expect((await old.post(tool, question)).status).toBe(200);
    const rotated = await person.post(`${old.path}/rotate`, { overlap_hours: 24 });
    expect(rotated).toMatchObject({
      status: 201,
      body: { api_credential: { id: old.id, name: 'worker', spend_limit: 7, spent_this_month: 3 } },
    });
    const { key, api_credential } = rotated.body;
    expect(key.startsWith(api_credential.prefix)).toBe(true);
    expect(old.key.startsWith(api_credential.previous_key.prefix)).toBe(true);
    const fresh = service.callerWith(person.accountId, key);
    expect((await fresh.post(tool, { domain: 'summitgear.example' })).status).toBe(200);
    for (const caller of [old, fresh])
      expect(await caller.post(tool, question)).toMatchObject({
        status: 402,
        body: { code: 'spend_limit_reached' },
      });
    const ended = await person.patch(old.path, { end_previous_key: true });
    expect(ended.body.previous_key).toBeNull();
    expect((await old.get('/v1/me/credits')).status).toBe(401);
    expect((await fresh.get('/v1/me/usage')).status).toBe(200);
    expect(await mailsTo(person.accountId)).toContain('An API key in your Oriel account was rotated');
  });

  it('ends the old key at once where no overlap is wanted, and keeps children', async () => {
    const person = await signedIn(await service.openAccount(100));
    const parent = await makeKey(person, { spend_limit: 50, may_create_keys: true });
    const child = await makeKey(parent, {});
    const { body } = await person.post(`${parent.path}/rotate`, { overlap_hours: 0 });
    expect(body.api_credential.previous_key).toBeNull();
    expect((await parent.get('/v1/me/credits')).status).toBe(401);
    expect((await child.post(tool, question)).status).toBe(200);
    const fresh = service.callerWith(person.accountId, body.key);
    expect((await fresh.post(tool, question)).headers.get('x-credential-remaining')).toBe('44');
    await person.post(`${parent.path}/revoke`, {});
    for (const caller of [fresh, child]) expect((await caller.get('/v1/me/credits')).status).toBe(401);
  });

  it('is for a person, and for a key of itself', async () => {
    const caller = await service.openAccount(10);
    const person = await signedIn(caller);
    const other = await makeKey(person, {});
    expect(await caller.post(`${other.path}/rotate`, {})).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect((await other.post(`${other.path}/rotate`, {})).status).toBe(201);
    const stranger = await signedIn(await service.openAccount(1));
    expect((await stranger.post(`${other.path}/rotate`, {})).status).toBe(404);
    const limited = await makeKey(person, { spend_limit: 5 });
    expect((await limited.post(`${limited.path}/rotate`, {})).status).toBe(403);
  });

  it('is refused of a key that has ended, and for an overlap of more than a week', async () => {
    const person = await signedIn(await service.openAccount(10));
    const key = await makeKey(person, { spend_limit: 5 });
    for (const overlap_hours of [-1, 1.5, 169, '24'])
      expect((await person.post(`${key.path}/rotate`, { overlap_hours })).status).toBe(422);
    await person.post(`${key.path}/revoke`, {});
    expect((await person.post(`${key.path}/rotate`, {})).status).toBe(404);
  });

  it('gives a replay without the key, and rotates once', async () => {
    const person = await signedIn(await service.openAccount(10));
    const key = await makeKey(person, { spend_limit: 5 });
    const headers = { 'idempotency-key': 'rotation-1' };
    const first = await person.post(`${key.path}/rotate`, {}, headers);
    const again = await person.post(`${key.path}/rotate`, {}, headers);
    expect(again).toMatchObject({ status: 201, body: { key: null } });
    expect(again.body.api_credential).toEqual(first.body.api_credential);
    expect((await key.get('/v1/me/usage')).status).toBe(200);
  });
});
