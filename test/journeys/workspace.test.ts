import { type Caller, testService } from '#test/support/service/running-service.ts';
import { upload } from '#test/support/service/uploads.ts';

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

describe('a shared site', () => {
  const site = 'shared-site.example';
  const shareSite = (body: unknown = { compare: 'previous_period' }) =>
    caller.post(`/v1/me/sites/${site}/shares`, body);
  const tokenOf = ({ body }: Awaited<ReturnType<typeof shareSite>>) => new URL(body.url).hash.slice(1);
  const rows = Array.from(
    { length: 600 },
    (_, at) =>
      `tea ${at},https://${site}/p${at % 7},2026-08-0${1 + (at % 9)},${600 - at},9000,${4 + (at % 9)}`,
  );
  const text = ['query,page,date,clicks,impressions,position', ...rows].join('\n');
  beforeAll(() => upload(caller, [{ name: `${site}.csv`, bytes: Buffer.from(text) }]));

  it('opens for anybody as it was, with days, queries, pages and opportunities, free', async () => {
    const before = await caller.balance();
    const made = await shareSite();
    expect(made).toMatchObject({ status: 201, body: { share: { tool: 'site_report', site } } });
    const opened = await open(tokenOf(made));
    const { slices, opportunities } = opened.body.answer;
    expect(opened.body).toMatchObject({ tool: 'site_report', arguments: { site } });
    const asked = (name: string) =>
      caller.get(`/v1/me/sites/${site}/performance?limit=500&dimensions=${name}`);
    for (const name of ['query', 'page', 'country', 'device']) {
      const now = await asked(`${name}&compare=previous_period`);
      expect(slices[name]).toEqual({ ...now.body, next_cursor: slices[name].next_cursor });
    }
    expect([slices.query.rows.length, slices.query.total_rows]).toEqual([500, 600]);
    const own = await caller.get(`/v1/me/sites/${site}`);
    expect(opportunities.length).toBe(Math.min(100, own.body.opportunities.length));
    expect(opened.text).not.toMatch(/acct_|cred_|imp_|balance/u);
    expect(await caller.balance()).toBe(before);
  });

  it('is withdrawn and listed like a shared answer', async () => {
    const made = await shareSite();
    const { id } = made.body.share;
    expect((await caller.get('/v1/me/shares')).body).toContainEqual(made.body.share);
    await caller.post(`/v1/me/shares/${id}/withdraw`, {});
    expect(await open(tokenOf(made))).toMatchObject({ status: 404 });
  });

  it('can be shared by nobody else, and no site that the account has not brought', async () => {
    const stranger = await service.openAccount(1);
    expect((await stranger.post(`/v1/me/sites/${site}/shares`, {})).status).toBe(404);
    expect((await caller.post('/v1/me/sites/unknown.example/shares', {})).status).toBe(404);
    expect((await caller.post('/v1/me/sites/no domain/shares', {})).status).toBe(404);
    const limited = await caller.post('/v1/me/api-credentials', { name: 'Worker', spend_limit: 5 });
    const worker = service.callerWith(caller.accountId, limited.body.key);
    expect((await worker.post(`/v1/me/sites/${site}/shares`, {})).status).toBe(403);
  });

  it.each([{ days: 0 }, { from: '2026-13-01' }, { search_type: 'all' }])(
    'is refused with %j, with words that say what to send',
    async (body) => {
      expect(await shareSite(body)).toMatchObject({ status: 422, body: { credits_charged: 0 } });
    },
  );
});

