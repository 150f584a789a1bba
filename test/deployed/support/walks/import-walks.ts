import type { Caller } from '#test/support/service/callers.ts';
import { functionNamed } from '../function-named.ts';
import type { WalkedService } from '../walked-service.ts';
import { expectStatus, freshWord, refusalStep, type Step, signedIn, type Walk } from './walk.ts';

const text = 'query,date,clicks,impressions,position\ntea,2026-08-01,1,9,3\n';
const order = { files: [{ name: 'figures.csv', bytes: text.length }], domain: 'own-walk.example' };

/** What an account does with data of its own. */
export const importSteps: Readonly<Record<string, readonly Step[]>> = {
  create_upload: [
    ...by(async (_, caller) => {
      const begun = expectStatus(await caller.post('/v1/me/uploads', order), 201);
      const sent = await fetch(begun.body.addresses[0].url, { method: 'PUT', body: text });
      if (!sent.ok) throw new Error(`The file was answered ${sent.status}.`);
    }),
    {
      does: 'gives its first answer again',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const headers = { 'idempotency-key': freshWord() };
        for (const _ of ['first', 'again'])
          expectStatus(await caller.post('/v1/me/uploads', order, headers), 201);
      },
    },
    {
      does: 'gives the Idempotency-Key back where a market is not known',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const headers = { 'idempotency-key': freshWord() };
        const wrong = { ...order, location: 'Nowhere at all' };
        expectStatus(await caller.post('/v1/me/uploads', wrong, headers), 422);
      },
    },
    {
      does: 'forgets the oldest of many uploads',
      run: async (service) => {
        const caller = await service.openAccount(1);
        for (let made = 0; made < 22; made += 1)
          expectStatus(await caller.post('/v1/me/uploads', order), 201);
        const { uploads } = expectStatus(await caller.get('/v1/me/imports'), 200).body;
        if (uploads.length > 21) throw new Error(`There are ${uploads.length} uploads.`);
      },
    },
  ],
  start_upload: by(async ({ operators }, caller) => {
    const id = await operators.queueUpload(caller.accountId, 'awaiting_files');
    expectStatus(await caller.post(`/v1/me/uploads/${id}/start`, {}), 200);
  }),
  get_upload: by(async ({ operators }, caller) => {
    const id = await operators.queueUpload(caller.accountId);
    expectStatus(await caller.get(`/v1/me/uploads/${id}`), 200);
  }),
  list_imports: by(async (_, caller) => void expectStatus(await caller.get('/v1/me/imports'), 200)),
  undo_import: by(async ({ operators }, caller) => {
    const older = await operators.bring(caller.accountId, '07');
    // The later one was compared with it, and is so no longer.
    await operators.bring(caller.accountId, '08');
    expectStatus(await caller.post(`/v1/me/imports/${older}/undo`, {}), 200);
  }),
  get_own_site: by(async ({ operators }, caller) => {
    await operators.bring(caller.accountId);
    expectStatus(await caller.get('/v1/me/sites/own-walk.example'), 200);
  }),
};

/** What works on uploads after the calls that started it. */
export const importRunWalk: Walk = {
  name: 'run-import',
  steps: [
    {
      does: 'imports an upload and deletes its files',
      run: async (service) => {
        const caller = await service.openAccount(1);
        const uploadId = await service.operators.queueUpload(caller.accountId);
        const { accountId } = caller;
        await service.running.start(functionNamed('run-import'), { accountId, uploadId });
        const { status, message } = (await caller.get(`/v1/me/uploads/${uploadId}`)).body;
        if (status !== 'done') throw new Error(`The upload is ${status}: ${message}`);
        expectStatus(await caller.get('/v1/me/sites/own-walk.example'), 200);
      },
    },
  ],
};

function by(does: (service: WalkedService, caller: Caller) => Promise<void>): Step[] {
  return [
    {
      does: 'answers a key that was never used before',
      run: async (service) => does(service, await service.openAccount(1)),
    },
    {
      does: 'answers a person of the dashboard',
      run: async (service) => does(service, await signedIn(service, await service.openAccount(1))),
    },
    {
      does: refusalStep,
      run: async (service) => {
        const caller = await service.openAccount(1);
        await service.operations.operator.setStatus(caller.accountId, 'suspended');
        const refusal = await does(service, caller).then(String, ({ message }: Error) => message);
        if (!refusal.startsWith('Answered 403')) throw new Error(`It was not refused: ${refusal}`);
      },
    },
  ];
}
