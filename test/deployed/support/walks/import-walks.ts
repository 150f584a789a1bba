import { functionNamed } from '../function-named.ts';
import { asking, expectStatus, freshWord, type Step, step, type Walk } from './walk.ts';

const text = 'query,date,clicks,impressions,position\ntea,2026-08-01,1,9,3\n';
const order = { files: [{ name: 'figures.csv', bytes: text.length }], domain: 'own-walk.example' };

/** What an account does with data of its own. */
export const importSteps: Readonly<Record<string, readonly Step[]>> = {
  create_upload: [
    ...asking(201, async () => async (asker) => {
      const begun = await asker.post('/v1/me/uploads', order);
      if (begun.status !== 201) return begun;
      const sent = await fetch(begun.body.addresses[0].url, { method: 'PUT', body: text });
      if (!sent.ok) throw new Error(`The file was answered ${sent.status}.`);
      return begun;
    }),
    step('gives its first answer again', async (service) => {
      const caller = await service.openAccount(1);
      const headers = { 'idempotency-key': freshWord() };
      for (const _ of ['first', 'again'])
        expectStatus(await caller.post('/v1/me/uploads', order, headers), 201);
    }),
    step('gives the Idempotency-Key back where a market is not known', async (service) => {
      const caller = await service.openAccount(1);
      const headers = { 'idempotency-key': freshWord() };
      const wrong = { ...order, location: 'Nowhere at all' };
      expectStatus(await caller.post('/v1/me/uploads', wrong, headers), 422);
    }),
    step('forgets the oldest of many uploads', async (service) => {
      const caller = await service.openAccount(1);
      // A key begins twenty a day at most.
      for (let made = 0; made < 20; made += 1)
        await service.operators.queueUpload(caller.accountId, 'awaiting_files');
      for (const _ of ['one', 'two']) expectStatus(await caller.post('/v1/me/uploads', order), 201);
      const { uploads } = expectStatus(await caller.get('/v1/me/imports'), 200).body;
      if (uploads.length > 21) throw new Error(`There are ${uploads.length} uploads.`);
    }),
  ],
  start_upload: asking(200, async ({ accountId }, { operators }) => {
    const id = await operators.queueUpload(accountId, 'awaiting_files');
    return (asker) => asker.post(`/v1/me/uploads/${id}/start`, {});
  }),
  get_upload: asking(200, async ({ accountId }, { operators }) => {
    const id = await operators.queueUpload(accountId);
    return (asker) => asker.get(`/v1/me/uploads/${id}`);
  }),
  list_imports: asking(200, async () => (asker) => asker.get('/v1/me/imports')),
  list_own_sites: asking(200, async ({ accountId }, { operators }) => {
    await operators.bring(accountId);
    return (asker) => asker.get('/v1/me/sites');
  }),
  undo_import: asking(200, async ({ accountId }, { operators }) => {
    const older = await operators.bring(accountId, '07');
    // The later one was compared with it, and is so no longer.
    await operators.bring(accountId, '08');
    return (asker) => asker.post(`/v1/me/imports/${older}/undo`, {});
  }),
  get_own_site: asking(200, async ({ accountId }, { operators }) => {
    await operators.bring(accountId);
    return (asker) => asker.get('/v1/me/sites/own-walk.example');
  }),
  update_own_site: asking(200, async ({ accountId }, { operators }) => {
    await operators.bring(accountId);
    return (asker) => asker.patch('/v1/me/sites/own-walk.example', { own_names: ['walk'] });
  }),
};

/** What works on uploads after the calls that started it. */
export const importRunWalk: Walk = {
  name: 'run-import',
  steps: [
    step('imports an upload and deletes its files', async (service) => {
      const caller = await service.openAccount(1);
      const uploadId = await service.operators.queueUpload(caller.accountId);
      const { accountId } = caller;
      await service.running.start(functionNamed('run-import'), { accountId, uploadId });
      const { status, message } = (await caller.get(`/v1/me/uploads/${uploadId}`)).body;
      if (status !== 'done') throw new Error(`The upload is ${status}: ${message}`);
      expectStatus(await caller.get('/v1/me/sites/own-walk.example'), 200);
    }),
    step('says that a file has not arrived', async (service) => {
      const caller = await service.openAccount(1);
      const uploadId = await service.operators.queueUpload(caller.accountId);
      const { accountId } = caller;
      await service.operators.loseFiles(`uploads/${accountId}/`);
      await service.running.start(functionNamed('run-import'), { accountId, uploadId });
      const { status, message } = (await caller.get(`/v1/me/uploads/${uploadId}`)).body;
      if (status !== 'failed' || !message.includes('has not arrived'))
        throw new Error(`The upload is ${status}: ${message}`);
    }),
  ],
};
