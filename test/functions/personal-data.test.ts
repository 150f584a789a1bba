import { globSync } from 'node:fs';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { newestCode } from '#test/dashboard/sign-in.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();

/** A browser that has signed in: what it sends goes with its cookie and origin. */
async function browserOf(email: string) {
  const post = (path: string, body: unknown, cookie = '') =>
    service.send(path, {
      method: 'POST',
      headers: { origin: service.baseUrl, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const sent = await post('/session/code', { email });
  const verified = await post('/session/verify', {
    sign_in_id: sent.body.sign_in_id,
    code: await newestCode(service.baseUrl, email),
  });
  const cookie = verified.headers
    .getSetCookie()
    .map((value) => value.split(';')[0])
    .join('; ');
  const accountId: string = verified.body.account_id;
  return { accountId, post: (path: string, body: unknown = {}) => post(path, body, cookie) };
}

describe('POST /session/account/download', () => {
  it('gives all that is kept, and no secret', async () => {
    const { post, accountId } = await browserOf('download@test.example');
    const { text, body, status } = await post('/session/account/download');
    expect(status).toBe(200);
    expect(body.account).toMatchObject({ id: accountId, email: 'download@test.example' });
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'api_credentials',
        'sessions',
        'connections',
        'orders',
        'ledger',
        'latest_calls',
      ]),
    );
    expect(text).not.toMatch(/hash|secret|fingerprint|public_key/iu);
    // Members and moments are written as on every other answer.
    expect(text).not.toMatch(/"\w*[A-Z]\w*":/u);
    expect(body.sessions[0].expires_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/u);
  });
});

const figures = 'query,page,date,clicks,impressions,position\ntea,https://own.example/tea,2026-08-01,1,9,3\n';

/** Uploads figures of an own site, and imports them or leaves the file where it is. */
async function bringFigures(token: string, isStarted: boolean): Promise<void> {
  const caller = service.callerWith('', token);
  const files = [{ name: 'figures.csv', bytes: figures.length }];
  const { upload, addresses } = (await caller.post('/v1/me/uploads', { files })).body;
  expect((await fetch(addresses[0].url, { method: 'PUT', body: figures })).status).toBe(200);
  if (!isStarted) return;
  await caller.post(`/v1/me/uploads/${upload.id}/start`, {});
  for (let status = 'queued'; status !== 'done'; )
    status = (await caller.get(`/v1/me/uploads/${upload.id}`)).body.status;
}

describe('what a person has brought of an own site', () => {
  it('is in the download, and goes with the account: figures, reports and files', async () => {
    const { post, accountId } = await browserOf('bringer@test.example');
    const { token } = (await post('/session/token')).body;
    await bringFigures(token, true);
    const change = { pages: ['/tea'], what: 'Another title' };
    const caller = service.callerWith(accountId, token);
    expect((await caller.post('/v1/me/sites/own.example/changes', change)).status).toBe(201);
    await bringFigures(token, false);
    const { own_data: own, site_changes: changes } = (await post('/session/account/download')).body;
    expect(changes).toMatchObject([{ site: 'own.example', ...change }]);
    expect(own.imports).toMatchObject([{ file: 'figures.csv', rows: 1, reports: [{ taken: 1 }] }]);
    expect(own.figures).toMatchObject([
      {
        site: 'own.example',
        days: [{ clicks: 1 }],
        query_rows: [{ query: 'tea', clicks: 1, impressions: 9 }],
        page_rows: [{ url: 'https://own.example/tea', clicks: 1 }],
      },
    ]);
    const other = await browserOf('neighbour@test.example');
    const { body: others, text } = await other.post('/session/account/download');
    expect(others.own_data).toEqual({ imports: [], figures: [] });
    for (const mark of [accountId, 'own.example', 'figures.csv']) expect(text).not.toContain(mark);
    const left = async () => {
      const files = globSync(`${service.folder}/objects/uploads/${accountId}/**/0`);
      const { documents, tables } = service.database;
      const items = await readAll(createIndexTable({ documents, table: tables.index }), `O#${accountId}`);
      return { files: files.length, items: items.length };
    };
    expect(await left()).toEqual({ files: 1, items: expect.any(Number) });
    expect((await post('/session/account/delete', { email: 'bringer@test.example' })).status).toBe(200);
    expect(await left()).toEqual({ files: 0, items: 0 });
  });
});

