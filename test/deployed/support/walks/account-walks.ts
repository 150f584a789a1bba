import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { endpointCatalog } from '#functions/endpoints.ts';
import { dayMs, dayOf } from '#shared/money/exports/calendar.ts';
import type { Caller } from '#test/support/service/callers.ts';
import type { WalkedService } from '../walked-service.ts';
import { importSteps } from './import-walks.ts';
import {
  countsRefusals,
  expectStatus,
  freshWord,
  refusalStep,
  type Step,
  signedIn,
  type Walk,
} from './walk.ts';
import { workspaceSteps } from './workspace-walks.ts';

const stepsOf: Readonly<Record<string, readonly Step[]>> = {
  get_capabilities: [
    ...reading('/v1/capabilities').filter(({ does }) => does !== refusalStep),
    {
      does: 'counts a call with too large a body',
      run: async (service) => {
        const caller = await service.openAccount(1);
        expectStatus(await caller.post('/v1/capabilities', 'a'.repeat(70_000)), 413);
      },
    },
  ],
  get_credits: reading('/v1/me/credits'),
  list_api_credentials: reading('/v1/me/api-credentials'),
  list_usage: reading('/v1/me/usage'),
  get_answer: [
    {
      does: 'opens an answer that was paid for, again',
      run: async (service) => {
        const caller = await service.openAccount(10);
        const asked = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
        expectStatus(asked, 200);
        const path = `/v1/me/answers/${asked.headers.get('x-request-id')}`;
        expectStatus(await caller.get(path), 200);
        expectStatus(await (await signedIn(service, caller)).get(path), 200);
      },
    },
    countsRefusals((caller) => caller.get('/v1/me/answers/req_00000000000000000000000000')),
  ],
  ...workspaceSteps,
  summarize_usage: [
    ...reading('/v1/me/usage/summary'),
    {
      does: 'keeps the sums of a month that is over',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const longAgo = Date.now() - 45 * dayMs;
        await service.operators.backdate(caller.accountId, longAgo);
        expectStatus(await caller.get(`/v1/me/usage/summary?since=${dayOf(longAgo)}`), 200);
      },
    },
  ],
  ...importSteps,
  list_connections: reading('/v1/me/connections'),
  create_api_credential: [
    ...sending(async () => ({ path: '/v1/me/api-credentials', body: { name: 'walk' } }), 201),
    {
      does: 'gives its first answer again, without the key',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const headers = { 'idempotency-key': freshWord() };
        const create = () => caller.post('/v1/me/api-credentials', { name: 'walk' }, headers);
        expectStatus(await create(), 201);
        expectStatus(await create(), 201);
      },
    },
    {
      does: 'counts the keys of an account whose places are not written down yet',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const { documents, tables } = service.running;
        const Key = { pk: `places#${caller.accountId}`, sk: 'places' };
        await documents.send(new DeleteCommand({ TableName: tables.credentials, Key }));
        expectStatus(await caller.post('/v1/me/api-credentials', { name: 'walk' }), 201);
      },
    },
    {
      does: 'gives the Idempotency-Key back where an account has all the keys it may have',
      run: async (service) => {
        const caller = await service.openAccount(1);
        for (let made = 1; made < 50; made += 1) await createKey(service, caller.accountId);
        const headers = { 'idempotency-key': freshWord() };
        expectStatus(await caller.post('/v1/me/api-credentials', { name: 'walk' }, headers), 422);
      },
    },
  ],
  change_api_credential: sending(
    async (service, accountId) => {
      const id = await createKey(service, accountId);
      return { path: `/v1/me/api-credentials/${id}`, body: { spend_limit: 5 } };
    },
    200,
    'PATCH',
  ),
  rotate_api_credential: [
    {
      does: 'gives a key that was used now for the first time another',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const [{ id }] = (await caller.get('/v1/me/api-credentials')).body;
        expectStatus(await caller.post(`/v1/me/api-credentials/${id}/rotate`, {}), 201);
      },
    },
    {
      does: 'answers a person of the dashboard, again without the key',
      run: async (service) => {
        const person = await signedIn(service, await service.openAccount(1));
        const id = await createKey(service, person.accountId);
        const headers = { 'idempotency-key': freshWord() };
        const rotate = () => person.post(`/v1/me/api-credentials/${id}/rotate`, {}, headers);
        expectStatus(await rotate(), 201);
        expectStatus(await rotate(), 201);
      },
    },
    {
      does: 'gives the Idempotency-Key back where there is no such key',
      run: async (service) => {
        const person = await signedIn(service, await service.openAccount(1));
        const headers = { 'idempotency-key': freshWord() };
        expectStatus(await person.post('/v1/me/api-credentials/cred_none/rotate', {}, headers), 404);
      },
    },
    countsRefusals((caller) => caller.post('/v1/me/api-credentials/cred_none/rotate', {})),
  ],
  revoke_api_credential: sending(async (service, accountId) => {
    const id = await createKey(service, accountId);
    return { path: `/v1/me/api-credentials/${id}/revoke`, body: { with_children: true } };
  }, 200),
  change_connection: sending(
    async (service, accountId) => {
      const { connectionId } = await service.operators.connect(accountId);
      return { path: `/v1/me/connections/${connectionId}`, body: { spend_limit: 5 } };
    },
    200,
    'PATCH',
  ),
  revoke_connection: sending(async (service, accountId) => {
    const { connectionId } = await service.operators.connect(accountId);
    return { path: `/v1/me/connections/${connectionId}/revoke`, body: {} };
  }, 200),
};

/** A walk for every endpoint of `/v1` that is not a tool. */
export const accountWalks: readonly Walk[] = endpointCatalog.map(({ name }) => ({
  name: name.replaceAll('_', '-'),
  steps: stepsOf[name] ?? [],
}));

/** A path that is only read: with a key that was never used before, and by a person. */
function reading(path: string): Step[] {
  return [
    {
      does: 'answers a key that was never used before',
      run: async (service) => {
        const caller = await service.openAccount(1);
        expectStatus(await caller.get(path), 200);
      },
    },
    {
      does: 'answers a person of the dashboard',
      run: async (service) => {
        const person = await signedIn(service, await service.openAccount(1));
        expectStatus(await person.get(path), 200);
      },
    },
    countsRefusals((caller) => caller.get(path)),
  ];
}

/** A path that changes something, each time something new. */
function sending(
  prepare: (
    service: WalkedService,
    accountId: string,
  ) => Promise<{ readonly path: string; readonly body: unknown }>,
  status: number,
  method: 'POST' | 'PATCH' = 'POST',
): Step[] {
  const send = (caller: Caller, path: string, body: unknown) =>
    method === 'POST' ? caller.post(path, body) : caller.patch(path, body);
  return [
    {
      does: 'answers a key that was never used before',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const { path, body } = await prepare(service, caller.accountId);
        expectStatus(await send(caller, path, body), status);
      },
    },
    {
      does: 'answers a person of the dashboard',
      run: async (service) => {
        const person = await signedIn(service, await service.openAccount(1));
        const { path, body } = await prepare(service, person.accountId);
        expectStatus(await send(person, path, body), status);
      },
    },
    countsRefusals(async (caller, service) => {
      const { path, body } = await prepare(service, caller.accountId);
      return send(caller, path, body);
    }),
  ];
}

async function createKey({ operations }: WalkedService, accountId: string): Promise<string> {
  const { api_credential: made } = await operations.operator.createKey({
    accountId,
    name: 'walk',
    expiresAt: undefined,
    limits: { spendLimit: undefined, allowedTools: undefined, rateLimits: undefined },
  });
  return made.id;
}
