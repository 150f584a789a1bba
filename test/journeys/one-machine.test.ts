import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '#test/support/service/server-process.ts';

describe('the server on one machine', () => {
  let folder: string;
  const servers: ServerProcess[] = [];
  const start = (env: NodeJS.ProcessEnv = {}) => {
    const server = startServerProcess({ PORT: '0', DATA_DIR: folder, ...env });
    servers.push(server);
    return server;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-machine-'));
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) if (server.child.exitCode === null) await server.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  async function credits(baseUrl: string, key: string): Promise<number> {
    const response = await fetch(`${baseUrl}/v1/me/credits`, { headers: { 'x-api-key': key } });
    const { balance } = (await response.json()) as { balance: number };
    return balance;
  }

  const callTool = (baseUrl: string, key: string, headers: Record<string, string> = {}) =>
    fetch(`${baseUrl}/v1/tools/inspect_domain`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body: '{"domain":"trailpeak.example"}',
    });

  /** Waits for a server whose output cannot be read. */
  async function readyOf(dataDir: string): Promise<{ base_url: string; api_key: string }> {
    for (;;) {
      const text = await readFile(join(dataDir, 'ready.json'), 'utf8').catch(() => undefined);
      if (text !== undefined) return JSON.parse(text);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('answers no page that made its own name lead here, so that none can read the mailbox', async () => {
    const { base_url } = await start().ready();
    const statusAs = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        get(`${base_url}/dev/mailbox`, { headers: { host } }, ({ statusCode }) => resolve(statusCode)).on(
          'error',
          reject,
        );
      });
    expect(await statusAs('rebound.example')).toBe(403);
    expect(await statusAs('localhost')).toBe(200);
  });

  it('keeps balance, key and data through kill -9 in the middle of calls', async () => {
    const first = start();
    const before = await first.ready();
    expect((await callTool(before.base_url, before.api_key)).status).toBe(200);
    const calls = Array.from({ length: 10 }, () =>
      callTool(before.base_url, before.api_key).catch(() => undefined),
    );
    await first.kill('SIGKILL');
    const answered = (await Promise.all(calls)).filter((response) => response?.status === 200).length;

    const after = await start().ready();
    expect(after.api_key).toBe(before.api_key);
    const balance = await credits(after.base_url, after.api_key);
    // Every answer that came was paid; what was cut off is held until the sweeper gives it back.
    expect(balance).toBeLessThanOrEqual(1_000 - 3 - 3 * answered);
    expect(balance).toBeGreaterThanOrEqual(1_000 - 3 - 3 * 10);
    expect((await callTool(after.base_url, after.api_key)).status).toBe(200);
  });

  it('gives back what a killed call held, once the sweeper has come by', async () => {
    const first = start();
    const { base_url, api_key } = await first.ready();
    for (let call = 0; call < 5; call += 1) callTool(base_url, api_key).catch(() => undefined);
    await first.kill('SIGKILL');
    // A clock two minutes on: every hold of the killed server is stale now.
    const env = { CLOCK_OFFSET_SECONDS: '180' };
    const after = await start(env).ready();
    const report = await admin(['reconcile'], { DATA_DIR: folder, ...env });
    expect(report.code).toBe(0);
    await admin(['sweep'], { DATA_DIR: folder, ...env });
    const swept = JSON.parse((await admin(['reconcile'], { DATA_DIR: folder, ...env })).stdout);
    expect(swept.proven).toBe(true);
    expect(swept.accounts.every((account: { open_holds: number }) => account.open_holds === 0)).toBe(true);
    expect((1_000 - (await credits(after.base_url, after.api_key))) % 3).toBe(0);
  });

  it('shows what a limited key and its run were charged, to the credit, after kill -9 under sixty calls', async () => {
    const first = start();
    const { base_url, account_id, api_key } = await first.ready();
    await admin(['rates', '--account', account_id, '--rates', '1000,10000,100000'], { DATA_DIR: folder });
    const made = await fetch(`${base_url}/v1/me/api-credentials`, {
      method: 'POST',
      headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
      body: '{"name":"worker","spend_limit":500}',
    });
    const { key } = (await made.json()) as { key: string };
    const run = { 'x-run-id': 'job', 'x-run-budget': '400' };
    const calls = Array.from({ length: 60 }, () => callTool(base_url, key, run).catch(() => undefined));
    await Promise.race(calls);
    await first.kill('SIGKILL');
    await Promise.all(calls);

    const env = { CLOCK_OFFSET_SECONDS: '180' };
    const after = await start(env).ready();
    await admin(['sweep'], { DATA_DIR: folder, ...env });
    const read = async (path: string) => {
      const answer = await fetch(`${after.base_url}${path}`, { headers: { 'x-api-key': key } });
      return { headers: answer.headers, body: await answer.json() };
    };
    const charged = 1_000 - (await credits(after.base_url, api_key));
    const { headers, body } = await read('/v1/me/api-credentials');
    expect(body).toMatchObject([{ spend_limit: 500, spent_this_month: charged }]);
    expect(headers.get('x-credential-remaining')).toBe(String(500 - charged));
    const next = await callTool(after.base_url, key, run);
    const { usage } = (await next.json()) as { usage: object };
    expect(usage).toMatchObject({ run: { id: 'job', spent: charged + 3, budget: 400 } });
    expect(next.headers.get('x-credential-remaining')).toBe(String(500 - charged - 3));
  });

  it('stops on Ctrl-C with everything kept', async () => {
    const first = start();
    const { base_url, api_key } = await first.ready();
    await callTool(base_url, api_key);
    first.child.kill('SIGINT');
    expect(await first.ended()).toBe(0);
    await expect(stat(join(folder, 'ready.json'))).rejects.toThrow();

    const again = await start().ready();
    expect(again.api_key).toBe(api_key);
    expect(await credits(again.base_url, api_key)).toBe(997);
  });

  it('does not ask for the deletion of secrets that end every key when they are lost', async () => {
    await start().ready();
    await servers[0]?.kill('SIGKILL');
    await writeFile(join(folder, 'secrets.json'), '{"damaged"');
    const again = start();
    expect(await again.ended()).toBe(1);
    expect(again.output()).toMatch(/secrets\.json is damaged\. Restore it from a backup/u);
    expect(again.output()).toMatch(/Do not delete it: .*no API key/u);
  });

  it('opens another demo account once its owner has deleted the first', async () => {
    const first = await start().ready();
    const email = 'demo@oriel.example';
    let cookie = '';
    const post = async (path: string, body: object) => {
      const response = await fetch(`${first.base_url}/session/${path}`, {
        method: 'POST',
        headers: { origin: first.base_url, 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      cookie ||= response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      return (await response.json()) as { sign_in_id: string };
    };
    const { sign_in_id } = await post('code', { email });
    const mails = await fetch(`${first.base_url}/dev/mailbox`, { headers: { accept: 'application/json' } });
    const [mail] = (await mails.json()) as { subject: string }[];
    await post('verify', { sign_in_id, code: mail?.subject.slice(0, 6) });
    await post('account/delete', { email });
    await servers[0]?.kill('SIGINT');

    const second = await start().ready();
    expect(second.account_id).not.toBe(first.account_id);
    expect(await credits(second.base_url, second.api_key)).toBe(1_000);
  });

  it('goes on answering when the disk behind its log is full', async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['bin/serve.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: folder },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    try {
      const { base_url, api_key } = await readyOf(folder);
      for (let calls = 0; calls < 5; calls += 1) expect((await callTool(base_url, api_key)).status).toBe(200);
      // Refused calls are the ones that write a line each.
      for (let calls = 0; calls < 5; calls += 1)
        expect((await callTool(base_url, 'or_wrong')).status).toBe(401);
      expect(await credits(base_url, api_key)).toBe(985);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('writes its secrets so that no other user can read them', async () => {
    await start().ready();
    for (const name of ['ready.json', 'secrets.json', 'signing.json', 'demo.json'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('refuses a second start on the same data folder, and leaves the first alone', async () => {
    const { base_url, api_key } = await start().ready();
    const second = start();
    expect(await second.ended()).toBe(1);
    expect(second.output()).toContain('is used by another server');
    expect(await credits(base_url, api_key)).toBe(1_000);
    await stat(join(folder, 'ready.json'));
  });

  it('says which port is taken and how to choose another', async () => {
    const blocker = createServer();
    const port = await new Promise<number>((resolve) => {
      blocker.listen(0, '127.0.0.1', () => {
        const address = blocker.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const server = start({ PORT: String(port) });
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(server.output()).toContain('PORT=');
    await new Promise((resolve) => blocker.close(resolve));
  });

  it.each([
    [{ PORT: 'http' }, 'PORT'],
    [{ HOST: '203.0.113.7' }, 'HOST'],
    [{ CLOCK_OFFSET_SECONDS: 'soon' }, 'CLOCK_OFFSET_SECONDS'],
  ])('names the setting that is wrong: %j', async (env, name) => {
    const server = start(env);
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(name);
    expect(server.output()).not.toContain('    at ');
  });

  it('names a file of the data folder that is damaged', async () => {
    await writeFile(join(folder, 'secrets.json'), '{"peppers":');
    const server = start();
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain('secrets.json is damaged');
  });

  it('obeys the operator beside the running server, from the next call on', async () => {
    const { base_url, account_id, api_key } = await start().ready();
    const env = { DATA_DIR: folder };
    const opened = await admin(['account', 'create', '--email', 'ops@test.example', '--credits', '7'], env);
    const account = JSON.parse(opened.stdout);
    expect(await credits(base_url, account.api_key)).toBe(7);

    const key = JSON.parse((await admin(['key', 'create', '--account', account_id], env)).stdout);
    expect(await credits(base_url, key.key)).toBe(1_000);
    await admin(['key', 'revoke', '--account', account_id, '--id', key.api_credential.id], env);
    expect(await credits(base_url, key.key)).toBeUndefined();
    const ofTests = await admin(['key', 'create', '--account', account_id, '--test'], env);
    expect(JSON.parse(ofTests.stdout).key).toMatch(/^or_test_/u);
    const unclear = await admin(['suspend', '--account', account_id, '--account', 'another'], env);
    expect(unclear.code).toBe(1);
    expect(unclear.stderr).toContain('--account is given more than once.');
    expect((await callTool(base_url, api_key)).status).toBe(200);

    await admin(['suspend', '--account', account_id], env);
    expect((await callTool(base_url, api_key)).status).toBe(403);
    await admin(['resume', '--account', account_id], env);
    expect((await callTool(base_url, api_key)).status).toBe(200);

    const session = JSON.parse((await admin(['session', 'create', '--account', account_id], env)).stdout);
    const response = await fetch(`${base_url}/v1/me/credits`, {
      headers: { authorization: `Bearer ${session.session_token}` },
    });
    expect(response.status).toBe(200);
    expect((await admin(['grant', '--account', 'acct_none', '--credits', '1'], env)).code).toBe(1);
    expect((await admin(['no', 'such'], env)).code).toBe(2);
  });
});

function admin(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['bin/admin.ts', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
