import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { ageSignIn } from '#test/support/identity/age-sign-in.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();

/** A signed-in person whose sign-in is as old as is said. */
async function personSignedIn(secondsAgo: number) {
  const { accountId } = await service.openAccount(0);
  const { session_token, session_id } = await service.operations.createSession(accountId);
  await ageSignIn(service, accountId, session_id, secondsAgo);
  return service.callerWith(accountId, session_token);
}

const path = '/v1/me/api-credentials';

describe('a key without a spend limit', () => {
  it('is made by a person who signed in within the last ten minutes, and not by an older sign-in', async () => {
    const fresh = await personSignedIn(500);
    expect((await fresh.post(path, { name: 'fresh' })).status).toBe(201);
    const stale = await personSignedIn(700);
    for (const body of [{ name: 'stale' }, { name: 'stale', spend_limit: null }]) {
      const refused = await stale.post(path, body);
      expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_again', retryable: false } });
    }
    expect((await stale.post(path, { name: 'limited', spend_limit: 100 })).status).toBe(201);
    const change = (id: string, spend_limit: number) => stale.patch(`${path}/${id}`, { spend_limit });
    // A limit that is above all there is to spend is none.
    expect(await stale.post(path, { name: 'stale', spend_limit: 1_000_000_000 })).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    });
    const { id } = (await stale.post(path, { name: 'raised', spend_limit: 1 })).body.api_credential;
    expect((await change(id, 1_000_000_000)).status).toBe(403);
    expect((await change(id, 500)).status).toBe(200);
    // What is high already may always be lowered.
    const high = { name: 'high', spend_limit: 2_000_000 };
    const owner = await service.operations.createSession(stale.accountId);
    const made = await service.callerWith(stale.accountId, owner.session_token).post(path, high);
    expect((await change(made.body.api_credential.id, 1_500_000)).status).toBe(200);
    const { body } = await stale.get(path);
    expect(body.filter(({ name }: { name: string }) => name === 'stale')).toEqual([]);
  });
});

describe('the deletion of an account', () => {
  it('needs a sign-in of the last ten minutes, as no other look at it does', async () => {
    const { documents, tables } = service.database;
    const sessions = createSessionRepository(
      { documents, name: tables.identity, clock: Date.now },
      createAccountRepository({ documents, tables, clock: Date.now }),
    );
    const { accountId } = await service.openAccount(0);
    const { session, cookieValue } = await sessions.start({ accountId, method: 'email', userAgent: 'test' });
    await ageSignIn(service, accountId, session.sessionId, 700);
    const post = (route: string, body: unknown) =>
      service.send(route, {
        method: 'POST',
        headers: {
          origin: service.baseUrl,
          'content-type': 'application/json',
          cookie: `__Host-session=${cookieValue}`,
        },
        body: JSON.stringify(body),
      });
    const refused = await post('/session/account/delete', { email: 'whatever@test.example' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect((await post('/session/account/download', {})).status).toBe(200);
  });
});
