import fc from 'fast-check';
import { createKey, rotateKey } from '#functions/api-credentials/give-key.ts';
import { findSession } from '#shared/callers/identity/session-repository.ts';
import { issueApiKey } from '#shared/money/accounts/api-keys.ts';
import { isActive } from '#shared/money/accounts/credential.ts';
import { noKeyLimits, type Principal } from '#shared/money/accounts/principal.ts';
import { createSpendingReader } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { generateServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { interleaved, orders } from '#test/support/identity/interleaved.ts';
import { fresh, openHouse } from '#test/support/identity/member-house.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

/** An account with a key, and somebody who has joined it. */
async function openScene() {
  const { documents, tables } = database;
  const house = openHouse(database);
  const owner = await house.person(fresh('owner'));
  const guest = await house.person(fresh('guest'));
  await house.join(owner, guest, 'member');
  const { services: known, clock } = house;
  const { accountId } = owner;
  const session = (await known.sessions.list(accountId)).find(({ member }) => member);
  if (!session?.member) throw new Error('The guest has a session.');
  const services = {
    ...known,
    secrets: generateServiceSecrets(),
    spending: createSpendingReader({ documents, tables, clock }),
    findSession: (account: string, id: string) =>
      findSession({ documents, name: tables.identity, clock }, known.accounts, account, id),
  };
  const limits = { ...noKeyLimits, spendLimit: 5 };
  const { credential } = await issueApiKey(services, { accountId, name: 'shared', limits }, clock());
  const caller: Principal = {
    account: await known.accounts.get(accountId),
    credentialId: session.sessionId,
    signedInAt: session.createdAt,
    authSource: 'session',
    role: 'member',
    memberId: session.member.id,
    keyLimits: noKeyLimits,
    meters: [],
    scopes: new Set(['keys:create']),
  };
  const request = { caller, query: {}, requestId: 'req_1', now: clock() };
  return {
    house,
    owner,
    guest,
    shared: credential,
    member_id: session.member.id,
    create: () =>
      createKey(
        { ...request, parameters: {}, body: { name: 'theirs', mode: 'live', spend_limit: 5 } },
        services,
      ),
    rotate: () =>
      rotateKey(
        { ...request, parameters: { credential_id: credential.id }, body: { overlap_hours: 24 } },
        services,
      ),
  };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

async function credentialsOf({ house, owner }: Scene) {
  return house.services.credentials.list(owner.accountId);
}

describe('a key that somebody asks for while they are removed', () => {
  it('ends with them or is given to nobody, in every order of the two', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom('create', 'rotate'), async (order, does) => {
        const scene = await openScene();
        const { house, owner, guest, shared, member_id } = scene;
        const [asked, removed] = await interleaved(
          database,
          order,
          (): Promise<unknown> => (does === 'create' ? scene.create() : scene.rotate()),
          () => owner.ask('/session/members/remove', { member_id, keys: 'revoke' }),
        );
        expect(removed).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
        outcomes.add(`${does} ${asked.status}`);
        const active = (await credentialsOf(scene)).filter((one) => isActive(one, house.clock()));
        expect(active.filter(({ createdBy }) => createdBy === member_id)).toEqual([]);
        // Where the removal did not find the rotation, the key is the one that the owner gave out.
        const kept = active.find(({ id }) => id === shared.id);
        if (kept) expect([kept.fingerprint, kept.previous]).toEqual([shared.fingerprint, null]);
        if (kept && does === 'rotate') expect(asked.status).toBe('rejected');
        expect((await guest.ask('/session/members/list')).status).toBe(401);
      }),
      { numRuns: 60, seed: 7 },
    );
    expect([...outcomes].sort()).toEqual([
      'create fulfilled',
      'create rejected',
      'rotate fulfilled',
      'rotate rejected',
    ]);
  });

  it('is given to nobody where its session was signed out in between', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const scene = await openScene();
        const { sessions } = scene.house.services;
        const found = await sessions.list(scene.owner.accountId);
        const { sessionId } = found.find(({ member }) => member) ?? { sessionId: '' };
        const [asked] = await interleaved(
          database,
          order,
          () => scene.create(),
          () => sessions.end(scene.owner.accountId, sessionId),
        );
        const active = (await credentialsOf(scene)).filter((one) => isActive(one, scene.house.clock()));
        expect(active.length).toBe(asked.status === 'fulfilled' ? 2 : 1);
        outcomes.add(asked.status);
      }),
      { numRuns: 20, seed: 7 },
    );
    expect([...outcomes].sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the id of a person of an account', () => {
  it('is another in every account and says nothing of the address', async () => {
    const house = openHouse(database);
    const guest = await house.person(fresh('guest'));
    const ids = new Set<string>();
    for (const name of ['one', 'two']) {
      const owner = await house.person(fresh(name));
      const { json } = await owner.ask('/session/members/invite', { email: guest.email, role: 'member' });
      const again = await owner.ask('/session/members/invite', { email: guest.email, role: 'billing' });
      expect(again.json.id).toBe(json.id);
      ids.add(json.id);
    }
    expect(ids.size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^mem_[0-9a-hjkmnp-tv-z]{26}$/u);
  });
});
