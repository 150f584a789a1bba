import { softwareAuthenticator } from '#test/support/identity/software-authenticator.ts';
import { type PersonsBrowser, peopleOf } from '#test/support/service/people.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();
const { browserOf, joined } = peopleOf(service);

const keys = '/v1/me/api-credentials';

/** Authenticators know this machine as `localhost`. */
const ceremony = (challenge: string) => ({
  challenge,
  origin: service.baseUrl.replace('127.0.0.1', 'localhost'),
  rpId: 'localhost',
});

async function mailsTo(email: string): Promise<readonly { readonly subject: string }[]> {
  const { body } = await service.send('/dev/mailbox', { headers: { accept: 'application/json' } });
  return body.filter(({ to }: { to: string }) => to === email);
}

/** An account with credits and a key, handed over to somebody who had joined it. */
async function handedOver(word: string, before?: (owner: PersonsBrowser) => Promise<unknown>) {
  const owner = await browserOf(`${word}@founder.example`);
  await before?.(owner);
  await service.operations.operator.grant(owner.accountId, 100, undefined);
  const key = await owner.ask('POST', keys, { name: 'kept' });
  const caller = service.callerWith(owner.accountId, key.body.key);
  await caller.post('/v1/tools/inspect_keyword', { keyword: 'tent' });
  const credits = (await caller.get('/v1/me/credits')).body;
  const heir = await joined(owner, 'member');
  const shared = await heir.ask('POST', keys, { name: 'shared', spend_limit: 5 });
  const rotated = await owner.ask('POST', `${keys}/${shared.body.api_credential.id}/rotate`, {});
  await service.operations.operator.handOver(owner.accountId, heir.email);
  return { owner, heir, caller, rotated: rotated.body.key, credits, accountId: owner.accountId };
}

describe('an account that changes hands', () => {
  it('keeps its credits, keys and usage, and both people the sessions that they have, with their new roles', async () => {
    const { owner, heir, caller, credits } = await handedOver('keeps');
    const after = await caller.get('/v1/me/credits');
    expect(after.body).toEqual(credits);
    const { body: usage } = await heir.ask('GET', '/v1/me/usage');
    expect(usage.filter(({ tool }: { tool: string | null }) => tool !== null)).toMatchObject([
      { tool: 'inspect_keyword', credits_charged: 2 },
    ]);
    expect((await owner.post('/session/token')).body).toMatchObject({
      role: 'member',
      person: { email: owner.email },
      account: { email: heir.email },
    });
    expect((await owner.post('/session/billing/statement')).status).toBe(403);
    expect((await owner.post('/session/account/download')).status).toBe(403);
    expect((await heir.post('/session/token')).body).toMatchObject({ role: 'owner' });
    const copy = await heir.post('/session/account/download');
    expect(copy.body.account).toMatchObject({
      id: owner.accountId,
      email: heir.email,
      balance: after.body.balance,
    });
    const rolesOf = copy.body.people.map(({ email, role }: Record<string, string>) => [email, role]);
    expect(Object.fromEntries(rolesOf)).toEqual({ [heir.email]: 'owner', [owner.email]: 'member' });
    expect(copy.text).not.toMatch(/"term"|secret_hash|address_hash/u);
    await heir.ask('POST', keys, { name: 'theirs', spend_limit: 5 });
    expect((await mailsTo(heir.email))[0]?.subject).toBe('A new API key was created in your Oriel account');
  });

  it('lets its former owner leave, whose address opens an account of their own and nothing else', async () => {
    const { owner, heir, accountId } = await handedOver('leaves');
    const again = await browserOf(owner.email);
    expect(again.accountId).not.toBe(accountId);
    const { accounts } = (await again.post('/session/members/accounts')).body;
    expect(accounts).toMatchObject([
      { id: again.accountId, email: owner.email, role: 'owner' },
      { id: accountId, email: heir.email, role: 'member' },
    ]);
    await again.post('/session/members/switch', { account_id: accountId });
    const { people } = (await again.post('/session/members/list')).body;
    const { id: member_id } = people.find(({ is_you }: { is_you: boolean }) => is_you);
    expect((await again.post('/session/members/remove', { member_id })).status).toBe(200);
    for (const ended of [owner, again]) expect((await ended.post('/session/token')).status).toBe(401);
    const later = await browserOf(owner.email);
    expect(later.accountId).toBe(again.accountId);
    expect((await later.post('/session/members/accounts')).body.accounts).toHaveLength(1);
    const refused = await later.post('/session/members/switch', { account_id: accountId });
    expect(refused.status).toBe(404);
    const { body: statement } = await later.post('/session/billing/statement');
    expect(statement).toMatchObject({ balance: 0, orders: [], ledger: [] });
  });

  it('leaves the passkeys to the person, who signs in with them to an account of their own', async () => {
    const device = softwareAuthenticator();
    const { owner, heir } = await handedOver('passkey', async ({ post }) => {
      const { body } = await post('/session/passkey/register/options');
      const response = device.register(ceremony(body.challenge), body.user.id);
      expect((await post('/session/passkey/register', { name: 'Laptop', response })).status).toBe(200);
    });
    expect((await heir.post('/session/passkey/list')).body.passkeys).toEqual([]);
    const { body: asked } = await owner.post('/session/passkey/sign-in/options');
    const response = device.signIn(ceremony(asked.challenge));
    const signed = await owner.post('/session/passkey/sign-in', { response });
    expect(signed.body.account_id).not.toBe(owner.accountId);
    expect((await owner.post('/session/token')).body).toMatchObject({
      role: 'owner',
      person: { email: owner.email },
      account: { id: signed.body.account_id, email: owner.email },
    });
    expect((await owner.post('/session/passkey/list')).body.passkeys).toHaveLength(1);
  });

  it('revokes with its former owner, where that is asked for, the keys that they made or rotated while it was theirs', async () => {
    const { owner, heir, caller, rotated } = await handedOver('revokes');
    const { people } = (await heir.post('/session/members/list')).body;
    const { id: member_id } = people.find(({ email }: { email: string }) => email === owner.email);
    const gone = await heir.post('/session/members/remove', { member_id, keys: 'revoke' });
    expect(gone.body.status).toBe('removed');
    for (const ended of [caller, service.callerWith(owner.accountId, rotated)])
      expect((await ended.get('/v1/me/credits')).status).toBe(401);
  });

  it('is deleted by its new owner alone, whose own account stays, and before that own one', async () => {
    const { owner, heir, accountId } = await handedOver('deletes');
    await heir.post('/session/members/switch', { account_id: heir.accountId });
    const early = await heir.post('/session/account/delete', { email: heir.email });
    expect(early).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('handed over to you') },
    });
    await heir.post('/session/members/switch', { account_id: accountId });
    expect((await heir.post('/session/account/delete', { email: heir.email })).status).toBe(200);
    expect((await owner.post('/session/token')).status).toBe(401);
    const own = await browserOf(heir.email);
    expect(own.accountId).toBe(heir.accountId);
    expect((await own.post('/session/members/accounts')).body.accounts).toHaveLength(1);
    expect((await own.post('/session/account/delete', { email: own.email })).status).toBe(200);
    const former = await browserOf(owner.email);
    expect((await former.post('/session/members/accounts')).body.accounts).toHaveLength(1);
  });
});
