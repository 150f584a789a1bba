import { homeOf } from '#shared/callers/identity/account-directory.ts';
import { holders, openHandOver } from '#test/support/identity/hand-over-scene.ts';
import { fresh } from '#test/support/identity/member-house.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

describe('an account that is handed over', () => {
  it('is its new owner’s from the next request on, with its mail, and its former owner is a member', async () => {
    const scene = await openHandOver(database);
    const { house, owner, heir, accountId, handOver } = scene;
    const before = await house.services.accounts.get(accountId);
    expect(await handOver(heir)).toBe(true);
    const after = await house.services.accounts.get(accountId);
    expect(after).toMatchObject({ balance: before.balance, email: heir.email });
    const { json } = await owner.ask('/session/members/list');
    expect(json.people).toMatchObject([
      { email: heir.email, role: 'owner', is_holder: true, is_you: false },
      { email: owner.email, role: 'member', is_holder: false, is_you: true, invited_by: null },
      { email: scene.second.email, role: 'owner', is_holder: false },
    ]);
  });

  it('leaves its former owner an account of their own, and both tell theirs apart', async () => {
    const { house, owner, heir, accountId, handOver } = await openHandOver(database);
    await house.services.details.save(accountId, {
      company: 'Tent & Tarp',
      address: '',
      tax_number: '',
      order_number: '',
    });
    await handOver(heir);
    const { json } = await heir.ask('/session/members/accounts');
    expect(json.accounts).toMatchObject([
      { id: heir.accountId, email: heir.email, company: null, role: 'owner', is_current: false },
      { id: accountId, email: heir.email, company: 'Tent & Tarp', role: 'owner', is_current: true },
    ]);
    await owner.signIn();
    const { json: own } = await owner.ask('/session/members/accounts');
    const home = await homeOf(house.services.accounts, owner.accountId);
    expect(own.accounts).toMatchObject([
      { id: home.accountId, email: owner.email, role: 'owner', is_current: true },
      { id: accountId, email: heir.email, role: 'member', is_current: false },
    ]);
    expect(home.account).toMatchObject({ email: owner.email, balance: 0 });
    expect((await house.switchTo(owner, accountId)).status).toBe(200);
    expect((await house.switchTo(owner, home.accountId)).status).toBe(200);
  });

  it('can be handed back and on, and each time to one', async () => {
    const scene = await openHandOver(database);
    const { owner, second, heir, handOver } = scene;
    for (const next of [heir, owner, second]) {
      expect(await handOver(next)).toBe(true);
      expect(await holders(scene)).toEqual([next.email]);
    }
  });

  it('leaves its former owner their next account too, when that is handed over as well', async () => {
    const { house, owner, heir, handOver } = await openHandOver(database);
    await handOver(heir);
    await owner.signIn();
    const { accountId } = await homeOf(house.services.accounts, owner.accountId);
    const inside = Object.assign(owner, { accountId });
    const guest = await house.person(fresh('guest'));
    await house.join(inside, guest, 'member');
    expect(await house.handOver(accountId, guest)).toBe(true);
    await owner.signIn();
    const { json } = await owner.ask('/session/members/accounts');
    expect(json.accounts).toMatchObject([
      { email: owner.email, role: 'owner' },
      { email: expect.any(String), role: 'member' },
      { email: expect.any(String), role: 'member' },
    ]);
  });

  it('goes to nobody who has not accepted, was removed, is of no account or has it already', async () => {
    const { house, owner, heir, idOf, handOver } = await openHandOver(database);
    const late = { email: fresh('late') };
    await owner.ask('/session/members/invite', { ...late, role: 'member' });
    await owner.ask('/session/members/remove', { member_id: idOf(heir) });
    const other = await house.person(fresh('other'));
    for (const nobody of [late, heir, other, owner]) expect(await handOver(nobody)).toBe(false);
  });
});

describe('who handed an account over', () => {
  it('loses with a removal the sessions, agents and keys of the time when it was theirs', async () => {
    const { house, owner, heir, accountId, handOver } = await openHandOver(database);
    const { services, clock } = house;
    const connection = {
      accountId,
      connectionId: 'conn_former',
      clientId: 'c',
      clientName: 'c',
      redirectHost: 'c',
      scopes: [],
      payload: {},
    };
    await services.connections.create(connection);
    await handOver(heir);
    expect(await services.connections.find(accountId, 'conn_former')).toBeDefined();
    const { json } = await heir.ask('/session/members/list');
    const { id: member_id } = json.people.find((one: { email: string }) => one.email === owner.email);
    expect((await heir.ask('/session/members/remove', { member_id })).status).toBe(200);
    expect((await owner.ask('/session/members/list')).status).toBe(401);
    expect(await services.connections.find(accountId, 'conn_former')).toBeUndefined();
    expect((await services.connections.list(accountId))[0]?.revokedAt).toBe(new Date(clock()).toISOString());
    await owner.signIn();
    await heir.ask('/session/members/invite', { email: owner.email, role: 'billing' });
    await owner.ask('/session/members/accept', { token: house.lastToken() });
    expect((await house.switchTo(owner, accountId)).status).toBe(200);
    expect((await owner.ask('/session/members/list')).status).toBe(200);
    expect(await services.connections.find(accountId, 'conn_former')).toBeUndefined();
  });
});
