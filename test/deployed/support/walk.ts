import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';
import type { Caller } from '#test/support/callers.ts';
import type { DeployedService } from './deployed-service.ts';

/** Calls that make one function do all that it is for. */
export interface Walk {
  readonly functionName: string;
  run(service: DeployedService): Promise<void>;
}

let walked = 0;
const freshKey = () => {
  walked += 1;
  return `walk-${walked}`;
};

/** Tools whose walk needs more than their example. */
const special: readonly string[] = ['export_dataset', 'audit_site'];

export const walks: readonly Walk[] = [
  ...toolCatalog
    .filter(({ name }) => !special.includes(name))
    .map((tool) => ({
      functionName: `oriel-dev-${tool.name.replaceAll('_', '-')}`,
      async run(service: DeployedService) {
        const caller = await service.openAccount(100, ['backlinks']);
        const call = { path: toolPath(tool), body: tool.example };
        await twiceUnderOneKey(caller, call);
        await refused(service, call);
        await bySession(service, caller, call);
        await withLostAnswer(service, this.functionName, caller, call);
      },
    })),
  {
    functionName: 'oriel-dev-export-dataset',
    async run(service) {
      const caller = await service.openAccount(100);
      const { body } = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
      const call = { path: '/v1/tools/export_dataset', body: { uri: body.resources?.[0]?.uri ?? '' } };
      await caller.post(call.path, call.body);
      await bySession(service, caller, call);
    },
  },
  {
    functionName: 'oriel-dev-create-api-credential',
    async run(service) {
      const caller = await service.openAccount(1);
      const call = { path: '/v1/me/api-credentials', body: { name: 'walk' } };
      await twiceUnderOneKey(caller, call);
      await bySession(service, caller, call);
    },
  },
  {
    functionName: 'oriel-dev-revoke-api-credential',
    async run(service) {
      const caller = await service.openAccount(1);
      const { body } = await caller.post('/v1/me/api-credentials', { name: 'walk' });
      await caller.post(`/v1/me/api-credentials/${body.api_credential?.id}/revoke`, {});
    },
  },
  reading('get-credits', '/v1/me/credits'),
  reading('list-api-credentials', '/v1/me/api-credentials'),
  reading('list-usage', '/v1/me/usage'),
  reading('summarize-usage', '/v1/me/usage/summary'),
  reading('get-capabilities', '/v1/capabilities'),
  reading('list-connections', '/v1/me/connections'),
  reading('reference', '/healthz'),
  {
    functionName: 'oriel-dev-sweep',
    async run(service) {
      await service.openAccount(1);
      await service.running.start('oriel-dev-sweep');
    },
  },
];

interface Call {
  readonly path: string;
  readonly body: unknown;
}

async function twiceUnderOneKey(caller: Caller, { path, body }: Call): Promise<void> {
  const headers = { 'idempotency-key': freshKey() };
  await caller.post(path, body, headers);
  await caller.post(path, body, headers);
}

/** A call that cannot be paid gives its Idempotency-Key back. */
async function refused(service: DeployedService, { path, body }: Call): Promise<void> {
  const poor = await service.openAccount(0, ['backlinks']);
  await poor.post(path, body, { 'idempotency-key': freshKey() });
}

async function bySession(service: DeployedService, caller: Caller, { path, body }: Call): Promise<void> {
  const { session_token: token } = await service.operations.createSession(caller.accountId);
  await service.callerWith(caller.accountId, token).post(path, body);
}

/** The usage record is written and its answer lost: the function must look what became of it. */
async function withLostAnswer(
  service: DeployedService,
  functionName: string,
  caller: Caller,
  { path, body }: Call,
): Promise<void> {
  service.running.services.loseAnswerOf(functionName, 'PutItem usage');
  await caller.post(path, body);
}

/** A path that is only read: with a key never used before, and with a session. */
function reading(name: string, path: string): Walk {
  return {
    functionName: `oriel-dev-${name}`,
    async run(service) {
      const caller = await service.openAccount(1);
      await caller.get(path);
      const { session_token: token } = await service.operations.createSession(caller.accountId);
      await service.callerWith(caller.accountId, token).get(path);
    },
  };
}
