import { createSessionTokenVerifier, mintSessionToken } from '#shared/callers/identity/session-token.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { issuer, startIdentity } from '#test/support/identity/identity.ts';

const identity = duringTests(startIdentity);

async function signedIn(accountId = 'acct_1') {
  const started = await identity.sessions.start({ accountId, method: 'email', userAgent: 'test' });
  const { table: _, ...rest } = identity;
  const verifier = createSessionTokenVerifier({ ...rest, issuer, clock: identity.table.clock });
  const options = { issuer, key: identity.signing.current, now: identity.time.now };
  return { ...started, verifier, token: await mintSessionToken(started.session, options) };
}

describe('a session token', () => {
  it('stands for the account of its session', async () => {
    const { verifier, token, session } = await signedIn();
    const resolution = await verifier.resolve(token);
    expect(resolution).toMatchObject({
      ok: true,
      principal: { authSource: 'session', credentialId: session.sessionId, account: { accountId: 'acct_1' } },
    });
  });

  it('fails on the next request after its session was ended', async () => {
    const { verifier, token, session } = await signedIn();
    await identity.sessions.end('acct_1', session.sessionId);
    expect(await verifier.resolve(token)).toEqual({ ok: false, reason: 'session ended' });
  });

  it('lives ten minutes', async () => {
    const { verifier, token } = await signedIn();
    identity.pass(594);
    expect(await verifier.resolve(token)).toMatchObject({ ok: true });
    identity.pass(15);
    expect(await verifier.resolve(token)).toMatchObject({ ok: false });
  });

  it('says nothing for an account that is gone', async () => {
    const { verifier, token } = await signedIn('acct_gone');
    expect(await verifier.resolve(token)).toMatchObject({ ok: false });
  });

  it('is not an API key, and an API key is not one', async () => {
    const { verifier, token } = await signedIn();
    expect(verifier.recognizes(token)).toBe(true);
    expect(verifier.recognizes('or_0123456789')).toBe(false);
  });
});

describe('a session', () => {
  const start = () => identity.sessions.start({ accountId: 'acct_2', method: 'email', userAgent: 'test' });

  it('is proved by its cookie value and by nothing near it', async () => {
    const { session, cookieValue } = await start();
    expect(await identity.sessions.resume(cookieValue)).toMatchObject({ sessionId: session.sessionId });
    expect(await identity.sessions.resume(`${cookieValue}x`)).toBeUndefined();
    expect(await identity.sessions.resume(`acct_2.${session.sessionId}.`)).toBeUndefined();
    expect(await identity.sessions.resume(cookieValue.replace('acct_2', 'acct_3'))).toBeUndefined();
  });

  it('ends after 14 days without use, and use keeps it alive', async () => {
    const { cookieValue } = await start();
    identity.pass(13 * 86_400);
    expect(await identity.sessions.resume(cookieValue)).toBeDefined();
    identity.pass(13 * 86_400);
    expect(await identity.sessions.resume(cookieValue)).toBeDefined();
    const unused = await start();
    identity.pass(14 * 86_400 + 1);
    expect(await identity.sessions.resume(unused.cookieValue)).toBeUndefined();
  });

  it('ends after 30 days however much it is used', async () => {
    const { cookieValue } = await start();
    for (const days of [10, 10, 9]) {
      identity.pass(days * 86_400);
      expect(await identity.sessions.resume(cookieValue)).toBeDefined();
    }
    identity.pass(86_401);
    expect(await identity.sessions.resume(cookieValue)).toBeUndefined();
  });

  it('is stored without its secret', async () => {
    const { cookieValue, session } = await start();
    const secret = cookieValue.split('.')[2];
    expect(JSON.stringify(await identity.sessions.list('acct_2'))).not.toContain(secret);
    expect(session.sessionId).toMatch(/^sess_/u);
  });
});
