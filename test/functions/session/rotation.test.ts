import { sessionActions } from '#functions/session/actions.ts';
import { createSessionServices } from '#functions/session/services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import {
  agentTokenSeconds,
  createAgentTokenVerifier,
  mcpAudience,
} from '#shared/callers/identity/agent-token.ts';
import { signToken } from '#shared/callers/identity/json-web-token.ts';
import { createSessionTokenVerifier } from '#shared/callers/identity/session-token.ts';
import {
  createPublishedKeys,
  openSigningSecret,
  rotateSigningSecret,
} from '#shared/callers/identity/signing-keys.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { createUsageCursors } from '#shared/money/usage/usage-log.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import {
  keysNamed,
  openServiceSecrets,
  rotateServiceSecret,
} from '#shared/platform/secrets/service-secrets.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { cookiesOf, gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { anAccount, issuer, startIdentity } from '#test/support/identity/identity.ts';

const seed = '0123456789abcdef0123456789abcdef';

describe('a rotation of the secrets during traffic', () => {
  const mails: Mail[] = [];
  const accounts = new Map<string, Account>();
  const secret = { signing: JSON.stringify({ seed }), service: JSON.stringify({ seed }) };

  const identity = duringTests(startIdentity);

  /** A container that has just read the secrets, and verifies as functions without them do. */
  function startContainer() {
    const { table } = identity;
    const service = openServiceSecrets(secret.service);
    const setting = {
      table,
      accounts: {
        find: async (id: string) => accounts.get(id),
        create: async ({ accountId, email }: { accountId: string; email: string }) => {
          const account = anAccount(accountId, { email });
          accounts.set(accountId, account);
          return account;
        },
      },
      clock: table.clock,
      logger: { info() {}, warn() {}, error() {} },
      baseUrl: issuer,
      dashboardUrl: issuer,
      codeKeys: keysNamed('code_key', service),
      peppers: service,
      signing: openSigningSecret(secret.signing),
      mailer: { send: async (mail: Mail) => void mails.push(mail) },
    };
    const handler = sessionHandler(sessionActions, async () => createSessionServices(setting));
    const verifier = createSessionTokenVerifier({
      issuer,
      keys: createPublishedKeys(table),
      sessions: identity.sessions,
      clock: table.clock,
    });
    const post = async (path: string, body: unknown, cookie = '') => {
      const headers = { origin: issuer, cookie };
      const result = await handler(gatewayEvent({ path: `/session/${path}`, body, headers }), lambdaContext);
      expect([path, result.statusCode]).toEqual([path, 200]);
      return { json: JSON.parse(result.body), cookie: cookiesOf(result) };
    };
    const cursors = createUsageCursors(keysNamed('cursor_key', service));
    return { post, verifier, cursors };
  }

  function rotateSecrets() {
    secret.signing = rotateSigningSecret(secret.signing);
    secret.service = rotateServiceSecret(secret.service);
  }

  type Container = ReturnType<typeof startContainer>;
  interface Open {
    readonly cookie: string;
    readonly token: string;
  }

  const lastCode = () => /^\d{6}/u.exec(mails.at(-1)?.subject ?? '')?.[0] ?? '';
  let people = 0;

  /** A person whose requests reach one container and then the other. */
  async function signIn(first: Container, second: Container): Promise<Open> {
    people += 1;
    const { json } = await first.post('code', { email: `person-${people}@example.com` });
    const { cookie } = await second.post('verify', { sign_in_id: json.sign_in_id, code: lastCode() });
    const renewed = await first.post('token', {}, cookie);
    return { cookie, token: renewed.json.token };
  }

  async function expectOpen({ cookie, token }: Open, ...containers: Container[]): Promise<void> {
    for (const container of containers) {
      expect(await container.verifier.resolve(token)).toMatchObject({ ok: true });
      expect((await container.post('token', {}, cookie)).json.token).toBeTruthy();
    }
  }

  it('loses no session, token or sign-in under way, in any container', async () => {
    let before = startContainer();
    const opened: Open[] = [await signIn(before, before)];
    for (let month = 1; month < 5; month += 1) {
      rotateSecrets();
      const after = startContainer();
      const now = [await signIn(before, after), await signIn(after, before)];
      for (const session of [...now, ...opened.slice(-1)]) await expectOpen(session, before, after);
      opened.push(...now);
      before = after;
    }
    for (const { cookie } of opened) expect((await before.post('token', {}, cookie)).json.token).toBeTruthy();
  });

  describe('whose signing key may be known to somebody', () => {
    const agentClaims = () => ({
      iss: issuer,
      aud: mcpAudience(issuer),
      sub: 'acct_agent',
      connection_id: 'conn_1',
      client_id: 'client_1',
      scope: 'tools',
      iat: Math.floor(identity.table.clock() / 1000),
      exp: Math.floor(identity.table.clock() / 1000) + agentTokenSeconds,
    });

    function agentVerifier() {
      return createAgentTokenVerifier({
        issuer,
        keys: createPublishedKeys(identity.table),
        connections: identity.connections,
        clock: identity.table.clock,
      });
    }

    it('ends what anybody signs with it by replacing it, and neither sessions nor connections', async () => {
      await identity.connections.create({
        accountId: 'acct_agent',
        connectionId: 'conn_1',
        clientId: 'client_1',
        clientName: 'Agent',
        redirectHost: 'localhost',
        scopes: ['tools'],
        payload: {},
      });
      const before = startContainer();
      const mine = await signIn(before, before);
      const running = agentVerifier();
      const { current, next } = openSigningSecret(secret.signing).keys;
      const forged = await Promise.all([current, next].map((key) => signToken(agentClaims(), 'at+jwt', key)));
      for (const token of forged) expect(await running.resolve(token)).toMatchObject({ ok: true });

      secret.signing = JSON.stringify({ seed: 'a new seed that only the secret store knows' });
      const after = startContainer();
      const { json } = await after.post('token', {}, mine.cookie);
      // Verifiers that run believe what they have read for five minutes more.
      identity.pass(5 * 60 + 1);
      for (const verifier of [running, agentVerifier()])
        for (const token of forged) expect(await verifier.resolve(token)).toMatchObject({ ok: false });
      expect(await after.verifier.resolve(mine.token)).toMatchObject({ ok: false });
      expect(await after.verifier.resolve(json.token)).toMatchObject({ ok: true });
      const renewed = openSigningSecret(secret.signing).keys.current;
      const again = await signToken(agentClaims(), 'at+jwt', renewed);
      expect(await running.resolve(again)).toMatchObject({ ok: true });
    });

    it('ends it as well by two rotations', async () => {
      const before = startContainer();
      const mine = await signIn(before, before);
      for (const stillGood of [true, false]) {
        rotateSecrets();
        const after = startContainer();
        await after.post('token', {}, mine.cookie);
        expect(await after.verifier.resolve(mine.token)).toMatchObject({ ok: stillGood });
      }
    });
  });

  it('lets a list be paged through with containers of both sides', () => {
    const before = startContainer();
    rotateSecrets();
    const after = startContainer();
    for (const [one, other] of [
      [before, after],
      [after, before],
    ] as const)
      expect(other.cursors.read('acct_1', one.cursors.sign('acct_1', 'use_1'))).toBe('use_1');
    expect(() => after.cursors.read('acct_2', before.cursors.sign('acct_1', 'use_1'))).toThrow(
      'not one of this',
    );
  });
});
