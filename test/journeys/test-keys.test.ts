import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import * as v from 'valibot';
import { testKeysPage } from '#functions/reference/error-guide.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { sampleRowsFile } from '#local/data/sample-database.ts';
import { testFaultNames } from '#shared/calls/play-fault.ts';
import { toolPath } from '#shared/contract/tool.ts';
import { sampleTable } from '#shared/facts/sample/sample-table.ts';
import { errorCatalog } from '#shared/platform/errors.ts';
import { type Caller, type RunningService, startService } from '#test/support/service/running-service.ts';

const tool = '/v1/tools/inspect_keyword';
const body = { keyword: 'hiking boots' };
const price = 2;
const playedErrors = ['insufficient_credits', 'rate_limited', 'upstream_unavailable'] as const;

let service: RunningService;
let owner: Caller;
let tester: Caller;
beforeAll(async () => {
  // As the install does: without the file the first call waits until the market is made.
  await sampleTable(await sampleRowsFile());
  service = await startService();
  owner = await service.openAccount(100, ['backlinks']);
  tester = await testKeyOf(owner);
});
afterAll(async () => {
  const { proven } = await service.operations.reconcile(undefined);
  await service.stop();
  expect(proven).toBe(true);
});

async function testKeyOf(maker: Caller): Promise<Caller> {
  const made = await maker.post('/v1/me/api-credentials', { name: 'CI', mode: 'test' });
  expect(made).toMatchObject({
    status: 201,
    body: { key: expect.stringMatching(/^or_test_/u), api_credential: { mode: 'test' } },
  });
  return service.callerWith(maker.accountId, made.body.key);
}

const play = (fault: string, headers: Record<string, string> = {}) =>
  tester.post(tool, body, { 'x-test-fault': fault, ...headers });

describe('a test key', () => {
  it.each(
    toolCatalog
      // One exports what another answered, the others are about sites that the account has connected.
      .filter(
        ({ name }) =>
          !['export_dataset', 'inspect_search_performance', 'explain_change', 'record_change'].some(
            (other) => other === name,
          ),
      )
      .map((each) => [each.name, each] as const),
  )('is answered by %s from the sample market, for no credits', async (_name, contract) => {
    const answer = await tester.post(toolPath(contract), contract.example);
    expect(answer.body).toMatchObject({
      usage: { mode: 'test', credits_charged: 0, would_have_cost: contract.credits, balance_after: 1_000 },
    });
    expect(answer.headers.get('x-credits-charged')).toBe('0');
    const codes = answer.body.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toContain('sample_data');
    expect(await owner.balance()).toBe(100);
  });

  it('records no change of a site, and says so', async () => {
    const { body } = await tester.post('/v1/tools/record_change', {
      ...{ site: 'shop.example', pages: ['/blog/*'], what: 'New titles' },
    });
    expect(body).toMatchObject({
      data: { change: null },
      coverage: { scope_note: 'A test key records nothing.' },
    });
    expect((await owner.get('/v1/me/sites/shop.example/changes')).body).toEqual([]);
  });

  it('reads the datasets of its own answers and none of live ones', async () => {
    const question = { domain: 'trailpeak.example' };
    const own = await tester.post('/v1/tools/inspect_domain', question);
    const live = await owner.post('/v1/tools/inspect_domain', question);
    const read = async ({ body: { resources } }: typeof own) =>
      (await tester.post('/v1/tools/export_dataset', { uri: resources[0].uri })).body.data.available;
    expect([await read(own), await read(live)]).toEqual([true, false]);
  });

  it('audits no site but those of the sample market', async () => {
    const refused = await tester.post('/v1/tools/audit_site', { domain: 'example.com' });
    expect(refused).toMatchObject({ status: 422, body: { code: 'unsafe_target', credits_charged: 0 } });
  });

  it('finds its own calls in the usage log, marked, and the balance of tests', async () => {
    expect((await tester.get('/v1/me/credits')).body).toEqual({ balance: 1_000 });
    const records: readonly { mode: string; credits_charged: number }[] = (await tester.get('/v1/me/usage'))
      .body;
    expect(records.length).toBeGreaterThan(10);
    expect(new Set(records.map(({ mode }) => mode))).toEqual(new Set(['test']));
    expect(new Set(records.map(({ credits_charged }) => credits_charged))).toEqual(new Set([0]));
  });

  it('reaches nothing else of the account', async () => {
    // Balance and calls of its own, and what anybody may ask without a credential.
    const open = ['get_credits', 'list_usage', 'get_call', 'get_capabilities', 'open_shared_answer'];
    for (const { name, methods, path, body: schema } of endpointCatalog.filter(
      ({ name }) => !open.includes(name),
    )) {
      const address = path.replace(/\{[a-z_]+\}/u, 'cred_01kbhs3x9mq6d8v0a2c4e6g8j0');
      const answer = await service.send(address, {
        method: methods[0] ?? 'GET',
        headers: { authorization: `Bearer ${tester.key}`, 'content-type': 'application/json' },
        ...(schema && { body: '{}' }),
      });
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'insufficient_scope']);
    }
  });

  it('uses up no calls of the account', async () => {
    const account = await service.openAccount(10);
    await service.operations.operator.setRates(account.accountId, { minute: 3, hour: 3, day: 3 });
    const key = await testKeyOf(account);
    for (let calls = 0; calls < 6; calls += 1) expect((await key.post(tool, body)).status).toBe(200);
    expect((await account.post(tool, body)).status).toBe(200);
  });

  it('is ended by the revocation of the key that made it', async () => {
    const account = await service.openAccount(10);
    const key = await testKeyOf(account);
    const list = (await account.get('/v1/me/api-credentials')).body;
    const parent = list.find(({ mode }: { mode: string }) => mode === 'live');
    await account.post(`/v1/me/api-credentials/${parent.id}/revoke`, {});
    expect((await key.post(tool, body)).status).toBe(401);
  });
});

