import { createAgentTokenVerifier, mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { signToken } from '#shared/callers/identity/json-web-token.ts';
import { createSessionTokenVerifier } from '#shared/callers/identity/session-token.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { issuer, startIdentity } from '#test/support/identity/identity.ts';

const identity = duringTests(startIdentity);

const options = () => ({ ...identity, issuer, clock: identity.table.clock });
const verify = async (token: string | Promise<string>) =>
  createAgentTokenVerifier(options()).resolve(await token);

async function connected(connectionId: string) {
  await identity.connections.create({
    accountId: 'acct_1',
    connectionId,
    clientId: 'client_1',
    clientName: 'Some agent',
    redirectHost: 'agent.example',
    scopes: ['tools'],
    payload: { kind: 'Grant' },
  });
  return connectionId;
}

function token(changes: Record<string, unknown> = {}, typ = 'at+jwt') {
  const now = identity.time.now / 1000;
  const claims = {
    iss: issuer,
    aud: mcpAudience(issuer),
    sub: 'acct_1',
    client_id: 'client_1',
    scope: 'tools account:read other',
    iat: now,
    exp: now + 8 * 3_600,
    ...changes,
  };
  return signToken(claims, typ, identity.signing.current);
}

describe("an agent's access token", () => {
  it('stands for its connection, with the scopes that exist', async () => {
    const id = await connected('conn_1');
    expect(await verify(token({ connection_id: id }))).toMatchObject({
      ok: true,
      principal: {
        authSource: 'oauth',
        credentialId: id,
        scopes: new Set(['tools', 'account:read', 'balance:read']),
      },
    });
  });

  it('fails on the next request after its connection was revoked', async () => {
    const id = await connected('conn_2');
    await identity.connections.revoke('acct_1', id);
    expect(await verify(token({ connection_id: id }))).toEqual({ ok: false, reason: 'connection revoked' });
  });

  it('is refused where it belongs to another client, account or connection', async () => {
    const id = await connected('conn_3');
    for (const changes of [{ client_id: 'client_2' }, { sub: 'acct_2' }, { connection_id: 'conn_x' }])
      expect(await verify(token({ connection_id: id, ...changes }))).toMatchObject({ ok: false });
  });

  it('does not pass for a session token, nor a session token for it', async () => {
    const id = await connected('conn_4');
    const sessions = createSessionTokenVerifier(options());
    expect(await sessions.resolve(await token({ connection_id: id, sid: 'sess_1' }))).toMatchObject({
      ok: false,
    });
    expect(await verify(token({ connection_id: id }, 'session+jwt'))).toMatchObject({ ok: false });
    expect(await verify(token({ connection_id: id, aud: `${issuer}/v1` }))).toMatchObject({ ok: false });
  });

  it('shows when the connection was last used, to ten minutes', async () => {
    const id = await connected('conn_5');
    await verify(token({ connection_id: id }));
    const first = (await identity.connections.find('acct_1', id))?.lastUsedAt;
    identity.pass(300);
    await verify(token({ connection_id: id }));
    expect((await identity.connections.find('acct_1', id))?.lastUsedAt).toBe(first);
    identity.pass(301);
    await verify(token({ connection_id: id }));
    expect((await identity.connections.find('acct_1', id))?.lastUsedAt).not.toBe(first);
  });
});

describe('a connection', () => {
  it('cannot be brought back by use or refresh once it is revoked', async () => {
    const id = await connected('conn_6');
    const before = await identity.connections.find('acct_1', id);
    const revoked = await identity.connections.revoke('acct_1', id);
    await identity.connections.extend('acct_1', id);
    if (before) await identity.connections.touch(before);
    expect(await identity.connections.find('acct_1', id)).toMatchObject({ ...revoked });
    identity.pass(60);
    expect(await identity.connections.revoke('acct_1', id)).toEqual(revoked);
  });

  it('expires 30 days after its last refresh', async () => {
    const id = await connected('conn_7');
    identity.pass(20 * 86_400);
    await identity.connections.extend('acct_1', id);
    identity.pass(29 * 86_400);
    expect(await identity.connections.find('acct_1', id)).toBeDefined();
    identity.pass(2 * 86_400);
    expect(await identity.connections.find('acct_1', id)).toBeUndefined();
    expect(await identity.connections.list('acct_1')).not.toContainEqual(
      expect.objectContaining({ connectionId: id }),
    );
  });

  it('of another account is not found', async () => {
    expect(await identity.connections.revoke('acct_2', await connected('conn_8'))).toBeUndefined();
  });
});
