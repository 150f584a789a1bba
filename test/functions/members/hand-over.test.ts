import { homeOf } from '#shared/callers/identity/account-directory.ts';
import { handOver, holders, openHandOver } from '#test/support/identity/hand-over-scene.ts';
import { fresh } from '#test/support/identity/member-house.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

describe('an account that is handed over', () => {
  it('is its new owner’s from the next request on, with its mail, and its former owner is a member', async () => {
    const scene = await openHandOver(database);
    const { house, owner, heir, accountId, idOf } = scene;
    const before = await house.services.accounts.get(accountId);
    expect(await handOver(owner, idOf(heir))).toMatchObject({
      status: 200,
      json: { id: idOf(heir), email: heir.email, role: 'owner', is_holder: true, is_you: false },
    });
    const after = await house.services.accounts.get(accountId);
    expect(after).toMatchObject({ balance: before.balance, email: heir.email });
    const { json } = await owner.ask('/session/members/list');
    expect(json.people).toMatchObject([
      { email: heir.email, role: 'owner', is_holder: true, is_you: false },
      { email: owner.email, role: 'member', is_holder: false, is_you: true, invited_by: null },
      { email: scene.second.email, role: 'owner', is_holder: false },
    ]);
    expect(house.mails.slice(-2).map(({ to }) => to)).toEqual([owner.email, heir.email]);
    expect(await handOver(owner, idOf(scene.second))).toMatchObject({ json: { code: 'insufficient_scope' } });
  });

  it('leaves its former owner an account of their own, and both tell theirs apart', async () => {
    const { house, owner, heir, accountId, idOf } = await openHandOver(database);
    await house.services.details.save(accountId, {
      company: 'Tent & Tarp',
      address: '',
      tax_number: '',
      order_number: '',
    });
    await handOver(owner, idOf(heir));
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
    const { owner, second, heir, idOf } = scene;
    await handOver(owner, idOf(heir));
    const { json } = await heir.ask('/session/members/list');
    const ownersId: string = json.people.find((one: { email: string }) => one.email === owner.email).id;
    expect((await handOver(heir, ownersId)).status).toBe(200);
    expect(await holders(scene)).toEqual([owner.email]);
    expect((await handOver(owner, idOf(second))).status).toBe(200);
    expect(await holders(scene)).toEqual([second.email]);
  });

  it('goes to nobody who has not accepted, was removed, is of no account or has it already', async () => {
    const { house, owner, heir, idOf } = await openHandOver(database);
    const { json } = await owner.ask('/session/members/invite', { email: fresh('late'), role: 'member' });
    await owner.ask('/session/members/remove', { member_id: idOf(heir) });
    const other = await house.person(fresh('other'));
    for (const member_id of [json.id, idOf(heir), other.accountId, '', 'mem_none'])
      expect((await handOver(owner, member_id)).status).toBe(404);
  });

  it('is handed over by whose it is alone, who has just signed in', async () => {
    const { house, owner, second, heir, idOf } = await openHandOver(database);
    for (const other of [second, heir])
      expect(await handOver(other, idOf(heir))).toMatchObject({ json: { code: 'insufficient_scope' } });
    house.clock.advance(601);
    expect(await handOver(owner, idOf(heir))).toMatchObject({
      status: 403,
      json: { code: 'sign_in_again' },
    });
  });
});

describe('who handed an account over', () => {
  it('loses with a removal the sessions, agents and keys of the time when it was theirs', async () => {
    const { house, owner, heir, accountId, idOf } = await openHandOver(database);
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
    await handOver(owner, idOf(heir));
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
