import { duringTests } from '#test/support/during-tests.ts';
import {
  callback,
  hiddenField,
  startAuthorizationServer,
} from '#test/support/identity/authorization-server.ts';
import { issuer } from '#test/support/identity/identity.ts';

const server = duringTests(startAuthorizationServer);

type Person = ReturnType<typeof server.browser>;

/** An authorization up to the page that it shows. */
async function begin(
  person: Person,
  metadata: Record<string, unknown> = {},
  parameters: Record<string, string> = {},
) {
  const { client } = await server.register(metadata);
  const query = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    state: 'state-1',
    ...parameters,
  });
  const { location } = await person.get(`/authorize?${query}`);
  return location;
}

async function consenting(metadata: Record<string, unknown> = {}, email = 'owner@example.com') {
  const person = server.browser();
  const page = await begin(person, metadata);
  await person.signIn(email);
  const shown = await person.get(page);
  return { person, page, shown, accountId: hiddenField(shown.body, 'account_id') };
}

describe('the consent page', () => {
  it('says who asks, that the name is unverified, for what, for which account and where the answer goes', async () => {
    const { shown } = await consenting({ client_name: 'Some Agent' });
    for (const words of [
      'Some Agent',
      'unverified',
      'spends credits',
      'owner@example.com',
      '1,000 credits',
      'agent.example',
    ])
      expect(shown.body).toContain(words);
  });

  it('is shown each time, also to somebody who is signed in and has allowed the agent before', async () => {
    const person = server.browser();
    const { client } = await server.register();
    for (let time = 0; time < 2; time += 1) {
      const { consent } = await server.authorize({ person, clientId: client.client_id });
      expect(consent.body).toContain('name="account_id"');
    }
  });

  it('cannot be skipped by asking for no prompt', async () => {
    const { person } = await consenting();
    expect(await begin(person, {}, { prompt: 'none' })).toBe('');
  });

  it('shows what a client calls itself as text, without invisible characters', async () => {
    const { shown } = await consenting({ client_name: '<script>alert(1)</script>\u202e"\u200b&' });
    expect(shown.body).not.toContain('<script>alert');
    expect(shown.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&amp;');
  });

  it('runs no script, stands in no frame, is not stored, and its form ends here or at the agent', async () => {
    const { shown } = await consenting();
    const policy = String(shown.headers?.['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://agent.example;");
    expect(policy).not.toMatch(/unsafe|script-src/u);
    expect(shown.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
  });

  it('hands back a refusal, with state and issuer', async () => {
    const { person, page } = await consenting();
    const denied = await person.form(page, { step: 'deny' });
    const { location } = await person.get(denied.location);
    const answer = new URL(location).searchParams;
    expect(Object.fromEntries(answer)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: issuer,
    });
  });
});

describe('a decision', () => {
  it('counts only from our own page', async () => {
    const { person, page, accountId } = await consenting();
    for (const origin of ['https://evil.example', 'null', '']) {
      const forged = await person.form(page, { step: 'allow', account_id: accountId }, { origin });
      expect(forged.statusCode).toBe(403);
    }
    expect(await server.connections.list(accountId)).toEqual([]);
  });

  it('counts only in the browser that began', async () => {
    const { page, accountId } = await consenting({}, 'victim@example.com');
    const attacker = server.browser();
    await begin(attacker);
    await attacker.signIn('attacker@example.com');
    const answer = await attacker.form(page, { step: 'allow', account_id: accountId });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('another browser');
  });

  it('counts only for the account that the page showed', async () => {
    const { person, page, accountId } = await consenting({}, 'first@example.com');
    await person.signIn('second@example.com');
    const answer = await person.form(page, { step: 'allow', account_id: accountId });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('second@example.com');
    expect(await server.connections.list(accountId)).toEqual([]);
  });

  it('can be taken once', async () => {
    const { person, page, accountId } = await consenting({}, 'once@example.com');
    const allowed = await person.form(page, { step: 'allow', account_id: accountId });
    const first = await person.get(allowed.location);
    expect(new URL(first.location).searchParams.get('code')).toBeTruthy();
    const again = await person.get(allowed.location);
    expect(again.statusCode).toBe(400);
    expect((await person.form(page, { step: 'allow', account_id: accountId })).statusCode).toBe(400);
  });

  it.each([
    [{}, 500],
    [{ limit: 'some', spend_limit: '40' }, 40],
    [{ limit: 'some', spend_limit: '0' }, 0],
    [{ limit: 'none', spend_limit: '500' }, undefined],
  ])('with %j lets the agent spend %s credits a month', async (chosen, limit) => {
    const { person, page, shown, accountId } = await consenting({}, `limit-${limit}@example.com`);
    expect(shown.body).toMatch(/name="spend_limit"[^>]* value="500"/u);
    await person.form(page, { step: 'allow', account_id: accountId, ...chosen });
    const [connection] = await server.connections.list(accountId);
    expect(connection?.limits.spendLimit).toBe(limit);
  });

  it.each(['', '-1', '1.5', 'much', '99999999999'])(
    'asks again where the limit is %j, and connects nothing',
    async (sent) => {
      const { person, page, accountId } = await consenting({}, 'unlimited@example.com');
      const chosen = { limit: 'some', spend_limit: sent };
      const answer = await person.form(page, { step: 'allow', account_id: accountId, ...chosen });
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toContain('whole number');
      expect(await server.connections.list(accountId)).toEqual([]);
    },
  );

  it('is not taken for a suspended account', async () => {
    const { person, page, accountId } = await consenting({}, 'suspended@example.com');
    const account = server.accounts.get(accountId);
    if (account) server.accounts.set(accountId, { ...account, status: 'suspended' });
    const answer = await person.form(page, { step: 'allow', account_id: accountId });
    expect(answer.statusCode).toBe(403);
  });

  it('can be made for another account after switching', async () => {
    const { person, page } = await consenting({}, 'here@example.com');
    const switched = await person.form(page, { step: 'switch' });
    expect((await person.get(switched.location)).location).toContain('/sign-in?');
    await person.signIn('there@example.com');
    expect((await person.get(page)).body).toContain('there@example.com');
  });
});

describe('signing in on the way', () => {
  it("happens on the dashboard's own page, which leads back to the authorization", async () => {
    const person = server.browser();
    const page = await begin(person);
    const { statusCode, location } = await person.get(page);
    expect(statusCode).toBe(303);
    expect(location).toBe(`${issuer}/sign-in?return_to=${encodeURIComponent(page)}`);
    await person.signIn('later@example.com');
    expect((await person.get(page)).body).toContain('later@example.com');
  });

  it('is asked for again where a decision comes without a session, and the decision does not count', async () => {
    const { person, page, accountId } = await consenting({}, 'left@example.com');
    await person.form(page, { step: 'switch' });
    const answer = await person.form(page, { step: 'allow', account_id: accountId });
    expect([answer.statusCode, answer.location.includes('/sign-in?')]).toEqual([303, true]);
    expect(await server.connections.list(accountId)).toEqual([]);
  });
});

describe('an authorization request', () => {
  it('never redirects to an address that the client did not register', async () => {
    const person = server.browser();
    for (const redirect_uri of [
      'https://evil.example/callback',
      `${callback}/../x`,
      `${callback}?x=1`,
      'javascript:alert(1)',
    ]) {
      const { client } = await server.register();
      const query = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri,
        response_type: 'code',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      });
      const answer = await person.get(`/authorize?${query}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.location).toBe('');
      expect(answer.headers?.['content-security-policy']).toContain("default-src 'none'");
    }
  });

  it.each([
    ['asks without a page', { prompt: 'none' }],
    ['leaves out PKCE', { code_challenge: '', code_challenge_method: '' }],
    ['asks for a plain challenge', { code_challenge_method: 'plain' }],
    ['asks for another resource', { resource: 'https://other.example/' }],
    ['sends a request object', { request: 'x.y.z' }],
  ])('that %s ends on our page and leads nowhere: anybody may register any address', async (_, wrong) => {
    const { client } = await server.register();
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'code',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...wrong,
    });
    const answer = await server.browser().get(`/authorize?${query}`);
    expect(answer).toMatchObject({ statusCode: 400, location: '' });
    expect(answer.headers?.['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).not.toContain(callback);
  });

  it('of an unknown client ends on a page, which shows the fault as text', async () => {
    const answer = await server.browser().get('/authorize?client_id=%3Cscript%3E&response_type=code');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('<script>');
  });

  it('never hands out tokens in the address', async () => {
    const { client } = await server.register();
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: callback,
      response_type: 'token',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const answer = await server.browser().get(`/authorize?${query}`);
    expect(answer).toMatchObject({ statusCode: 400, location: '' });
    expect(answer.body).toContain('response_type');
  });
});
