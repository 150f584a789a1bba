import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duringTests } from '#test/support/during-tests.ts';
import { expectSynced } from '#test/support/search-console/expect-synced.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { startService } from '#test/support/service/running-service.ts';

const today = new Date().toISOString().slice(0, 10);
const span = { from: shiftDate(today, -12), to: shiftDate(today, -3) };
const property = 'sc-domain:shop.example';
const connection = '/v1/me/search-console';
const clientEmail = 'reader@project.iam.gserviceaccount.example';

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** One machine whose operator names a key file, and a Google that knows the account. */
const scene = duringTests(async () => {
  const fake = await startFakeGoogle();
  const site = generatedSite({ site: 'shop.example', from: span.from, to: today });
  const { privateKey, publicKey } = newKey();
  Object.assign(fake.state, { finalUntil: span.to, serviceKey: publicKey });
  fake.state.people.set(clientEmail, new Map([[property, site]]));
  const folder = await mkdtemp(join(tmpdir(), 'oriel-key-'));
  const keyFile = join(folder, 'key.json');
  const key = {
    type: 'service_account',
    client_email: clientEmail,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(keyFile, JSON.stringify(key));
  const { GOOGLE_CLIENT_ID: _, GOOGLE_CLIENT_SECRET: __, ...addresses } = fake.environment;
  const service = await startService({ ...addresses, GOOGLE_SERVICE_ACCOUNT_FILE: keyFile });
  return {
    fake,
    site,
    service,
    async stop() {
      await service.stop();
      await fake.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

describe('a service account', () => {
  it('connects one machine by its key file, syncs without anybody signing in, and pauses when its key is gone', async () => {
    const { fake, site, service } = scene;
    const caller = await service.openAccount(10);
    expect((await caller.post(connection, {})).body).toEqual({ authorize_url: null });
    const { body } = await caller.post(`${connection}/properties`, { properties: [property] });
    expect(body).toMatchObject({ state: 'connected', sign_in: 'service_account' });
    await service.operations.syncSite(caller.accountId, 'shop.example');
    await expectSynced(caller, site, span);
    // A key that was deleted at Google: the token that is held is refused, and no other is given.
    fake.state.serviceKey = newKey().publicKey;
    fake.endGrants();
    await service.operations.syncSite(caller.accountId, 'shop.example');
    expect((await caller.get(connection)).body).toMatchObject({ state: 'paused' });
    const { body: told } = await caller.get('/v1/me/events?type=sync.failed');
    expect(told.events).toEqual([expect.objectContaining({ type: 'sync.failed', number: 1 })]);
    await expectSynced(caller, site, span);
    const removed = await caller.delete(`${connection}?keep_history=false`);
    expect(removed.body).toMatchObject({ state: 'not_connected', kept_history: false });
  });
});
