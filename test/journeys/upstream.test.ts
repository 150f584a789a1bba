import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tableNames } from '#local/create-tables.ts';
import type { Provenance } from '#shared/contract/envelope.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import {
  type Answer,
  type Caller,
  type RunningService,
  startService,
} from '#test/support/running-service.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { startUpstream, type UpstreamServer } from '#test/support/upstream/server.ts';
import { type ToolRequest, toolRequests, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/** The whole service as `npm start` runs it, with the test server for its provider. */
let service: RunningService;
let upstream: UpstreamServer;
let documents: DynamoDBDocumentClient;

beforeAll(async () => {
  upstream = await startUpstream();
  service = await startService({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  });
  const { endpoint } = JSON.parse(await readFile(join(service.folder, 'database.json'), 'utf8'));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  documents = createDocuments({ endpoint, region: 'local', credentials });
});
afterAll(async () => {
  // Whatever the provider did, every credit is accounted for.
  const { proven } = await service.operations.reconcile(undefined);
  documents.destroy();
  await service.stop();
  await upstream.stop();
  expect(proven).toBe(true);
});
beforeEach(async () => {
  upstream.fail(undefined);
  upstream.forget();
  // Else the failures of one test would close the way for the next.
  const Key = { pk: 'upstream#dataforseo', sk: 'gate' };
  await documents.send(new DeleteCommand({ TableName: tableNames().facts, Key }));
});

/** A call, and what its usage record says about it. */
async function call(caller: Caller, { tool, body }: ToolRequest) {
  const answer = await caller.post(`/v1/tools/${tool}`, body);
  const record = (await caller.get('/v1/me/usage?limit=1')).body[0];
  return { answer, record };
}

function expectRefusal({ tool }: ToolRequest, answer: Answer, status: number, code: string): void {
  expect({ tool, status: answer.status, code: answer.body.code }).toEqual({ tool, status, code });
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  if (status === 503) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.text).not.toMatch(/dataforseo/iu);
  expect(answer.text).not.toContain(upstream.baseUrl);
}

const usd = (microUsd: number) => microUsd / 1e6;
const endpoints = () => upstream.requests.map(({ endpoint }) => endpoint).toSorted();

describe.each(Object.entries(toolRequests))('%s through the live provider', (_name, request) => {
  it('answers, charges its price, and records what the provider charged', async () => {
    const caller = await service.openAccount(100, ['backlinks']);
    const { answer, record } = await call(caller, request);
    expect(answer.status).toBe(200);
    expect(endpoints()).toEqual(request.endpoints);
    expect(answer.body.usage).toMatchObject({ credits_charged: request.credits, cache_hit: false });
    expect(await caller.balance()).toBe(100 - request.credits);
    expect(upstream.statedMicroUsd).toBeGreaterThan(0);
    expect(record).toMatchObject({
      upstream_cost_usd: usd(upstream.statedMicroUsd),
      credits_charged: request.credits,
      status_code: 200,
      cache_hit: false,
    });
    const classes = answer.body.facts.map(
      ({ provenance }: { provenance: Provenance }) => provenance.source_class,
    );
    // What an AI overview says is told apart from what was observed beside it.
    expect([...new Set(classes)].filter((name) => name !== 'ai_answer')).toEqual([request.sourceClass]);
    for (const { provenance } of answer.body.facts) expect(provenance.cache_hit).toBe(false);
    expect(answer.text).not.toMatch(/dataforseo|upstream_cost/iu);
  });

  it('gives another account the same facts from the cache, at the same price and no cost', async () => {
    const caller = await service.openAccount(100, ['backlinks']);
    const { answer, record } = await call(caller, request);
    expect(answer.status).toBe(200);
    expect(endpoints()).toEqual([]);
    expect(answer.body.usage).toMatchObject({ credits_charged: request.credits, cache_hit: true });
    expect(record).toMatchObject({ upstream_cost_usd: 0, cache_hit: true });
    for (const { provenance } of answer.body.facts) expect(provenance.cache_hit).toBe(true);
  });
});

