import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();

const email = 'review@directory.example';

async function ask(path: string, body: unknown = {}, cookie = '') {
  const response = await fetch(`${service.baseUrl}/session/${path}`, {
    method: 'POST',
    headers: { origin: service.baseUrl, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return { status: response.status, json: JSON.parse(await response.text()), cookie: cookies.join('; ') };
}

async function signIn(code: string) {
  const { json } = await ask('code', { email });
  const answer = await ask('verify', { sign_in_id: json.sign_in_id, code });
  return { status: answer.status, cookie: answer.cookie };
}

/** As claude.ai does it: a registration, a sign-in on our pages, consent, tokens. */
async function connect(redirectUrl: string, code: string) {
  const provider = memoryAuthProvider(redirectUrl);
  const open = () =>
    new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), { authProvider: provider as never });
  const options = { versionNegotiation: { mode: 'auto' as const } };
  const first = open();
  await expect(new Client({ name: 'claude', version: '1' }, options).connect(first)).rejects.toThrow();
  const answer = await consentingPerson(service.baseUrl, email, code).approve(provider.authorizationUrl);
  await first.finishAuth(answer);
  const client = new Client({ name: 'claude', version: '1' }, options);
  await client.connect(open());
  return client;
}

async function mailsTo(address: string): Promise<number> {
  const mails = await fetch(`${service.baseUrl}/dev/mailbox`, { headers: { accept: 'application/json' } });
  return ((await mails.json()) as { to: string }[]).filter(({ to }) => to === address).length;
}

describe("a directory's reviewer", () => {
  it('signs in to the dashboard with the code of the operator, without a mail', async () => {
    const made = await service.operations.reviewers.create(email, { days: 14, credits: 20 });
    expect(made).toMatchObject({ email, code: expect.stringMatching(/^\d{8}$/u), balance: 20 });
    const { cookie } = await signIn(made.code);
    const { json } = await ask('token', {}, cookie);
    expect(json).toMatchObject({ signed_in: true, account: { id: made.account_id, email } });
  });

  it.each(['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'])(
    'connects a client that is called back at %s, and its calls are paid from sample credits',
    async (redirectUrl) => {
      const { account_id, code, balance } = await service.operations.reviewers.create(email, {
        days: 14,
        credits: 20,
      });
      const client = await connect(redirectUrl, code);
      const answer = await client.callTool({
        name: 'inspect_domain',
        arguments: { domain: 'trailpeak.example' },
      });
      expect(answer.structuredContent).toMatchObject({
        data: { domain: 'trailpeak.example' },
        usage: { credits_charged: 3 },
      });
      expect((await service.operations.operator.show(account_id)).balance).toBe(balance - 3);
      const outside = await client.callTool({ name: 'audit_site', arguments: { domain: 'example.com' } });
      expect(outside.isError).toBe(true);
      expect(JSON.stringify(outside)).toContain('unsafe_target');
      await client.close();
      expect(await mailsTo(email)).toBe(0);
    },
  );

  it('has the credits that the operator gave, and no more for another code', async () => {
    const { account_id } = await service.operations.reviewers.create(email, { days: 60, credits: 20 });
    const { balance } = await service.operations.operator.show(account_id);
    expect(balance).toBe(14);
    expect(await service.operations.reviewers.list()).toEqual([
      { account_id, email, created_at: expect.any(String), expires_at: expect.any(String) },
    ]);
  });

  it('gets no code for an account that is somebody’s', async () => {
    await service.operations.operator.createAccount({ email: 'owner@directory.example', credits: 0 });
    await expect(
      service.operations.reviewers.create('owner@directory.example', { days: 1, credits: 0 }),
    ).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('is out with the next request when the operator ends it: browser, agent and code', async () => {
    const { account_id, code } = await service.operations.reviewers.create(email, { days: 14, credits: 20 });
    const { cookie } = await signIn(code);
    const client = await connect('https://claude.ai/api/mcp/auth_callback', code);
    const revoked = await service.operations.reviewers.revoke(account_id);
    expect(revoked).toMatchObject({ account_id, status: 'suspended' });
    expect((await ask('token', {}, cookie)).status).toBe(401);
    await expect(client.listTools()).rejects.toThrow();
    expect(await service.operations.reviewers.list()).toEqual([]);
    await client.close();
  });
});
