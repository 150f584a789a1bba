import { createSessionTokenVerifier } from '#shared/callers/identity/session-token.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { issuer } from '#test/support/identity/identity.ts';
import { type SessionRoutes, startSessionRoutes } from '#test/support/identity/session-routes.ts';

let routes: SessionRoutes;
let identity: SessionRoutes['identity'];
beforeAll(async () => {
  routes = await startSessionRoutes();
  ({ identity } = routes);
});
afterAll(() => identity.stop());

const post: SessionRoutes['post'] = (...request) => routes.post(...request);
const signIn: SessionRoutes['signIn'] = (...person) => routes.signIn(...person);
const lastCode = () => routes.lastCode();
const wrongCode = () => routes.wrongCode();

describe('signing in with a one-time code', () => {
  it('opens the account at the first sign-in and finds it at the next, however the address is written', async () => {
    const first = await signIn('Ann@Example.com ');
    const second = await signIn('ann@example.COM');
    expect(first.statusCode).toBe(200);
    expect(first.json.account_id).toMatch(/^acct_/u);
    expect(second.json.account_id).toBe(first.json.account_id);
    expect(second.json.session_id).not.toBe(first.json.session_id);
  });

  it('answers alike for known and unknown addresses', async () => {
    await signIn('known@example.com');
    const known = await post('code', { email: 'known@example.com' });
    const unknown = await post('code', { email: 'nobody@example.com' });
    expect(Object.keys(known.json)).toEqual(Object.keys(unknown.json));
    expect(known.statusCode).toBe(unknown.statusCode);
    expect(JSON.stringify(unknown.json)).not.toContain('nobody');
  });

  it('takes each code once', async () => {
    const { json } = await post('code', { email: 'once@example.com' });
    const proof = { sign_in_id: json.sign_in_id, code: lastCode() };
    const both = await Promise.all([post('verify', proof), post('verify', proof)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    expect((await post('verify', proof)).statusCode).toBe(401);
  });

  it('allows five tries and not one more, also with the right code', async () => {
    const { json } = await post('code', { email: 'tries@example.com' });
    for (let tries = 0; tries < 5; tries += 1)
      expect((await post('verify', { sign_in_id: json.sign_in_id, code: wrongCode() })).statusCode).toBe(401);
    expect((await post('verify', { sign_in_id: json.sign_in_id, code: lastCode() })).statusCode).toBe(401);
  });

  it('does not take the code of another attempt', async () => {
    const mine = await post('code', { email: 'mine@example.com' });
    await post('code', { email: 'theirs@example.com' });
    expect((await post('verify', { sign_in_id: mine.json.sign_in_id, code: lastCode() })).statusCode).toBe(
      401,
    );
  });

  it('ends a code after ten minutes', async () => {
    const { json } = await post('code', { email: 'late@example.com' });
    identity.pass(601);
    expect((await post('verify', { sign_in_id: json.sign_in_id, code: lastCode() })).statusCode).toBe(401);
  });

  it('accepts a code that was pasted with blanks, and names what is not a code', async () => {
    const { json } = await post('code', { email: 'paste@example.com' });
    const code = ` ${lastCode().slice(0, 3)} ${lastCode().slice(3)}\n`;
    expect((await post('verify', { sign_in_id: json.sign_in_id, code })).statusCode).toBe(200);
    expect((await post('verify', { sign_in_id: json.sign_in_id, code: '12' })).statusCode).toBe(422);
    for (const email of ['', 'no address', 'a@b', `${'x'.repeat(250)}@example.com`, 'a@b.c\r\nBcc: d@e.f'])
      expect((await post('code', { email })).statusCode).toBe(422);
  });

  it('keeps neither code nor address readable in its keys', async () => {
    await post('code', { email: 'hidden@example.com' });
    const { ScanCommand } = await import('@aws-sdk/lib-dynamodb');
    const { Items = [] } = await identity.table.documents.send(
      new ScanCommand({ TableName: identity.table.name }),
    );
    expect(Items.map(({ pk, sk }) => `${pk}${sk}`).join()).not.toContain('hidden');
    expect(JSON.stringify(Items)).not.toContain(lastCode());
  });
});

describe('the owner of an account', () => {
  const notices = () => routes.mails.filter(({ subject }) => subject.includes('new browser'));

  it('is told of a sign-in from a new browser, but not of the first and not of a known one', async () => {
    routes.mails.splice(0);
    const first = await routes.signIn('told@example.com');
    expect(notices()).toEqual([]);
    const mark = first.cookies.split('; ').find((cookie) => cookie.startsWith('__Host-known='));
    await routes.signIn('told@example.com', mark);
    expect(notices()).toEqual([]);
    await routes.signIn('told@example.com');
    await routes.signIn('told@example.com', '__Host-known=made-up');
    expect(notices()).toMatchObject([{ to: 'told@example.com' }, { to: 'told@example.com' }]);
    expect(notices()[0]?.text).toMatch(/Network: 10\.0\.\d+\.0\/24/u);
  });

  it('sees from which network each browser signed in', async () => {
    const { cookies } = await routes.signIn('network@example.com');
    const { json } = await routes.post('list', {}, { cookie: cookies });
    expect(json.sessions[0].network).toMatch(/^10\.0\.\d+\.0\/24$/u);
  });
});

describe('the session cookie', () => {
  it('is for this host only, out of reach of scripts and of other sites', async () => {
    const { multiValueHeaders } = await signIn('cookie@example.com');
    const [cookie, mark, ...others] = multiValueHeaders?.['set-cookie'] ?? [];
    expect(others).toEqual([]);
    expect(mark).toMatch(
      /^__Host-known=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/u,
    );
    expect(cookie).toMatch(
      /^__Host-session=[^;]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/u,
    );
  });

  it('is exchanged for a token that stands for the same account', async () => {
    const { cookies, json } = await signIn('token@example.com');
    const exchanged = await post('token', {}, { cookie: cookies });
    expect(exchanged.json).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
      session_id: json.session_id,
    });
    const verifier = createSessionTokenVerifier({
      ...identity,
      issuer,
      clock: identity.table.clock,
    });
    expect(await verifier.resolve(exchanged.json.token)).toMatchObject({
      ok: true,
      principal: { account: { accountId: json.account_id }, authSource: 'session' },
    });
    await post('sign-out', {}, { cookie: cookies });
    expect(await verifier.resolve(exchanged.json.token)).toMatchObject({ ok: false });
    expect((await post('token', {}, { cookie: cookies })).statusCode).toBe(401);
  });

  it('is absent when signed out, which is an answer and no error', async () => {
    const { statusCode, json } = await post('token');
    expect({ statusCode, json }).toEqual({ statusCode: 200, json: { signed_in: false } });
    expect((await post('token', {}, { cookie: '__Host-session=acct_1.sess_1.made-up' })).statusCode).toBe(
      401,
    );
    expect((await post('list')).statusCode).toBe(401);
  });

  it('that was planted before the sign-in is not the one after it, and ends', async () => {
    const planted = await signIn('attacker@example.com');
    const victim = await signIn('victim@example.com', planted.cookies);
    expect(victim.cookies).not.toBe(planted.cookies);
    expect((await post('token', {}, { cookie: planted.cookies })).statusCode).toBe(401);
    const made = await signIn('victim@example.com', '__Host-session=acct_1.sess_1.chosen');
    expect(made.cookies).not.toContain('chosen');
  });

  it('is taken away at signing out, also where there was none', async () => {
    const { statusCode, multiValueHeaders } = await post('sign-out');
    expect(statusCode).toBe(200);
    expect(multiValueHeaders?.['set-cookie']?.[0]).toMatch(/^__Host-session=; Path=\/; Max-Age=0/u);
  });
});