describe('X-Test-Fault', () => {
  it('has a recipe for every fault, and names no other', () => {
    const { markdown } = testKeysPage(toolCatalog, 'https://api.oriel.example');
    const rows = [...markdown.matchAll(/^\| `(?<fault>[a-z_]+)` \|/gmu)].map(({ groups }) => groups?.fault);
    expect(rows).toEqual(testFaultNames);
  });

  it.each(playedErrors)('plays %s', async (code) => {
    const played = await play(code);
    const { status, retryable, title } = errorCatalog[code];
    expect(played).toMatchObject({
      status,
      body: {
        code,
        status,
        title,
        retryable,
        credits_charged: 0,
        request_id: expect.stringMatching(/^req_/u),
      },
    });
    expect(played.headers.get('content-type')).toBe('application/problem+json');
    expect(played.headers.get('retry-after')).toBe(retryable ? '1' : null);
    if (status === 402) expect(played.body.action_url).toMatch(/\/billing$/u);
  });

  it('plays an error once for an Idempotency-Key, so that the retry is answered', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect((await play('upstream_unavailable', key)).status).toBe(503);
    expect(await play('upstream_unavailable', key)).toMatchObject({
      status: 200,
      body: { usage: { mode: 'test' } },
    });
  });

  it('plays answer_lost: nothing arrives, and the repetition is the first answer again', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    expect(await play('answer_lost', key)).toMatchObject({ status: 504, text: '' });
    const again = await play('answer_lost', key);
    expect(again).toMatchObject({
      status: 200,
      body: { usage: { replayed: true, credits_charged: 0, would_have_cost: price } },
    });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('plays cut_stream: the first half arrives, and the repetition whole', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const cut = await play('cut_stream', key);
    expect([cut.status, cut.body]).toEqual([200, undefined]);
    const whole = await play('cut_stream', key);
    expect(whole.text.startsWith(cut.text.slice(0, 200))).toBe(true);
    expect(whole.body.usage.replayed).toBe(true);
  });

  it('plays slow: the usage log says that the answer took the seconds that were asked for', async () => {
    const { status, body: answer } = await play('slow=1');
    expect(status).toBe(200);
    const records: readonly { request_id: string; response_time_ms: number }[] = (
      await tester.get('/v1/me/usage')
    ).body;
    const record = records.find(({ request_id }) => request_id === answer.usage.request_id);
    expect(record?.response_time_ms).toBeGreaterThan(990);
  });

  it.each(['nonsense', 'not_found', 'slow=99', 'rate_limited=2', ''])(
    'is refused where it says %j',
    async (fault) => {
      expect(await play(fault)).toMatchObject({ status: 422, body: { code: 'validation_error' } });
    },
  );

  it('is refused for a live key, free of charge', async () => {
    const before = await owner.balance();
    expect(await owner.post(tool, body, { 'x-test-fault': 'rate_limited' })).toMatchObject({
      status: 422,
      body: { code: 'validation_error', detail: expect.stringContaining('or_test_'), credits_charged: 0 },
    });
    expect(await owner.balance()).toBe(before);
  });
});

describe.each(['auto', 'legacy'] as const)('oriel/test-fault over MCP, revision chosen by %s', (mode) => {
  let client: Client;
  beforeAll(async () => {
    client = new Client({ name: 'tester', version: '1' }, { versionNegotiation: { mode } });
    const headers = { authorization: `Bearer ${tester.key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { requestInit: { headers } }),
    );
  });
  afterAll(() => client.close());

  const call = (fault: string | undefined, keyword: string, key?: string, timeout = 60_000) =>
    client.callTool(
      {
        name: 'inspect_keyword',
        arguments: { keyword },
        _meta: {
          ...(fault !== undefined && { 'oriel/test-fault': fault }),
          ...(key !== undefined && { 'oriel/idempotency-key': key }),
        },
      },
      { timeout },
    );
  /** A caller that gave up may be back before its first call has ended. */
  const callAgain = async (keyword: string, key: string) => {
    for (;;) {
      const answer = await call(undefined, keyword, key);
      const { code } = v.parse(v.object({ code: v.optional(v.string()) }), answer.structuredContent);
      if (code !== 'request_in_progress') return answer;
      await pause(200);
    }
  };

  it.each(playedErrors)('plays %s as a tool error', async (code) => {
    expect(await call(code, 'hiking boots')).toMatchObject({
      isError: true,
      structuredContent: { code, credits_charged: 0 },
    });
  });

  it.each(['cut_stream', 'answer_lost'])(
    'plays %s, after which the same call is answered for nothing',
    async (fault) => {
      const keyword = fault === 'cut_stream' ? 'trail running shoes' : 'rain jacket';
      const key = crypto.randomUUID();
      await expect(call(fault, keyword, key, 5_000)).rejects.toThrow();
      expect(await callAgain(keyword, key)).toMatchObject({
        structuredContent: { usage: { mode: 'test', replayed: true, credits_charged: 0 } },
      });
    },
  );
});
