import { gzipSync } from 'node:zlib';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const tool = '/v1/tools/inspect_domain';
const body = { domain: 'trailpeak.example' };

describe('errors', () => {
  let caller: Caller;

  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(100);
  });

  const problem = (code: string, status: number) => ({
    status,
    body: expect.objectContaining({
      code,
      status,
      type: `${service.baseUrl}/docs/errors#${code}`,
      title: expect.any(String),
      detail: expect.any(String),
      instance: expect.any(String),
      retryable: expect.any(Boolean),
      request_id: expect.stringMatching(/^req_/u),
      credits_charged: 0,
      errors: expect.any(Array),
    }),
  });

  async function expectProblem(answer: Awaited<ReturnType<Caller['get']>>, code: string, status: number) {
    expect(answer).toMatchObject(problem(code, status));
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('x-request-id')).toBe(answer.body.request_id);
    expect(answer.text).not.toMatch(/dynamo|dynoxide|node_modules|at .*\.ts|stack/iu);
  }

  it.each([
    ['an array', '[1]', 'validation_error', 422],
    ['null', 'null', 'validation_error', 422],
    ['a number', '5', 'validation_error', 422],
    ['a text', '"x"', 'validation_error', 422],
    ['nothing', '', 'validation_error', 422],
    ['an empty object', '{}', 'validation_error', 422],
    ['a wrong type', '{"domain":5}', 'validation_error', 422],
    ['a null field', '{"domain":null}', 'validation_error', 422],
    ['an address', '{"domain":"127.0.0.1"}', 'validation_error', 422],
    ['localhost', '{"domain":"localhost"}', 'validation_error', 422],
    ['broken JSON', '{"domain":', 'invalid_json', 400],
    ['two values', '{} {}', 'invalid_json', 400],
    ['a forbidden key', '{"__proto__":{"x":1},"domain":"a.example"}', 'invalid_json', 400],
    ['deep nesting', `{"domain":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'invalid_json', 400],
    ['an unknown location', '{"domain":"a.example","location":"Atlantis"}', 'unknown_location', 422],
    ['an unknown language', '{"domain":"a.example","language":"Klingon"}', 'unknown_language', 422],
    [
      'a body over 64 KiB',
      JSON.stringify({ domain: 'a.example', x: 'y'.repeat(70_000) }),
      'body_too_large',
      413,
    ],
    [
      'a body over 1 MiB',
      JSON.stringify({ domain: 'a.example', x: 'y'.repeat(1_200_000) }),
      'body_too_large',
      413,
    ],
  ])('answers %s as a body by name', async (_name, text, code, status) => {
    const before = await caller.balance();
    const answer = await caller.post(tool, text);
    await expectProblem(answer, code, status);
    expect(answer.text.length).toBeLessThan(8_000);
    expect(await caller.balance()).toBe(before);
  });

  it('takes null for leaving a field out, where it may be left out', async () => {
    const unset = { seed: 'running shoes', limit: null, min_volume: null, intent: null, location: null };
    const left = await caller.post('/v1/tools/research_keywords', { seed: 'running shoes' });
    const answer = await caller.post('/v1/tools/research_keywords', unset);
    expect(answer).toMatchObject({
      status: 200,
      body: { data: left.body.data, warnings: left.body.warnings },
    });
  });

  it('takes half a character, which JSON can spell, for an unreadable one', async () => {
    const answer = await caller.post('/v1/tools/inspect_keyword', '{"keyword":"run \\ud800"}');
    expect(answer).toMatchObject({ status: 200, body: { data: { keyword: 'run \ufffd' } } });
  });

  it('counts the characters of a keyword as JSON Schema does', async () => {
    const path = '/v1/tools/inspect_keyword';
    expect((await caller.post(path, { keyword: '😀'.repeat(200) })).status).toBe(200);
    const answer = await caller.post(path, { keyword: '😀'.repeat(201) });
    expect(answer.body).toMatchObject({
      detail: 'keyword: Send at most 200 characters; 201 were sent. Nothing was charged.',
      errors: [{ pointer: '/keyword', type: 'max_length' }],
    });
  });

  it('points at each fault of a body', async () => {
    const { body: refused } = await caller.post('/v1/tools/research_keywords', {
      limit: 'many',
      mode: 'guess',
    });
    expect(refused.errors.map((fault: { pointer: string }) => fault.pointer).toSorted()).toEqual([
      '/limit',
      '/mode',
      '/seed',
    ]);
  });

  it('says in plain words what to send instead', async () => {
    const { body: refused } = await caller.post('/v1/tools/research_keywords', { seed: 'x', limit: 0 });
    expect(refused.detail).toBe('limit: Send 1 or more; 0 was sent. Nothing was charged.');
  });

  it('answers calls whose headers bear names that every object has', async () => {
    const { status } = await caller.post(tool, body, { constructor: 'x' });
    expect(status).toBe(200);
  });

  it('never repeats more than 100 characters of what was sent', async () => {
    const { text } = await caller.post('/v1/tools/research_keywords', { seed: 'x', mode: 'A'.repeat(5_000) });
    expect(text).not.toContain('A'.repeat(101));
  });

  it('refuses bytes that are not UTF-8', async () => {
    await expectProblem(
      await caller.post(tool, new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])),
      'invalid_json',
      400,
    );
  });

  it('refuses another media type', async () => {
    const answer = await caller.post(tool, 'domain=a.example', { 'content-type': 'text/plain' });
    await expectProblem(answer, 'unsupported_media_type', 415);
  });

  it('refuses a compressed body, and says so', async () => {
    const answer = await caller.post(tool, gzipSync(JSON.stringify(body)), { 'content-encoding': 'gzip' });
    await expectProblem(answer, 'unsupported_media_type', 415);
    expect(answer.body.detail).toContain('without Content-Encoding');
  });

  it('asks for a credential, and says where an agent signs in', async () => {
    const answer = await service.send(tool, { method: 'POST', body: JSON.stringify(body) });
    await expectProblem(answer, 'missing_credentials', 401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="oriel", resource_metadata=/u);
  });

  it('answers a mistyped, an unknown, an expired and a revoked key alike', async () => {
    const revoked = await caller.post('/v1/me/api-credentials', { name: 'short-lived' });
    await caller.post(`/v1/me/api-credentials/${revoked.body.api_credential.id}/revoke`, {});
    const keys = [
      'or_short',
      `or_${'a'.repeat(42)}`,
      `${caller.key.slice(0, -1)}${caller.key.endsWith('x') ? 'y' : 'x'}`,
      revoked.body.key,
    ];
    const answers = await Promise.all(keys.map((key) => service.callerWith('', key).post(tool, body)));
    const shapes = answers.map((answer) => {
      const { request_id: _, ...rest } = answer.body;
      return rest;
    });
    for (const answer of answers) {
      await expectProblem(answer, 'invalid_credentials', 401);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  });

  it('refuses two different credentials in one request', async () => {
    const answer = await caller.post(tool, body, { 'x-api-key': 'or_another' });
    await expectProblem(answer, 'ambiguous_credentials', 400);
  });

  it('takes the same key in both headers, and the scheme in any case', async () => {
    const headers = { 'x-api-key': caller.key, authorization: `bEARER ${caller.key}` };
    expect((await caller.post(tool, body, headers)).status).toBe(200);
  });

  it('says what is missing when the credits do not suffice', async () => {
    const poor = await service.openAccount(2);
    const answer = await poor.post(tool, body);
    await expectProblem(answer, 'insufficient_credits', 402);
    expect(answer.body).toMatchObject({
      credits_required: 3,
      balance: 2,
      action_url: expect.stringContaining('/billing'),
    });
    expect(await poor.balance()).toBe(2);
  });

  it('stops a key at its own spend limit while the account goes on', async () => {
    const rich = await service.openAccount(100);
    const { body: made } = await rich.post('/v1/me/api-credentials', { name: 'capped', spend_limit: 4 });
    const capped = service.callerWith(rich.accountId, made.key);
    expect((await capped.post(tool, body)).status).toBe(200);
    await expectProblem(await capped.post(tool, body), 'spend_limit_reached', 402);
    expect((await rich.post(tool, body)).status).toBe(200);
  });

  it('keeps a key to its tools', async () => {
    const { body: made } = await caller.post('/v1/me/api-credentials', {
      name: 'one tool',
      tools: ['inspect_keyword'],
    });
    const narrow = service.callerWith(caller.accountId, made.key);
    await expectProblem(await narrow.post(tool, body), 'tool_not_enabled', 403);
  });

  it('refuses a suspended account from the next call on, and takes it back', async () => {
    const other = await service.openAccount(10);
    await service.operations.operator.setStatus(other.accountId, 'suspended');
    await expectProblem(await other.post(tool, body), 'account_suspended', 403);
    await service.operations.operator.setStatus(other.accountId, 'active');
    expect((await other.post(tool, body)).status).toBe(200);
  });

  it('names the methods of a path that takes another one', async () => {
    const answer = await caller.get(tool);
    await expectProblem(answer, 'method_not_allowed', 405);
    expect(answer.headers.get('allow')).toBe('POST');
  });

  it.each([
    '/v1',
    '/v1/tools/no_such_tool',
    '/v1/me',
    '/v2/tools/inspect_domain',
    '/v1/tools/inspect_domain/',
  ])('has nothing at %s', async (path) => expectProblem(await caller.post(path, body), 'not_found', 404));

  it('limits the calls of a minute and says when to come back', async () => {
    const other = await service.openAccount(100);
    await service.operations.operator.setRates(other.accountId, { minute: 2, hour: 100, day: 100 });
    const answers = [];
    // The minute may turn while the calls run, so that two more pass.
    for (let call = 0; call < 7; call += 1) answers.push(await other.post(tool, body));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    for (const answer of refused) {
      await expectProblem(answer, 'rate_limited', 429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('x-ratelimit-remaining')).toBe('0');
    }
  });

  it('logs every authenticated refusal with its error and no charge', async () => {
    const other = await service.openAccount(1);
    await other.post(tool, body);
    await other.post(tool, '{');
    const { body: usage } = await other.get('/v1/me/usage');
    // Refusals of one minute begin with it, so that their order is open.
    expect(usage.map((row: { error_type: string }) => row.error_type).toSorted()).toEqual([
      'insufficient_credits',
      'invalid_json',
    ]);
    for (const row of usage)
      expect(row).toMatchObject({ credits_charged: 0, error_message: expect.any(String) });
  });
});