describe('POST /session/account/delete', () => {
  it('deletes nothing where the address is not the own one', async () => {
    const { post } = await browserOf('careful@test.example');
    expect((await post('/session/account/delete', { email: 'other@test.example' })).status).toBe(422);
    expect((await post('/session/token')).status).toBe(200);
  });

  it('ends keys and sessions at once and frees the address for a new account', async () => {
    const { post, accountId } = await browserOf('leaver@test.example');
    const { token } = (await post('/session/token')).body;
    const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const created = await service.send('/v1/me/api-credentials', {
      method: 'POST',
      headers: bearer,
      body: JSON.stringify({ name: 'Left behind' }),
    });
    const withKey = { headers: { authorization: `Bearer ${created.body.key}` } };
    expect((await service.send('/v1/me/credits', withKey)).status).toBe(200);

    expect((await post('/session/account/delete', { email: ' Leaver@test.example ' })).status).toBe(200);

    expect((await service.send('/v1/me/credits', withKey)).status).toBe(401);
    expect((await service.send('/v1/me/credits', { headers: bearer })).status).toBe(401);
    expect((await post('/session/token')).status).toBe(401);
    expect((await browserOf('leaver@test.example')).accountId).not.toBe(accountId);
  });
});

describe('answers that were paid for', () => {
  it('are named in the download, and go with the account, as does what was asked', async () => {
    const { post, accountId } = await browserOf('asker@test.example');
    await service.operations.operator.grant(accountId, 10, 'to ask with');
    const { token } = (await post('/session/token')).body;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = await service.send('/v1/tools/inspect_domain', {
      method: 'POST',
      headers,
      body: JSON.stringify({ domain: 'trailpeak.example' }),
    });
    const { documents, tables } = service.database;
    const recent = createRecentAnswers({ documents, tables, clock: Date.now });
    const kept = () => recent.ids(accountId);
    expect(await kept()).toEqual([asked.body.usage.request_id]);
    const left = async () => {
      const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.facts }));
      return Items.filter(({ pk }) => String(pk).endsWith(accountId)).map(
        ({ pk }) => String(pk).split('#')[0],
      );
    };
    expect(new Set(await left())).toEqual(new Set(['seen', 'dataset']));
    // A list that was exported as a file.
    const [{ uri }] = asked.body.resources;
    const exported = { method: 'POST', headers, body: JSON.stringify({ uri, format: 'csv' }) };
    expect((await service.send('/v1/tools/export_dataset', exported)).status).toBe(200);
    const files = () => globSync(`${service.folder}/**/datasets/${accountId}/*`).length;
    expect(files()).toBeGreaterThan(0);
    const { body: data } = await post('/session/account/download');
    expect(data.answers_kept).toEqual([asked.body.usage.request_id]);
    expect(data.latest_calls.filter(isAsked)).toHaveLength(1);

    expect((await post('/session/account/delete', { email: 'asker@test.example' })).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect(files()).toBe(0);
    expect(await left()).toEqual([]);
    const records: unknown[] = [];
    const log = createUsageLog(service.database);
    for await (const record of log.records({ accountId })) records.push(record);
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain('trailpeak.example');
  });
});

function isAsked(call: { readonly arguments: string | null }): boolean {
  return call.arguments?.includes('trailpeak.example') ?? false;
}

