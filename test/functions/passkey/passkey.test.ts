import * as v from 'valibot';
import { createPasskeyServices, passkeyActions, relyingParty } from '#functions/passkey/actions.ts';
import { passkeyAnswers } from '#functions/passkey/contract.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { cookiesOf, gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { issuer, startIdentity } from '#test/support/identity/identity.ts';
import { softwareAuthenticator } from '#test/support/identity/software-authenticator.ts';

let handler: ReturnType<typeof sessionHandler>;
const mails: Mail[] = [];
const identity = duringTests(startIdentity);
beforeAll(async () => {
  const services = createPasskeyServices({
    table: identity.table,
    accounts: identity.accounts,
    clock: identity.table.clock,
    logger: { info() {}, warn() {}, error() {} },
    baseUrl: issuer,
    dashboardUrl: issuer,
    originSecret: undefined,
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  handler = sessionHandler(passkeyActions, async () => services);
});

async function post(path: string, body: unknown = {}, cookie = '', origin = issuer) {
  const event = gatewayEvent({ path: `/session/passkey/${path}`, body, headers: { origin, cookie } });
  const result = await handler(event, lambdaContext);
  const json = JSON.parse(result.body);
  const contract = Object.entries(passkeyAnswers).find(([route]) => route === event.path)?.[1];
  // Every answer here is one that the contract, and so the dashboard, knows.
  if (result.statusCode === 200) expect(v.is(contract ?? v.never(), json)).toBe(true);
  return { ...result, json, cookies: cookiesOf(result) };
}

const rpId = 'oriel.example';
const ceremony = (challenge: string) => ({ challenge, origin: issuer, rpId });

async function signedIn(accountId: string) {
  const { cookieValue } = await identity.sessions.start({ accountId, method: 'email', userAgent: 'test' });
  return `__Host-session=${cookieValue}`;
}

async function registered(accountId = 'acct_1') {
  const device = softwareAuthenticator();
  const cookie = await signedIn(accountId);
  const { json } = await post('register/options', {}, cookie);
  const response = device.register(ceremony(json.challenge), json.user.id);
  const body = { name: 'Laptop', response };
  return { device, cookie, body, answer: await post('register', body, cookie) };
}

async function options() {
  const { json } = await post('sign-in/options');
  return ceremony(json.challenge);
}

describe('a passkey', () => {
  it('signs in without an address, to a new session of its account', async () => {
    const { device, answer } = await registered('acct_7');
    expect(answer.statusCode).toBe(200);
    const asked = await options();
    const response = device.signIn(asked);
    const signed = await post('sign-in', { response });
    expect(signed.json).toMatchObject({ account_id: 'acct_7' });
    const session = await identity.sessions.find('acct_7', signed.json.session_id);
    expect(session).toMatchObject({ method: 'passkey' });
    expect(signed.cookies).toContain('__Host-session=');
  });

  it('is refused for another challenge, origin, name of ours, device or a second use', async () => {
    const { device } = await registered();
    const stranger = softwareAuthenticator();
    const refused = [
      async () => ({ ...(await options()), challenge: 'x'.repeat(43) }),
      async () => ({ ...(await options()), origin: 'https://evil.example' }),
      async () => ({ ...(await options()), rpId: 'evil.example' }),
    ];
    for (const ask of refused) {
      const asked = await ask();
      const answer = await post('sign-in', {
        response: device.signIn(asked),
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.cookies).toBe('');
    }
    const asked = await options();
    const theirs = { ...stranger.signIn(asked), id: device.id, rawId: device.id };
    const userHandle = device.signIn(asked).response.userHandle;
    const forged = { ...theirs, response: { ...theirs.response, userHandle } };
    expect((await post('sign-in', { response: forged })).statusCode).toBe(401);
    const again = await options();
    const body = { response: device.signIn(again) };
    expect((await post('sign-in', body)).statusCode).toBe(200);
    expect((await post('sign-in', body)).statusCode).toBe(401);
  });

  it('is refused where the device has not verified its user', async () => {
    const { device } = await registered();
    const asked = await options();
    const response = device.signIn(asked, 0x01);
    expect((await post('sign-in', { response })).statusCode).toBe(401);
  });

  it('is refused where its counter goes back: somebody has copied it', async () => {
    const { device } = await registered();
    for (const [counter, status] of [
      [5, 200],
      [6, 200],
      [6, 401],
      [3, 401],
    ] as const) {
      device.counter = counter;
      const asked = await options();
      const answer = await post('sign-in', {
        response: device.signIn(asked),
      });
      expect(answer.statusCode).toBe(status);
    }
  });

  it('is offered for five minutes', async () => {
    const { device } = await registered();
    const asked = await options();
    identity.pass(301);
    const response = device.signIn(asked);
    expect((await post('sign-in', { response })).statusCode).toBe(401);
  });
});

describe('the owner of an account', () => {
  it('is told of a new passkey, and of a sign-in from a browser that is not signed in there', async () => {
    mails.splice(0);
    const { device } = await registered('acct_told');
    expect(mails.map(({ subject }) => subject)).toEqual(['A passkey was added to your Oriel account']);
    expect(mails[0]?.text).toContain('Passkey: Laptop');
    const signIn = async () => post('sign-in', { response: device.signIn(await options()) });
    expect((await signIn()).statusCode).toBe(200);
    expect(mails.map(({ subject }) => subject).slice(1)).toEqual([
      'A new browser signed in to your Oriel account',
    ]);
    expect((await signIn()).statusCode).toBe(200);
    expect(mails).toHaveLength(2);
  });

  it('signs in again before a passkey is added, once the sign-in is ten minutes old', async () => {
    const cookie = await signedIn('acct_stale');
    identity.pass(599);
    expect((await post('register/options', {}, cookie)).statusCode).toBe(200);
    identity.pass(2);
    const stale = await post('register/options', {}, cookie);
    expect(stale).toMatchObject({ statusCode: 403, json: { code: 'sign_in_again' } });
    expect((await post('list', {}, cookie)).statusCode).toBe(200);
  });
});

describe('the passkeys of an account', () => {
  it('are added by a signed-in person, and only with the challenge given to that person', async () => {
    expect((await post('register/options')).statusCode).toBe(401);
    const { body, cookie } = await registered('acct_8');
    expect((await post('register', body, cookie)).statusCode).toBe(401);
    const device = softwareAuthenticator();
    const mine = await post('register/options', {}, await signedIn('acct_8'));
    const response = device.register(ceremony(mine.json.challenge), mine.json.user.id);
    const theirs = await post('register', { response }, await signedIn('acct_9'));
    expect(theirs.statusCode).toBe(401);
  });

  it('are listed with their name, when they were made and when they were last used', async () => {
    const { device, cookie } = await registered('acct_10');
    const listed = async () => (await post('list', {}, cookie)).json.passkeys;
    const made = new Date(identity.table.clock()).toISOString();
    expect(await listed()).toEqual([{ id: device.id, name: 'Laptop', created_at: made, last_used_at: null }]);
    identity.pass(60);
    await post('sign-in', { response: device.signIn(await options()) });
    const used = new Date(identity.table.clock()).toISOString();
    expect(await listed()).toMatchObject([{ created_at: made, last_used_at: used }]);
  });

  it('are renamed, and a removed one is not brought back by it', async () => {
    const { device, cookie } = await registered('acct_13');
    const rename = (name: string) => post('rename', { passkey_id: device.id, name }, cookie);
    expect((await rename('  Work phone ')).json).toMatchObject({ id: device.id, name: 'Work phone' });
    expect((await rename(' ')).statusCode).toBe(422);
    await post('remove', { passkey_id: device.id }, cookie);
    expect((await rename('Ghost')).statusCode).toBe(404);
    expect((await post('list', {}, cookie)).json).toEqual({ passkeys: [] });
  });

  it('are removed, the last one too, and then sign in no more from the next request on', async () => {
    const { device, cookie } = await registered('acct_14');
    const asked = await options();
    expect((await post('remove', { passkey_id: device.id }, cookie)).json).toEqual({ removed: true });
    // Also where the challenge was given out before the removal.
    expect((await post('sign-in', { response: device.signIn(asked) })).statusCode).toBe(401);
    expect((await post('remove', { passkey_id: device.id }, cookie)).statusCode).toBe(404);
  });

  it('are neither seen, renamed nor removed by another account', async () => {
    const { device } = await registered('acct_15');
    const other = await signedIn('acct_11');
    expect((await post('list', {}, other)).json).toEqual({ passkeys: [] });
    expect((await post('remove', { passkey_id: device.id }, other)).statusCode).toBe(404);
    expect((await post('rename', { passkey_id: device.id, name: 'Mine' }, other)).statusCode).toBe(404);
    expect((await post('sign-in', { response: device.signIn(await options()) })).statusCode).toBe(200);
  });

  it('are shown only when signed in', async () => {
    const { device, cookie } = await registered('acct_16');
    const [accountId = '', sessionId = ''] = cookie.replace('__Host-session=', '').split('.');
    await identity.sessions.end(accountId, sessionId);
    const id = { passkey_id: device.id };
    for (const anyone of ['', cookie, '__Host-session=acct_16.sess_1.chosen']) {
      expect((await post('list', {}, anyone)).statusCode).toBe(401);
      expect((await post('rename', { ...id, name: 'Mine' }, anyone)).statusCode).toBe(401);
      expect((await post('remove', id, anyone)).statusCode).toBe(401);
    }
  });

  it('cannot be touched by a page of another site, nor by bad bodies', async () => {
    const { device, cookie } = await registered('acct_12');
    const body = { passkey_id: device.id, name: 'Theirs' };
    for (const path of Object.keys(passkeyAnswers))
      for (const origin of ['https://evil.example', 'null', `${issuer}.evil.example`]) {
        const forged = await post(path.slice('/session/passkey/'.length), body, cookie, origin);
        expect([path, forged.statusCode]).toEqual([path, 403]);
      }
    expect((await post('list', {}, cookie)).json.passkeys).toMatchObject([{ name: 'Laptop' }]);
    for (const path of ['register', 'sign-in', 'rename', 'remove'])
      for (const bad of ['{}', 'null', '[]', '{"response":7}'])
        expect((await post(path, bad, cookie)).statusCode).toBe(422);
  });
});

describe('the party that passkeys belong to', () => {
  it('is the host of the dashboard, and localhost on one machine whatever its address', () => {
    expect(relyingParty('https://oriel.example')).toEqual({
      id: 'oriel.example',
      origins: ['https://oriel.example'],
    });
    const local = { id: 'localhost', origins: ['http://localhost:4000'] };
    expect(relyingParty('http://127.0.0.1:4000')).toEqual(local);
    expect(relyingParty('http://localhost:4000')).toEqual(local);
  });
});
