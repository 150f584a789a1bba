import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { endpointCatalog } from '#functions/service.ts';
import { dayMs, dayOf } from '#shared/money/exports/calendar.ts';
import { crawlSteps } from './crawl-walks.ts';
import { destinationSteps } from './destination-walks.ts';
import { importSteps } from './import-walks.ts';
import { searchConsoleSteps } from './search-console-walks.ts';
import {
  answering,
  asking,
  asksTwiceUnderLimit,
  countsRefusals,
  createKey,
  expectStatus,
  freshWord,
  type Step,
  signedIn,
  step,
  type Walk,
} from './walk.ts';
import { workspaceSteps } from './workspace-walks.ts';

const stepsOf: Readonly<Record<string, readonly Step[]>> = {
  get_capabilities: [
    ...answering(200, async () => (asker) => asker.get('/v1/capabilities')),
    step('counts a call with too large a body', async (service) => {
      const caller = await service.openAccount(1);
      expectStatus(await caller.post('/v1/capabilities', 'a'.repeat(70_000)), 413);
    }),
  ],
  get_credits: reading('/v1/me/credits'),
  list_api_credentials: reading('/v1/me/api-credentials'),
  list_usage: reading('/v1/me/usage'),
  get_answer: [
    step('opens an answer that was paid for, again', async (service) => {
      const caller = await service.openAccount(10);
      const asked = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
      expectStatus(asked, 200);
      const path = `/v1/me/answers/${asked.headers.get('x-request-id')}`;
      expectStatus(await caller.get(path), 200);
      expectStatus(await (await signedIn(service, caller)).get(path), 200);
      await service.operators.moveToFiles(caller.accountId);
      expectStatus(await caller.get(path), 200);
      await service.operators.loseFiles(`answers/${caller.accountId}/`);
      expectStatus(await caller.get(path), 404);
    }),
    countsRefusals(async () => (asker) => asker.get('/v1/me/answers/req_00000000000000000000000000')),
  ],
  get_call: [
    step('finds a call that was refused', async (service) => {
      const caller = await service.openAccount(10);
      const refused = await caller.post('/v1/tools/inspect_domain', {});
      expectStatus(refused, 422);
      const path = `/v1/me/calls/${refused.headers.get('x-request-id')}`;
      expectStatus(await caller.get(path), 200);
      expectStatus(await (await signedIn(service, caller)).get(path), 200);
    }),
    countsRefusals(async () => (asker) => asker.get('/v1/me/calls/req_00000000000000000000000000')),
  ],
  ...workspaceSteps,
  ...destinationSteps,
  summarize_usage: [
    ...reading('/v1/me/usage/summary'),
    step('keeps the sums of a month that is over', async (service) => {
      const caller = await service.openAccount(1);
      const longAgo = Date.now() - 45 * dayMs;
      await service.operators.backdate(caller.accountId, longAgo);
      expectStatus(await caller.get(`/v1/me/usage/summary?since=${dayOf(longAgo)}`), 200);
    }),
  ],
  ...importSteps,
  ...crawlSteps,
  ...searchConsoleSteps,
  list_connections: reading('/v1/me/connections'),
  create_api_credential: [
    ...asking(201, async () => (asker) => asker.post('/v1/me/api-credentials', { name: 'walk' })),
    step('gives its first answer again, without the key', async (service) => {
      const caller = await service.openAccount(1);
      const headers = { 'idempotency-key': freshWord() };
      const create = () => caller.post('/v1/me/api-credentials', { name: 'walk' }, headers);
      expectStatus(await create(), 201);
      expectStatus(await create(), 201);
    }),
    step('counts the keys of an account whose places are not written down yet', async (service) => {
      const caller = await service.openAccount(1);
      const { documents, tables } = service.running;
      const Key = { pk: `places#${caller.accountId}`, sk: 'places' };
      await documents.send(new DeleteCommand({ TableName: tables.credentials, Key }));
      expectStatus(await caller.post('/v1/me/api-credentials', { name: 'walk' }), 201);
    }),
    step('gives the Idempotency-Key back where an account has all the keys it may have', async (service) => {
      const caller = await service.openAccount(1);
      for (let made = 1; made < 50; made += 1) await createKey(service, caller.accountId);
      const headers = { 'idempotency-key': freshWord() };
      expectStatus(await caller.post('/v1/me/api-credentials', { name: 'walk' }, headers), 422);
    }),
  ],
  change_api_credential: asking(200, async ({ accountId }, service) => {
    const { id } = await createKey(service, accountId);
    return (asker) => asker.patch(`/v1/me/api-credentials/${id}`, { spend_limit: 5 });
  }),
  rotate_api_credential: [
    step('gives a key that was used now for the first time another', async (service) => {
      const caller = await service.openAccount(1);
      const [{ id }] = (await caller.get('/v1/me/api-credentials')).body;
      expectStatus(await caller.post(`/v1/me/api-credentials/${id}/rotate`, {}), 201);
    }),
    step('answers a person of the dashboard, again without the key', async (service) => {
      const person = await signedIn(service, await service.openAccount(1));
      const { id } = await createKey(service, person.accountId);
      const headers = { 'idempotency-key': freshWord() };
      const rotate = () => person.post(`/v1/me/api-credentials/${id}/rotate`, {}, headers);
      expectStatus(await rotate(), 201);
      expectStatus(await rotate(), 201);
    }),
    step('gives the Idempotency-Key back where there is no such key', async (service) => {
      const person = await signedIn(service, await service.openAccount(1));
      const headers = { 'idempotency-key': freshWord() };
      expectStatus(await person.post('/v1/me/api-credentials/cred_none/rotate', {}, headers), 404);
    }),
    countsRefusals(async () => (asker) => asker.post('/v1/me/api-credentials/cred_none/rotate', {})),
  ],
  revoke_api_credential: asking(200, async ({ accountId }, service) => {
    const { id } = await createKey(service, accountId);
    return (asker) => asker.post(`/v1/me/api-credentials/${id}/revoke`, { with_children: true });
  }),
  change_connection: asking(200, async ({ accountId }, { operators }) => {
    const { connectionId } = await operators.connect(accountId);
    return (asker) => asker.patch(`/v1/me/connections/${connectionId}`, { spend_limit: 5 });
  }),
  revoke_connection: asking(200, async ({ accountId }, { operators }) => {
    const { connectionId } = await operators.connect(accountId);
    return (asker) => asker.post(`/v1/me/connections/${connectionId}/revoke`, {});
  }),
};

/** A walk for every endpoint of `/v1` that is not a tool. */
export const accountWalks: readonly Walk[] = endpointCatalog.map((endpoint) => ({
  name: endpoint.name.replaceAll('_', '-'),
  steps: [...(stepsOf[endpoint.name] ?? []), underLimit(endpoint)],
}));

/** Whether such a key may ask it or not, and with nothing that it wants: all of it is counted. */
function underLimit({ path, methods: [method] }: (typeof endpointCatalog)[number]): Step {
  return asksTwiceUnderLimit('counts calls of a key with a limit', async (service, { key }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = method === 'GET' || method === 'DELETE' ? null : '{}';
    const answer = await service.send(path.replaceAll(/\{\w+\}/gu, 'walk'), {
      method: method ?? 'GET',
      headers,
      body,
    });
    if (answer.status === 401 || answer.status >= 500) throw new Error(`Answered ${answer.status}.`);
  });
}

/** A path that is only read. */
function reading(path: string): Step[] {
  return asking(200, async () => (asker) => asker.get(path));
}
