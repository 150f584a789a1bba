import { type Caller, testService } from '#test/support/service/running-service.ts';

let caller: Caller;
let requestId = '';
let answer: Record<string, unknown>;

const service = testService();
beforeAll(async () => {
  caller = await service.openAccount(50);
  const asked = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
  answer = asked.body;
  requestId = asked.body.usage.request_id;
});

const open = (token: string) =>
  service.send('/v1/shared-answers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });

async function share(body: unknown = {}) {
  const made = await caller.post(`/v1/me/answers/${requestId}/shares`, body);
  return { made, token: made.status === 201 ? new URL(made.body.url).hash.slice(1) : '' };
}

describe('a shared answer', () => {
  it('is opened by anybody who has the link, without what is the account’s own', async () => {
    const { token, made } = await share({ days: 7 });
    const opened = await open(token);
    const { usage: _usage, resources: _resources, ...shown } = answer;
    expect(opened).toMatchObject({ status: 200, body: { tool: 'inspect_domain', answer: shown } });
    expect(opened.body.arguments).toMatchObject({ domain: 'trailpeak.example' });
    expect(opened.text).not.toMatch(/balance_after|credits_charged|oriel:\/\/dataset|acct_|cred_/u);
    expect(opened.headers.get('cache-control')).toMatch(/no-store/u);
    const days = (Date.parse(made.body.share.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('costs nothing, neither to share nor to open', async () => {
    const before = await caller.balance();
    await open((await share()).token);
    expect(await caller.balance()).toBe(before);
  });

  it('opens nothing from the moment that it is withdrawn', async () => {
    const { token, made } = await share();
    expect((await open(token)).status).toBe(200);
    const withdrawn = await caller.post(`/v1/me/shares/${made.body.share.id}/withdraw`, {});
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'withdrawn' } });
    expect(await open(token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const ids = (await caller.get('/v1/me/shares')).body.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(made.body.share.id);
  });

  it('shows its link once, and never in a list or a replay', async () => {
    const headers = { 'idempotency-key': 'share-once' };
    const path = `/v1/me/answers/${requestId}/shares`;
    const first = await caller.post(path, {}, headers);
    const again = await caller.post(path, {}, headers);
    const token = new URL(first.body.url).hash.slice(1);
    expect(again.body).toEqual({ url: null, share: first.body.share });
    expect((await caller.get('/v1/me/shares')).text).not.toContain(token);
  });

  it('can be neither shared nor withdrawn by another account, nor shared by a key with limits', async () => {
    const { made } = await share();
    const stranger = await service.openAccount(1);
    expect((await stranger.post(`/v1/me/answers/${requestId}/shares`, {})).status).toBe(404);
    expect((await stranger.post(`/v1/me/shares/${made.body.share.id}/withdraw`, {})).status).toBe(404);
    expect((await stranger.get('/v1/me/shares')).body).toEqual([]);
    const limited = await caller.post('/v1/me/api-credentials', { name: 'Worker', spend_limit: 5 });
    const worker = service.callerWith(caller.accountId, limited.body.key);
    expect((await worker.post(`/v1/me/answers/${requestId}/shares`, {})).status).toBe(403);
  });

  it.each(['', 'x', 'a'.repeat(100), '../../answers', 'mJ0c8a2b4d6f8h0k2m4n6p8r0s2'])(
    'is not found by a made-up token: %s',
    async (token) => {
      expect(await open(token)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  it.each([0, 91, 1.5, '7'])('is refused for %p days, with words that say what to send', async (days) => {
    const { made } = await share({ days });
    expect(made).toMatchObject({ status: 422, body: { errors: [{ pointer: '/days' }] } });
  });
});

describe('a saved question', () => {
  const question = {
    name: 'Our rivals',
    tool: 'discover_competitors',
    arguments: { domain: 'trailpeak.example' },
  };

  it('is kept under its name, listed, renamed and forgotten, free', async () => {
    const before = await caller.balance();
    const saved = await caller.post('/v1/me/saved-questions', question);
    expect(saved).toMatchObject({ status: 201, body: question });
    const path = `/v1/me/saved-questions/${saved.body.id}`;
    const renamed = await caller.patch(path, { name: '  Who is near us  ' });
    expect(renamed.body).toEqual({ ...saved.body, name: 'Who is near us' });
    expect((await caller.get('/v1/me/saved-questions')).body).toEqual([renamed.body]);
    expect((await caller.post(`${path}/forget`, {})).status).toBe(200);
    expect((await caller.get('/v1/me/saved-questions')).body).toEqual([]);
    expect((await caller.patch(path, { name: 'Gone' })).status).toBe(404);
    expect(await caller.balance()).toBe(before);
  });

  it('is asked weekly on a day, with its price and its budget said, paused and ended, free', async () => {
    const before = await caller.balance();
    const path = `/v1/me/saved-questions/${(await caller.post('/v1/me/saved-questions', question)).body.id}`;
    const { body } = await caller.post(`${path}/schedule`, { day: 'monday', monthly_budget: 25 });
    expect(body.schedule).toMatchObject({
      day: 'monday',
      status: 'active',
      price: 5,
      monthly_budget: 25,
      spent_this_month: 0,
      last: null,
    });
    const next = new Date(body.schedule.next_at);
    expect([next.getUTCDay(), next.getTime() > Date.now()]).toEqual([1, true]);
    expect((await caller.get('/v1/me/saved-questions')).body[0]).toEqual(body);
    const paused = { day: 'friday', monthly_budget: 10, status: 'paused' };
    expect((await caller.post(`${path}/schedule`, paused)).body.schedule).toMatchObject({
      ...paused,
      paused_because: 'owner',
      next_at: null,
    });
    expect((await caller.post(`${path}/schedule/end`, {})).body.schedule).toBeNull();
    expect(await caller.balance()).toBe(before);
    const stranger = await service.openAccount(1);
    expect((await stranger.post(`${path}/schedule`, paused)).status).toBe(404);
    expect((await stranger.post(`${path}/schedule/end`, {})).status).toBe(404);
    expect((await caller.post(`${path}/forget`, {})).status).toBe(200);
  });

  it.each([
    [{ day: 'monday', monthly_budget: 4 }, '/monthly_budget', /at least 5/u],
    [{ day: 'someday', monthly_budget: 25 }, '/day', /monday/u],
    [{ day: 'monday', monthly_budget: 2.5 }, '/monthly_budget', /whole/u],
  ])('is not asked weekly by terms that cannot be kept: %j', async (terms, pointer, words) => {
    const { id } = (await caller.post('/v1/me/saved-questions', question)).body;
    const refused = await caller.post(`/v1/me/saved-questions/${id}/schedule`, terms);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    expect(refused.body.errors[0].message).toMatch(words);
    expect((await caller.post(`/v1/me/saved-questions/${id}/forget`, {})).status).toBe(200);
  });

  it('can be asked: what the tool would refuse is not saved, and the fault is pointed at', async () => {
    const refused = await caller.post('/v1/me/saved-questions', {
      ...question,
      arguments: { domain: 'not a domain' },
    });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/arguments/domain' }] } });
    const unknown = await caller.post('/v1/me/saved-questions', { ...question, tool: 'inspect_moon' });
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ pointer: '/tool' }] } });
    expect((await caller.get('/v1/me/saved-questions')).body).toEqual([]);
  });

  it('belongs to its account alone', async () => {
    const { body } = await caller.post('/v1/me/saved-questions', question);
    const stranger = await service.openAccount(1);
    expect((await stranger.get('/v1/me/saved-questions')).body).toEqual([]);
    expect((await stranger.post(`/v1/me/saved-questions/${body.id}/forget`, {})).status).toBe(404);
    expect((await stranger.patch(`/v1/me/saved-questions/${body.id}`, { name: 'Mine' })).status).toBe(404);
  });
});
