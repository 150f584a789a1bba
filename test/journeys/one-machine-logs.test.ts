import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOperations } from '#local/admin/open-operations.ts';
import { redact } from '#shared/platform/logger.ts';
import { startServerProcess } from '#test/support/service/server-process.ts';

/** Texts that no log may hold, each sent where a caller might send it. */
const planted = {
  email: 'planted-person@secret-address.example',
  query: 'planted secret search words',
  header: 'planted-header-value-5f2a',
  cookie: 'planted-cookie-value-77aa',
  idempotency: 'planted-idempotency-key-9c1d',
  userAgent: 'planted-agent/1.0',
  ownSite: 'planted-own-site.example',
  ownQuery: 'planted query of a console',
};

type Send = (path: string, headers: Record<string, string>, body?: string) => Promise<string>;

/** Uploads figures of a site of one's own; how the upload ended. */
async function uploadOwn(send: Send, key: Record<string, string>): Promise<unknown> {
  const row = `${planted.ownQuery},https://${planted.ownSite}/x,2026-08-01,40,900,6.2`;
  const file = `query,page,date,clicks,impressions,position\n${row}\n`;
  const files = [{ name: 'figures.csv', bytes: file.length }];
  const { upload, addresses } = JSON.parse(await send('/v1/me/uploads', key, JSON.stringify({ files })));
  await fetch(addresses[0].url, { method: 'PUT', body: file });
  await send(`/v1/me/uploads/${upload.id}/start`, key, '{}');
  for (;;) {
    const { status } = JSON.parse(await send(`/v1/me/uploads/${upload.id}`, key));
    if (status !== 'queued' && status !== 'running') return status;
    await sleep(50);
  }
}

describe('the logs of the service', () => {
  let folder: string;
  let lines: string[] = [];
  const secrets: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-logs-'));
    const env = { PORT: '0', DATA_DIR: folder, POWERTOOLS_LOG_LEVEL: 'DEBUG' };
    const server = startServerProcess(env);
    const { base_url: url } = await server.ready();
    const operations = await openOperations(undefined, env);
    const opened = await operations.operator.createAccount({ email: planted.email, credits: 100 });
    const { session_token } = await operations.createSession(opened.account_id);
    await operations.close();
    const unknownKey = `or_${'0'.repeat(42)}`;
    secrets.push(opened.api_key, session_token, unknownKey);
    const send = (path: string, headers: Record<string, string>, body?: string) =>
      fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': planted.userAgent, ...headers },
        ...(body !== undefined && { body }),
      }).then((response) => response.text());
    const key = { authorization: `Bearer ${opened.api_key}` };
    const tool = '/v1/tools/research_keywords';
    const hidden = {
      'x-anything': planted.header,
      cookie: `__Host-session=${planted.cookie}`,
      'idempotency-key': planted.idempotency,
    };
    await send(tool, { ...key, ...hidden }, JSON.stringify({ seed: planted.query }));
    await send(tool, { ...key, ...hidden }, JSON.stringify({ seed: planted.query, [planted.query]: 1 }));
    await send(tool, key, `{"seed": "${planted.query}"`);
    await send(tool, key, JSON.stringify({ wrong: planted.query }));
    await send(tool, { 'x-api-key': unknownKey }, '{}');
    await send(tool, { ...key, 'x-api-key': unknownKey }, '{}');
    await send(`/v1/me/usage?cursor=${planted.header}`, key);
    await send('/v1/me', { authorization: `Bearer ${session_token}` });
    await send('/v1/me', { authorization: `Bearer ${session_token}x` });
    await send(`/nowhere?token=${planted.header}`, key);
    const origin = { origin: url };
    const started = await send('/session/code', origin, JSON.stringify({ email: planted.email }));
    const { sign_in_id } = JSON.parse(started);
    await send('/session/verify', origin, JSON.stringify({ sign_in_id, code: '000000' }));
    await send('/session/token', { ...origin, cookie: `__Host-session=${planted.cookie}` }, '{}');
    await send(
      '/mcp',
      { authorization: `Bearer ${session_token}` },
      `{"jsonrpc":"2.0","${planted.query}":1}`,
    );
    await send('/webhooks/stripe', { 'stripe-signature': planted.header }, planted.query);
    expect(await uploadOwn(send, key)).toBe('done');
    await send('/v1/tools/inspect_domain', key, JSON.stringify({ domain: planted.ownSite }));
    await server.kill('SIGTERM');
    // What is not JSON is for the person at the terminal: addresses, and the mails of this machine.
    lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('tell of what was refused, by request and code', () => {
    const codes = lines.map((line) => JSON.parse(line).facts?.code);
    for (const code of ['invalid_json', 'validation_error', 'invalid_credentials', 'ambiguous_credentials'])
      expect(codes).toContain(code);
    for (const line of lines.filter((text) => text.includes('call refused')))
      expect(JSON.parse(line).facts.request_id).toMatch(/^req_/u);
  });

  it('tell of each answered call who made it from which network, and no more of the address', () => {
    const answered = lines
      .filter((text) => text.includes('call answered'))
      .map((text) => JSON.parse(text).facts);
    const tools = new Set(answered.flatMap(({ tool }) => tool ?? []));
    expect(tools.size).toBeGreaterThan(1);
    expect(answered.length).toBeGreaterThan(tools.size);
    for (const facts of answered)
      expect(facts).toMatchObject({
        request_id: expect.stringMatching(/^req_/u),
        account_id: expect.stringMatching(/^acct_/u),
        credential_id: expect.stringMatching(/^(?:cred|sess)_/u),
        network: expect.stringMatching(/^(?:127\.0\.0\.0\/24|0:0:0::\/48)$/u),
      });
    expect(lines.join('\n')).not.toContain('127.0.0.1"');
  });

  it.each(Object.entries(planted))('hold no %s that a caller sent', (_what, text) => {
    expect(lines.filter((line) => line.includes(text))).toEqual([]);
  });

  it('hold no key and no token, whole or in part', () => {
    const log = lines.join('\n');
    for (const secret of secrets) expect(log).not.toContain(secret.slice(3, 30));
    expect(log).not.toMatch(/or_[0-9A-Za-z]{20,}|eyJ[\w-]{8,}\./u);
  });
});

describe('a fact on its way to the log', () => {
  it.each([
    ['a key in a message', 'refused or_0123456789012345678901234567890123456789ab', 'refused or_[redacted]'],
    ['a token in a message', 'sent eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln', 'sent [token]'],
    ['an address in a message', 'mail to ada.b@example.co.uk failed', 'mail to [address] failed'],
    [
      'a header by its name',
      { authorization: 'x', Cookie: 'y' },
      { authorization: '[redacted]', Cookie: '[redacted]' },
    ],
    ['an address by its name', { email: 'ada' }, { email: '[redacted]' }],
    ['the code of an error', { code: 'not_found' }, { code: 'not_found' }],
    ['a one-time code', { code: '123456' }, { code: '[redacted]' }],
    ['what lies deeper', { a: [{ password: 'x' }] }, { a: [{ password: '[redacted]' }] }],
  ])('loses %s', (_what, fact, left) => {
    expect(redact(fact)).toEqual(left);
  });
});
