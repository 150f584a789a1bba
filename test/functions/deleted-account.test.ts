import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { createFiles } from '#shared/platform/object-store/file-object-store.ts';
import { softwareAuthenticator } from '#test/support/identity/software-authenticator.ts';
import { type PersonsBrowser, peopleOf } from '#test/support/service/people.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';
import { keptTexts } from '#test/support/stores/kept-texts.ts';

/** In every name, address, question and file that the person gives. */
const mark = 'quillmoor';
const domain = `${mark}.example`;
const figures = `query,page,date,clicks,impressions,position\n${mark} tea,https://${domain}/tea,2026-08-01,1,9,3\n`;

const service = testService();

/** Where anything stands that has the word in it: tables and folders of objects, each once. */
async function places(): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const { where, text } of keptTexts(service)) {
    const [store = '', partition = ''] = where.replace(/acct_[0-9a-z]{26}/u, 'account').split(/[ /#]/u);
    if (text.includes(mark) || where.includes(mark)) found.add(`${store}/${partition}`);
  }
  return [...found].toSorted();
}

async function upload(caller: Caller, isStarted: boolean): Promise<string> {
  const files = [{ name: `${mark}.csv`, bytes: figures.length }];
  const { upload: begun, addresses } = (await caller.post('/v1/me/uploads', { files, domain })).body;
  expect((await fetch(addresses[0].url, { method: 'PUT', body: figures })).status).toBe(200);
  if (!isStarted) return addresses[0].url;
  await caller.post(`/v1/me/uploads/${begun.id}/start`, {});
  for (let status = 'queued'; status !== 'done'; await sleep(20))
    status = (await caller.get(`/v1/me/uploads/${begun.id}`)).body.status;
  return addresses[0].url;
}

const question = { domain, competitors: [`rival-of-${domain}`] };

/** Asks with the word in every way that a call can be kept: named by a key, over MCP, in a run, refused. */
async function ask(caller: Caller): Promise<void> {
  const { accountId, key } = caller;
  expect(accountId).toMatch(/^acct_/u);
  const run = { 'x-run-id': `run-${mark}`, 'x-run-budget': '90' };
  const named = { 'idempotency-key': `${mark}-1`, ...run };
  expect((await caller.post('/v1/tools/inspect_domain', { domain }, named)).status).toBe(200);
  await caller.post('/v1/tools/research_keywords', { seed: mark, mode: 'ideas' });
  await caller.post('/v1/tools/compare_keyword_coverage', question);
  await caller.post('/v1/tools/inspect_domain', { domain: `${mark} is none` });
  await caller.post('/v1/tools/inspect_domain', { domain, [mark]: 1 });
  await caller.get(`/v1/me/sites/${domain}`);
  const change = { pages: [`/${mark}/*`], what: `${mark} titles` };
  expect((await caller.post('/v1/tools/record_change', { site: domain, ...change })).status).toBe(200);
  const client = new Client({ name: mark, version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { requestInit }));
  await client.callTool({ name: 'inspect_keyword', arguments: { keyword: `${mark} tea` } });
  await client.close();
}

async function makeKeys(person: PersonsBrowser): Promise<{ live: Caller; test: Caller }> {
  const make = async (more: object) => {
    const made = await person.ask('POST', '/v1/me/api-credentials', { name: `${mark} key`, ...more });
    expect(made.status).toBe(201);
    return made.body;
  };
  const [live, test, revoked] = [await make({}), await make({ mode: 'test' }), await make({})];
  const { id } = revoked.api_credential;
  expect((await person.ask('POST', `/v1/me/api-credentials/${id}/revoke`, {})).status).toBe(200);
  return {
    live: service.callerWith(person.accountId, live.key),
    test: service.callerWith(person.accountId, test.key),
  };
}

async function keepInWorkspace(person: PersonsBrowser, caller: Caller): Promise<void> {
  const tracked = { name: `${mark} weekly`, tool: 'inspect_domain', args: { domain } };
  const terms = { schedule: { every: 'week' }, monthly_budget: 30 };
  expect((await person.ask('POST', '/v1/me/trackers', { ...tracked, ...terms })).status).toBe(201);
  const asked = await caller.post('/v1/tools/inspect_domain', { domain });
  await caller.post(`/v1/me/answers/${asked.body.usage.request_id}/shares`, {});
  const exported = { uri: asked.body.resources?.[0]?.uri, format: 'csv' };
  await caller.post('/v1/tools/export_dataset', exported);
}

async function fillAccount(person: PersonsBrowser): Promise<void> {
  const { post } = person;
  expect((await post('/session/members/invite', { email: `guest@${domain}`, role: 'member' })).status).toBe(
    200,
  );
  const details = { company: `${mark} Ltd`, address: `1 ${mark} Road`, tax_number: mark, order_number: mark };
  expect((await post('/session/billing/details', details)).status).toBe(200);
  expect((await post('/session/billing/alert', { threshold: 500 })).status).toBe(200);
  const device = softwareAuthenticator();
  const { challenge, user } = (await post('/session/passkey/register/options')).body;
  const { origin, hostname: rpId } = new URL(service.baseUrl);
  const response = device.register({ challenge, origin, rpId }, user.id);
  expect((await post('/session/passkey/register', { name: `${mark} phone`, response })).status).toBe(200);
}

describe('an account whose every name, question and file has one word in it', () => {
  let before: readonly string[] = [];
  let after: readonly string[] = [];
  let address = '';
  let accountId = '';

  beforeAll(async () => {
    const email = `owner@${domain}`;
    const person = await peopleOf(service).browserOf(email);
    accountId = person.accountId;
    await service.operations.operator.grant(accountId, 1_000, 'to ask with');
    await fillAccount(person);
    const { live, test } = await makeKeys(person);
    for (const caller of [live, test]) await ask(caller);
    await upload(live, true);
    await keepInWorkspace(person, live);
    address = await upload(live, false);
    const { documents, tables } = service.database;
    const objects = createFiles(join(service.folder, 'objects'));
    const archive = createAnswerArchive({ documents, tables, objects, clock: Date.now });
    await archive.pack(accountId, { from: 'req_', to: 'req_~' });
    before = await places();
    expect((await person.post('/session/account/delete', { email })).status).toBe(200);
    after = await places();
  });

  it('keeps the word in every table and store that its features write to', () => {
    expect(before).toEqual([
      'answers/account',
      'datasets/account',
      'oriel-accounts/account',
      'oriel-billing/account',
      'oriel-credentials/key',
      'oriel-facts/dataset',
      'oriel-facts/seen',
      'oriel-idempotency/account',
      'oriel-idempotency/account.test',
      'oriel-identity/account',
      'oriel-index/O',
      'oriel-usage/account',
      'oriel-usage/answers',
      'uploads/account',
    ]);
  });

  it('leaves it nowhere once it is deleted', () => {
    expect(after).toEqual([]);
  });

  it('takes no file at an address that was given out before', async () => {
    expect((await fetch(address, { method: 'PUT', body: figures })).status).toBe(404);
    expect((await places()).filter((place) => place.startsWith('uploads/'))).toEqual([]);
  });
});