describe('what a person keeps in the workspace', () => {
  it('is in the download, and goes with the account: links open nothing, names are gone', async () => {
    const { post, accountId } = await browserOf('keeper@test.example');
    await service.operations.operator.grant(accountId, 10, 'to ask with');
    const { token } = (await post('/session/token')).body;
    const caller = service.callerWith(accountId, token);
    const question = { name: 'Rivals', tool: 'inspect_domain', args: { domain: 'trailpeak.example' } };
    await caller.post('/v1/me/trackers', question);
    const asked = await caller.post('/v1/tools/inspect_domain', question.args);
    const { request_id: requestId } = asked.body.usage;
    const { url } = (await caller.post(`/v1/me/answers/${requestId}/shares`, {})).body;
    const open = () =>
      service.send('/v1/shared-answers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
      });
    expect((await open()).status).toBe(200);
    const { documents, tables } = service.database;
    const keywords = ['tea', 'mate', 'cocoa'].map((keyword) => ({ keyword }));
    const watched = { kind: 'rank', name: 'Ranks', site: 'trailpeak.example', keywords };
    const { id: trackerId } = (await caller.post('/v1/me/trackers', watched)).body;
    const ranks = createRankHistory({ documents, name: tables.identity, clock: Date.now });
    const plain = {
      depth: 10,
      aiOverview: 'cited',
      volume: 10,
      url: null,
      features: null,
      rivals: {},
    } as const;
    const cells = new Map([
      [0, { ...plain, position: 7 }],
      [2, { ...plain, position: null }],
    ]);
    await ranks.keep({ accountId, trackerId }, { market: 0, day: '2026-11-20', cells }, () => ({}));
    const { body: data, text } = await post('/session/account/download');
    expect(data).toMatchObject({ shares: [{ request_id: requestId }] });
    expect(data.trackers).toContainEqual(expect.objectContaining(question));
    expect(data.ranks).toMatchObject([
      {
        tracker_id: trackerId,
        keywords,
        markets: [{ device: 'desktop', complete: true, days: [{ day: '2026-11-20', places: [7, null, 0] }] }],
      },
    ]);
    expect(text).not.toContain(new URL(url).hash.slice(1));
    expect((await post('/session/account/delete', { email: 'keeper@test.example' })).status).toBe(200);
    expect((await open()).status).toBe(404);
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.identity }));
    const own = Items.filter(({ pk }) => pk === `account#${accountId}`).map(({ sk }) => String(sk));
    expect(own.filter((sk) => /^(?:share|question|event|destination|rule)/u.test(sk))).toEqual([]);
    expect(Items.filter(({ pk }) => String(pk).startsWith(`ranks#${accountId}#`))).toEqual([]);
  });
});

describe('the billing routes', () => {
  it.each(['statement', 'checkout', 'confirm', 'alert'])(
    'refuse %s without a session, and from another site',
    async (name) => {
      const send = (headers: Record<string, string>) =>
        service.send(`/session/billing/${name}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        });
      expect((await send({ origin: service.baseUrl })).status).toBe(401);
      expect((await send({ origin: 'https://evil.example' })).status).toBe(403);
      expect((await send({})).status).toBe(403);
    },
  );

  it('take no key: only a person can buy', async () => {
    const caller = await service.openAccount(10);
    const refused = await caller.post(
      '/session/billing/checkout',
      { quantity: 1 },
      { origin: service.baseUrl },
    );
    expect(refused.status).toBe(401);
    expect((await caller.post('/v1/checkout', { quantity: 1 })).status).toBe(404);
  });

  it('answer wrong bodies with 422', async () => {
    const { post } = await browserOf('bodies@test.example');
    for (const body of [
      {},
      { quantity: 0 },
      { quantity: 1.5 },
      { quantity: 'many' },
      { quantity: 1e9 },
      null,
    ])
      expect((await post('/session/billing/checkout', body)).status).toBe(422);
    expect((await post('/session/billing/alert', { threshold: 7 })).status).toBe(422);
    expect((await post('/session/billing/confirm', { order_id: 'order_x' })).status).toBe(404);
  });

  it('keep the chosen mark of the low-balance mail', async () => {
    const { post } = await browserOf('marks@test.example');
    expect((await post('/session/billing/statement')).body.low_balance_alert.threshold).toBe(100);
    await post('/session/billing/alert', { threshold: null });
    expect((await post('/session/billing/statement')).body.low_balance_alert.threshold).toBeNull();
  });
});

describe('POST /webhooks/embedded', () => {
  it.each(['', '{}', 'not json', '[]'])('answers the unsigned body %p with 401', async (body) => {
    const refused = await service.send('/webhooks/embedded', { method: 'POST', body });
    expect(refused.status).toBe(401);
    expect(refused.body.code).toBe('invalid_credentials');
  });

  it('refuses a body beyond 256 KiB unread', async () => {
    const refused = await service.send('/webhooks/embedded', { method: 'POST', body: 'x'.repeat(300_000) });
    expect(refused.status).toBe(413);
  });
});
