import { fresh, type House, openHouse, type Person } from '#test/support/identity/member-house.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

async function twoPeople(house: House) {
  return { owner: await house.person(fresh('owner')), guest: await house.person(fresh('guest')) };
}

describe('an invitation', () => {
  it('lets the invited address in once, with the role that it says', async () => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    const token = await house.join(owner, guest, 'billing');
    expect((await guest.ask('/session/members/accept', { token })).status).toBe(404);
    const { json } = await guest.ask('/session/members/list');
    expect(json.people).toMatchObject([
      { id: null, email: owner.email, role: 'owner', status: 'active', is_you: false },
      { email: guest.email, role: 'billing', status: 'active', is_you: true, invited_by: owner.email },
    ]);
    expect(JSON.stringify(json)).not.toMatch(/hash|term|secret/u);
  });

  it.each<[string, (house: House, owner: Person, token: string) => Promise<unknown>]>([
    ['has ended', async ({ clock }) => clock.advance(7 * 24 * 3_600)],
    [
      'was withdrawn',
      async (_house, owner) => {
        const { json } = await owner.ask('/session/members/list');
        await owner.ask('/session/members/remove', { member_id: json.people[1].id });
      },
    ],
    [
      'was replaced by another',
      async (_house, owner) => {
        const { json } = await owner.ask('/session/members/list');
        await owner.ask('/session/members/invite', { email: json.people[1].email, role: 'member' });
      },
    ],
  ])('opens nothing when it %s', async (_when, spoil) => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    await owner.ask('/session/members/invite', { email: guest.email, role: 'member' });
    const token = house.lastToken();
    await spoil(house, owner, token);
    await guest.signIn();
    expect((await guest.ask('/session/members/accept', { token })).status).toBe(404);
    expect((await house.switchTo(guest, owner.accountId)).status).toBe(404);
  });

  it('is of no use to another address, and says nothing of whose it is', async () => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    const thief = await house.person(fresh('thief'));
    await owner.ask('/session/members/invite', { email: guest.email, role: 'owner' });
    const refused = await thief.ask('/session/members/accept', { token: house.lastToken() });
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused.json)).not.toContain('@');
  });

  it('is sent by owners who have just signed in, and by nobody else', async () => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    await house.join(owner, guest, 'member');
    const body = { email: fresh('third'), role: 'member' };
    expect(await guest.ask('/session/members/invite', body)).toMatchObject({
      status: 403,
      json: { code: 'insufficient_scope', detail: expect.stringContaining('owner') },
    });
    house.clock.advance(601);
    expect(await owner.ask('/session/members/invite', body)).toMatchObject({
      json: { code: 'sign_in_again' },
    });
    // Switching is no sign-in.
    const second = await house.person(fresh('second'));
    await owner.signIn();
    await house.join(owner, second, 'owner');
    house.clock.advance(601);
    await house.switchTo(second, second.accountId);
    await house.switchTo(second, owner.accountId);
    expect(await second.ask('/session/members/invite', body)).toMatchObject({
      json: { code: 'sign_in_again' },
    });
  });
});

describe('an account of reviewers', () => {
  it('invites nobody: its code is known to many', async () => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    await house.services.accounts.update(owner.accountId, { hasSampleData: true });
    const body = { email: guest.email, role: 'member' };
    expect(await owner.ask('/session/members/invite', body)).toMatchObject({
      status: 403,
      json: { code: 'insufficient_scope' },
    });
    expect(house.mails).toEqual([]);
  });
});

describe('a person who was removed', () => {
  it('has no session and no agent there any more, also not by coming back', async () => {
    const house = openHouse(database);
    const { owner, guest } = await twoPeople(house);
    await house.join(owner, guest, 'member');
    const old = guest.cookie;
    const { services } = house;
    const [session] = (await services.sessions.list(owner.accountId)).filter(({ member }) => member);
    if (!session?.member) throw new Error('The guest has a session.');
    const connection = {
      accountId: owner.accountId,
      connectionId: 'conn_1',
      clientId: 'c',
      clientName: 'c',
      redirectHost: 'c',
      scopes: [],
      payload: {},
    };
    await services.connections.create({ ...connection, member: session.member });
    expect(await services.connections.find(owner.accountId, 'conn_1')).toBeDefined();
    await services.members.remove(owner.accountId, session.member.id);
    expect(await services.sessions.find(owner.accountId, session.sessionId)).toBeUndefined();
    expect(await services.connections.find(owner.accountId, 'conn_1')).toBeUndefined();
    expect((await guest.ask('/session/members/list')).status).toBe(401);
    await guest.signIn();
    await house.join(owner, guest, 'member');
    guest.cookie = old;
    expect((await guest.ask('/session/members/list')).status).toBe(401);
    expect(await services.sessions.find(owner.accountId, session.sessionId)).toBeUndefined();
    expect(await services.connections.find(owner.accountId, 'conn_1')).toBeUndefined();
  });
});
