import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperations } from '#local/admin/open-operations.ts';
import { callersOf } from '#test/support/service/callers.ts';
import { type ServerProcess, startServerProcess } from '#test/support/service/server-process.ts';

/** What `docs/operations.md` tells the person on call to do, done. */
describe('the rehearsal of an incident', () => {
  let folder: string;
  const running: ServerProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-rehearsal-'));
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function start(name: string) {
    const env = { PORT: '0', DATA_DIR: join(folder, name) };
    const server = startServerProcess(env);
    running.push(server);
    const { base_url } = await server.ready();
    const operations = await openOperations(undefined, env);
    return { server, env, operations, ...callersOf(base_url, operations) };
  }
  const ask = { keyword: 'running shoes' };
  const tool = '/v1/tools/inspect_keyword';

  it('restores a recovery point that was taken during calls, and its books add up', async () => {
    const service = await start('live');
    const caller = await service.openAccount(100);
    for (let calls = 0; calls < 3; calls += 1) await caller.post(tool, ask);
    const cutOff = Array.from({ length: 6 }, () => caller.post(tool, ask).catch(() => undefined));
    await service.operations.close();
    await service.server.kill('SIGKILL');
    await Promise.all(cutOff);
    await cp(join(folder, 'live'), join(folder, 'restored'), { recursive: true });

    const restored = await start('restored');
    const later = await openOperations(undefined, { ...restored.env, CLOCK_OFFSET_SECONDS: '3600' });
    await later.sweep();
    const { proven, accounts } = await later.reconcile(undefined);
    expect([proven, accounts.every(({ open_holds }) => open_holds === 0)]).toEqual([true, true]);
    const { balance } = await later.operator.show(caller.accountId);
    expect(balance).toBeLessThanOrEqual(94);
    expect(balance).toBeGreaterThanOrEqual(82);
    const again = restored.callerWith(caller.accountId, caller.key);
    expect((await again.post(tool, ask)).status).toBe(200);
    expect(await again.balance()).toBe(balance - 2);
    await later.close();
    await restored.operations.close();
  });

  it('ends a leaked key with the next call, finds what it spent, and gives that back once', async () => {
    const { operations, openAccount, callerWith } = await start('live');
    const owner = await openAccount(100);
    const { key, api_credential } = await operations.operator.createKey({
      accountId: owner.accountId,
      name: 'Leaked',
    });
    const thief = callerWith(owner.accountId, key);
    for (let calls = 0; calls < 2; calls += 1) expect((await thief.post(tool, ask)).status).toBe(200);
    await operations.operator.revokeKey(owner.accountId, api_credential.id);
    expect((await thief.post(tool, ask)).status).toBe(401);
    expect((await owner.post(tool, ask)).status).toBe(200);
    const spent = await owner.get(`/v1/me/usage?credential_id=${api_credential.id}`);
    const records: { credits_charged: number }[] = spent.body;
    const credits = records.reduce((sum, { credits_charged }) => sum + credits_charged, 0);
    expect(credits).toBe(4);
    for (let sent = 0; sent < 2; sent += 1)
      await operations.operator.grant(owner.accountId, credits, `leak-${api_credential.id}`);
    expect(await owner.balance()).toBe(98);
    expect(await operations.reconcile(owner.accountId)).toMatchObject({ proven: true });
    await operations.close();
  });
});