describe('a tracker', () => {
  const question = {
    name: 'Our rivals',
    tool: 'discover_competitors',
    args: { domain: 'trailpeak.example' },
  };
  const schedule = { every: 'week', at: '08:00', weekday: 'monday', time_zone: 'Europe/Berlin' };

  it('without a schedule is a question kept under a name, listed, renamed and removed, free', async () => {
    const before = await caller.balance();
    const saved = await caller.post('/v1/me/trackers', question);
    expect(saved).toMatchObject({ status: 201, body: { ...question, status: 'unscheduled', next_at: null } });
    const path = `/v1/me/trackers/${saved.body.id}`;
    const renamed = await caller.patch(path, { name: '  Who is near us  ' });
    expect(renamed.body).toEqual({ ...saved.body, name: 'Who is near us' });
    expect((await caller.get('/v1/me/trackers')).body).toEqual([renamed.body]);
    expect(await caller.post(`${path}/run`, {})).toMatchObject({ status: 422 });
    expect(await caller.delete(path)).toMatchObject({ status: 200, body: { status: 'removed' } });
    expect((await caller.get('/v1/me/trackers')).body).toEqual([]);
    for (const gone of [
      await caller.patch(path, { name: 'Gone' }),
      await caller.get(path),
      await caller.delete(path),
    ])
      expect(gone.status).toBe(404);
    expect(await caller.balance()).toBe(before);
  });

  it('says its price, the most that a month can cost and when it asks, and is paused and ended, free', async () => {
    const before = await caller.balance();
    const { body } = await caller.post('/v1/me/trackers', { ...question, schedule, monthly_budget: 25 });
    expect(body).toMatchObject({
      status: 'active',
      schedule: { ...schedule, day: null },
      price: 5,
      most_a_month: 25,
      monthly_budget: 25,
      spent_this_month: 0,
      last: null,
    });
    const next = new Date(body.next_at);
    const berlin = next.toLocaleString('en', {
      timeZone: 'Europe/Berlin',
      weekday: 'long',
      hour: '2-digit',
      hour12: false,
    });
    expect([berlin, next.getTime() > Date.now()]).toEqual(['Monday, 08', true]);
    const path = `/v1/me/trackers/${body.id}`;
    expect((await caller.get(path)).body).toEqual(body);
    const paused = await caller.patch(path, { status: 'paused', monthly_budget: 10 });
    expect(paused.body).toMatchObject({
      status: 'paused',
      paused_because: 'owner',
      next_at: null,
      monthly_budget: 10,
    });
    const daily = { every: 'day', time_zone: 'UTC' };
    const going = await caller.patch(path, { schedule: daily, status: 'active', monthly_budget: 155 });
    expect(going.body).toMatchObject({
      status: 'active',
      most_a_month: 155,
      schedule: { every: 'day', weekday: null },
    });
    expect((await caller.patch(path, { schedule: null })).body).toMatchObject({
      status: 'unscheduled',
      price: null,
    });
    expect(await caller.balance()).toBe(before);
    await caller.delete(path);
  });

  it('is told that it will be asked when it is run, and has no history before', async () => {
    const terms = { schedule: { every: 'month' }, monthly_budget: 10 };
    const { body } = await caller.post('/v1/me/trackers', { ...question, ...terms });
    const path = `/v1/me/trackers/${body.id}`;
    expect((await caller.get(`${path}/history`)).body).toEqual([]);
    const run = await caller.post(`${path}/run`, {});
    expect(run).toMatchObject({ status: 201, body: { last: { outcome: 'waiting', reason: null } } });
    await caller.delete(path);
  });

  it.each([
    [{ schedule, monthly_budget: 4 }, '/monthly_budget', /at least 5/u],
    [{ schedule }, '/monthly_budget', /25 are enough/u],
    [{ schedule: { ...schedule, weekday: 'someday' }, monthly_budget: 25 }, '/schedule/weekday', /monday/u],
    [
      { schedule: { ...schedule, time_zone: 'Middle/Earth' }, monthly_budget: 25 },
      '/schedule/time_zone',
      /IANA/u,
    ],
    [{ schedule: { ...schedule, at: '25:00' }, monthly_budget: 25 }, '/schedule/at', /08:00/u],
    [
      { schedule: { every: 'day', weekday: 'monday' }, monthly_budget: 155 },
      '/schedule/weekday',
      /every: week/u,
    ],
    [{ args: { domain: 'not a domain' } }, '/args/domain', /domain/u],
    [{ tool: 'inspect_moon' }, '/tool', /inspect_domain/u],
  ])('is not made of what cannot be kept: %j', async (wrong, pointer, words) => {
    const refused = await caller.post('/v1/me/trackers', { ...question, ...wrong });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    expect(refused.body.errors[0].message).toMatch(words);
    expect((await caller.get('/v1/me/trackers')).body).toEqual([]);
  });

  it('belongs to its account alone', async () => {
    const { body } = await caller.post('/v1/me/trackers', question);
    const stranger = await service.openAccount(1);
    expect((await stranger.get('/v1/me/trackers')).body).toEqual([]);
    const path = `/v1/me/trackers/${body.id}`;
    for (const answer of [
      await stranger.get(path),
      await stranger.delete(path),
      await stranger.patch(path, { name: 'Mine' }),
      await stranger.post(`${path}/run`, {}),
      await stranger.get(`${path}/history`),
    ])
      expect(answer.status).toBe(404);
  });
});
