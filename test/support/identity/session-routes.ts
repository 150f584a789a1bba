import * as v from 'valibot';
import { sessionActions } from '#functions/session/actions.ts';
import { sessionAnswers } from '#functions/session/contract.ts';
import { createSessionServices } from '#functions/session/services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { cookiesOf, gatewayEvent, lambdaContext } from '../gateway-event.ts';
import { anAccount, issuer, startIdentity } from './identity.ts';

export type SessionRoutes = Awaited<ReturnType<typeof startSessionRoutes>>;

/** The dashboard's session routes on a database of their own, and the mails that they send. */
export async function startSessionRoutes() {
  const mails: Mail[] = [];
  const accounts = new Map<string, Account>();
  const identity = await startIdentity();
  const opener = {
    find: async (id: string) => accounts.get(id),
    create: async ({ accountId, email }: { accountId: string; email: string }) => {
      if (accounts.has(accountId)) throw new Error('taken');
      const account = anAccount(accountId, { email });
      accounts.set(accountId, account);
      return account;
    },
  };
  const services = createSessionServices({
    table: identity.table,
    accounts: opener,
    clock: identity.table.clock,
    logger: { info() {}, warn() {}, error() {} },
    baseUrl: issuer,
    dashboardUrl: issuer,
    codeKeys: ['a key for codes, long enough to be one'],
    peppers: { peppers: { v1: 'a pepper of the keys, long enough to be one' }, current_pepper: 'v1' },
    signing: { keys: identity.signing, cookieKeys: identity.cookieKeys },
    mailer: { send: async (mail) => void mails.push(mail) },
  });
  const handler = sessionHandler(sessionActions, async () => services);
  let nextIp = 1;

  async function post(
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
    sourceIp?: string,
  ) {
    nextIp += 1;
    const event = gatewayEvent({
      path: `/session/${path}`,
      body,
      headers: { origin: issuer, ...headers },
      sourceIp: sourceIp ?? `10.0.${nextIp >> 8}.${nextIp & 255}`,
    });
    const result = await handler(event, lambdaContext);
    const json = result.body === '' ? undefined : JSON.parse(result.body);
    const contract = Object.entries(sessionAnswers).find(([route]) => route === event.path)?.[1];
    // Every answer here is one that the contract, and so the dashboard, knows.
    if (result.statusCode === 200) expect(v.is(contract ?? v.never(), json)).toBe(true);
    return { ...result, json, cookies: cookiesOf(result) };
  }

  const lastCode = () => /^\d+/u.exec(mails.at(-1)?.subject ?? '')?.[0] ?? '';
  return {
    identity,
    accounts: opener,
    handler,
    mails,
    post,
    lastCode,
    wrongCode: () => String((Number(lastCode()) + 1) % 1_000_000).padStart(6, '0'),
    async signIn(email: string, cookie = '') {
      const { json } = await post('code', { email });
      return post('verify', { sign_in_id: json.sign_in_id, code: lastCode() }, { cookie });
    },
  };
}