describe('ten calls of ten accounts with the same question at the same time', () => {
  it('cost one upstream request, and each its price', async () => {
    const callers = await Promise.all(Array.from({ length: 10 }, () => service.openAccount(10)));
    const body = { query: 'ten at once' };
    const answers = await Promise.all(callers.map((caller) => caller.post('/v1/tools/inspect_serp', body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(upstream.requests).toHaveLength(1);
    expect(answers.filter(({ body: { usage } }) => !usage.cache_hit)).toHaveLength(1);
    const balances = await Promise.all(callers.map((caller) => caller.balance()));
    expect(balances).toEqual(Array(10).fill(8));
    const records = await Promise.all(callers.map((caller) => caller.get('/v1/me/usage?tool=inspect_serp')));
    const costs = records.map(({ body: [record] }) => record.upstream_cost_usd).toSorted();
    expect(costs).toEqual([...Array(9).fill(0), usd(upstream.statedMicroUsd)]);
  });
});

/** What a caller meets. Slow and dripping answers run into deadlines and are tried at the adapter. */
const refusals: Readonly<Partial<Record<FaultName, readonly [status: number, code: string]>>> = {
  reset: [502, 'upstream_error'],
  http_401: [503, 'upstream_unavailable'],
  http_402: [503, 'upstream_quota'],
  search_engine_error: [502, 'upstream_error'],
  invalid_location: [422, 'unknown_location'],
  insufficient_funds: [503, 'upstream_quota'],
  internal_error: [502, 'upstream_error'],
  task_timeout: [504, 'upstream_timeout'],
  not_json: [502, 'upstream_error'],
  partial_failure: [502, 'upstream_error'],
  no_tasks: [502, 'upstream_error'],
};
/** Refusals that are tried again after a pause, so that the tools are asked side by side. */
const busy: readonly FaultName[] = ['http_429', 'rate_limited', 'too_many_at_once'];
const answered: readonly FaultName[] = ['no_results', 'nulls_everywhere', 'wrong_types'];

describe.each(Object.entries(refusals))('a provider with the fault %s', (fault, [status, code]) => {
  it(`makes every tool answer ${status} ${code}, free of charge, with its cost recorded`, async () => {
    const caller = await service.openAccount(100, ['backlinks']);
    for (const request of Object.values(unaskedRequests(fault.replaceAll('_', '-')))) {
      upstream.forget();
      upstream.fail(() => fault as FaultName);
      const Key = { pk: 'upstream#dataforseo', sk: 'gate' };
      await documents.send(new DeleteCommand({ TableName: tableNames().facts, Key }));
      const { answer, record } = await call(caller, request);
      expectRefusal(request, answer, status, code);
      expect(record).toMatchObject({
        credits_charged: 0,
        error_type: code,
        upstream_cost_usd: usd(upstream.statedMicroUsd),
      });
    }
    expect(await caller.balance()).toBe(100);
  });
});

describe.each(busy)('a provider that is busy with %s', (fault) => {
  it('makes every tool answer 503 with Retry-After, after a second try, free of charge', async () => {
    const caller = await service.openAccount(100, ['backlinks']);
    upstream.fail(() => fault);
    const requests = Object.values(unaskedRequests(fault.replaceAll('_', '-')));
    const answers = await Promise.all(requests.map((request) => call(caller, request)));
    for (const [at, { answer }] of answers.entries())
      expectRefusal(requests[at] as ToolRequest, answer, 503, 'upstream_unavailable');
    const asked = requests
      .flatMap(({ endpoints }) => endpoints)
      .filter((name) => name !== 'keyword_overview');
    expect(upstream.requests.length).toBeGreaterThanOrEqual(asked.length);
    expect(await caller.balance()).toBe(100);
  });
});

describe.each(answered)('a provider that answers %s', (fault) => {
  it('makes every tool say honestly that nothing is known', async () => {
    const caller = await service.openAccount(100, ['backlinks']);
    upstream.fail(() => fault);
    for (const request of Object.values(unaskedRequests(fault.replaceAll('_', '-')))) {
      upstream.forget();
      const { answer, record } = await call(caller, request);
      expect({ tool: request.tool, status: answer.status }).toEqual({ tool: request.tool, status: 200 });
      expect(record).toMatchObject({
        credits_charged: request.credits,
        upstream_cost_usd: usd(upstream.statedMicroUsd),
      });
    }
  });
});
