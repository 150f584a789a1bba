import { endpointCatalog } from '#functions/service.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { type PersonsBrowser, peopleOf } from '#test/support/service/people.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();

const { browserOf, joined } = peopleOf(service);

/** Whether an endpoint refuses somebody for their role, and not for what was asked. */
async function isRefused(
  guest: PersonsBrowser,
  { methods: [method = 'GET'], path }: Pick<EndpointContract, 'methods' | 'path'>,
): Promise<boolean> {
  const asked = method === 'GET' ? undefined : {};
  const { status, body } = await guest.ask(method, path.replaceAll(/\{\w+\}/gu, 'none'), asked);
  return status === 403 && /^Your role in this account/u.test(body.detail);
}

describe('what people of an account may do', () => {
  it.each([
    { role: 'member', tool: 402, billing: 403, invite: 403 },
    { role: 'billing', tool: 403, billing: 200, invite: 403 },
    { role: 'owner', tool: 402, billing: 200, invite: 200 },
  ])('is for $role by the table of roles, on every endpoint', async ({ role, ...expected }) => {
    const owner = await browserOf(`opener-${role}@test.example`);
    const guest = await joined(owner, role);
    const refusals = await Promise.all(endpointCatalog.map((endpoint) => isRefused(guest, endpoint)));
    const others = endpointCatalog.map(({ roles = ['owner'] }) => !roles.some((one) => one === role));
    expect(refusals).toEqual(others);
    const invitation = { email: 'nobody@test.example', role: 'member' };
    expect({
      tool: (await guest.ask('POST', '/v1/tools/inspect_keyword', { keyword: 'tent' })).status,
      billing: (await guest.post('/session/billing/statement')).status,
      invite: (await guest.post('/session/members/invite', invitation)).status,
    }).toEqual(expected);
    for (const path of ['/session/account/download', '/session/account/delete'])
      expect((await guest.post(path, { email: owner.email })).status).toBe(403);
  });

  it('ends with the next request after they were removed, and the keys that they made or rotated where that is asked for', async () => {
    const owner = await browserOf('removes@test.example');
    const guest = await joined(owner, 'member');
    const keys = '/v1/me/api-credentials';
    const kept = await owner.ask('POST', keys, { name: 'kept', spend_limit: 5 });
    const shared = await owner.ask('POST', keys, { name: 'shared', spend_limit: 5 });
    const rotated = await guest.ask('POST', `${keys}/${shared.body.api_credential.id}/rotate`, {});
    expect(rotated.status).toBe(201);
    const made = await guest.ask('POST', keys, { name: 'theirs', spend_limit: 5 });
    const { people: list } = (await owner.post('/session/members/list')).body;
    const member_id: string = list[1].id;
    expect(made.body.api_credential.created_by).toBe(member_id);
    const { token } = (await guest.post('/session/token')).body;
    const removed = await owner.post('/session/members/remove', { member_id, keys: 'revoke' });
    expect(removed.body.status).toBe('removed');
    const statusOf = async (credential: string) => {
      const headers = { authorization: `Bearer ${credential}` };
      return (await service.send('/v1/me/usage', { headers })).status;
    };
    for (const ended of [token, made.body.key, rotated.body.key, shared.body.key])
      expect(await statusOf(ended)).toBe(401);
    expect(await statusOf(kept.body.key)).toBe(200);
    expect((await guest.post('/session/token')).status).toBe(401);
  });

  it('does not reach another account: its people, sessions and balance stay unseen', async () => {
    const [one, other] = [await browserOf('one@test.example'), await browserOf('other@test.example')];
    const guest = await joined(one, 'owner');
    const { people: seen } = (await other.post('/session/members/list')).body;
    expect(seen).toHaveLength(1);
    const { people: ofOne } = (await one.post('/session/members/list')).body;
    const member_id: string = ofOne[1].id;
    for (const [path, body] of [
      ['/session/members/change', { member_id, role: 'billing' }],
      ['/session/members/remove', { member_id }],
      ['/session/members/switch', { account_id: one.accountId }],
    ] as const)
      expect((await other.post(path, body)).status).toBe(404);
    expect((await guest.post('/session/members/switch', { account_id: other.accountId })).status).toBe(404);
  });

  it('has no other routes: an unknown one is not found, and another method is not allowed', async () => {
    const owner = await browserOf('routes@test.example');
    const unknown = await owner.post('/session/members/promote');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await service.send('/session/members/list')).status).toBe(405);
  });

  it('leaves with a person who deletes their own account', async () => {
    const owner = await browserOf('stays@test.example');
    const guest = await joined(owner, 'member');
    await guest.post('/session/members/switch', { account_id: guest.accountId });
    expect((await guest.post('/session/account/delete', { email: guest.email })).status).toBe(200);
    const { text } = await owner.post('/session/members/list');
    expect(text).not.toContain(guest.email);
  });
});