describe('the sessions of an account', () => {
  it('are listed, and each can be ended from any other', async () => {
    const [phone, desk] = [await signIn('many@example.com'), await signIn('many@example.com')];
    const { json } = await post('list', {}, { cookie: desk.cookies });
    expect(json.sessions).toHaveLength(2);
    expect(json.sessions.find((session: { is_current: boolean }) => session.is_current).id).toBe(
      desk.json.session_id,
    );
    const end = { session_id: phone.json.session_id };
    expect((await post('end', end, { cookie: desk.cookies })).json).toEqual({ ended: true });
    expect((await post('token', {}, { cookie: phone.cookies })).statusCode).toBe(401);
    expect((await post('end', end, { cookie: desk.cookies })).statusCode).toBe(404);
  });

  it('cannot be ended by another account', async () => {
    const [mine, theirs] = [await signIn('m1@example.com'), await signIn('m2@example.com')];
    const end = { session_id: mine.json.session_id };
    expect((await post('end', end, { cookie: theirs.cookies })).statusCode).toBe(404);
    expect((await post('token', {}, { cookie: mine.cookies })).statusCode).toBe(200);
  });
});

describe('a session route', () => {
  it('refuses what a page of another site sends', async () => {
    const { cookies } = await signIn('csrf@example.com');
    for (const origin of ['https://evil.example', 'null', `${issuer}.evil.example`, 'http://oriel.example'])
      for (const path of ['token', 'sign-out', 'code', 'verify', 'list', 'end'])
        expect((await post(path, {}, { cookie: cookies, origin })).statusCode).toBe(403);
    const form = { cookie: cookies, origin: 'https://evil.example', 'content-type': 'text/plain' };
    expect((await post('sign-out', '{}', form)).statusCode).toBe(403);
    expect((await post('token', {}, { cookie: cookies })).statusCode).toBe(200);
  });

  it('refuses requests without an origin, unless the browser itself vouches for the page', async () => {
    const withoutOrigin = gatewayEvent({ path: '/session/sign-out', body: {} });
    expect((await routes.handler(withoutOrigin, lambdaContext)).statusCode).toBe(403);
    const vouched = { origin: 'http://127.0.0.1:4000', 'sec-fetch-site': 'same-origin' };
    expect((await post('sign-out', {}, vouched)).statusCode).toBe(200);
  });

  it('never gives 500 for a bad body, and no store keeps its answers', async () => {
    for (const body of ['', 'null', '[]', '"x"', '{', '{"email":7}', '{"email":null}', '{"__proto__":{}}']) {
      const { statusCode, headers } = await post('code', body);
      expect([400, 422]).toContain(statusCode);
      expect(headers?.['cache-control']).toBe('no-store');
      expect(headers?.['content-type']).toBe('application/problem+json');
    }
  });
});
