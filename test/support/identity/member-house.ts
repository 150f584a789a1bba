import * as v from 'valibot';
import { membersActions } from '#functions/members/actions.ts';
import { membersAnswers } from '#functions/members/contract.ts';
import type { MembersServices } from '#functions/members/services.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createHandOver } from '#shared/callers/identity/hand-over.ts';
import { createMemberRepository } from '#shared/callers/identity/member-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { sessionCookies } from '#shared/callers/identity/session-token.ts';
import type { Role } from '#shared/contract/role.ts';
import { createAccountHolders, createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createKeyPlaces } from '#shared/money/accounts/api-keys.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { createBillingDetails } from '#shared/money/billing/order.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { cookiesOf, gatewayEvent, lambdaContext } from '../gateway-event.ts';
import { movableClock } from '../ledger/billing.ts';
import type { startTestDatabase } from '../stores/database.ts';

type TestDatabase = Pick<Awaited<ReturnType<typeof startTestDatabase>>, 'documents' | 'tables'>;

const origin = 'https://oriel.example';
/** Every call comes from an address of its own. */
let calls = 0;

/** The routes about people, and browsers of people who each opened an account. */
export function openHouse({ documents, tables }: TestDatabase) {
  const clock = movableClock(Date.now());
  const identity = { documents, name: tables.identity, clock };
  const mails: Mail[] = [];
  const credentials = createCredentialRepository(documents, tables.credentials);
  const accounts = createAccountRepository({ documents, tables, clock });
  const directory = createAccountDirectory(identity, accounts);
  const services: MembersServices = {
    clock,
    logger: { info() {}, warn() {}, error: (message, facts) => console.error(message, facts) },
    baseUrl: origin,
    dashboardUrl: origin,
    mailer: { send: async (mail) => void mails.push(mail) },
    originSecret: undefined,
    accounts,
    members: createMemberRepository(identity, accounts),
    details: createBillingDetails(documents, tables.billing),
    sessions: createSessionRepository(identity, accounts),
    connections: createConnectionRepository(identity, accounts),
    limits: createAttemptLimits(identity),
    credentials,
    places: createKeyPlaces(documents, tables.credentials, credentials),
  };
  const give = createHandOver(identity, accounts, createAccountHolders({ documents, tables }));
  /** Whether the operator could give somebody's account to another person. */
  const handOver = async (accountId: string, { email }: { readonly email: string }): Promise<boolean> =>
    typeof (await give({ account: await accounts.get(accountId), email })) !== 'string';
  const handler = sessionHandler(membersActions, async () => services);

  async function ask(path: keyof typeof membersAnswers, body: object, cookie: string) {
    calls += 1;
    const sourceIp = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`;
    const result = await handler(
      gatewayEvent({ path, body, headers: { origin, cookie }, sourceIp }),
      lambdaContext,
    );
    const json = JSON.parse(result.body);
    if (result.statusCode === 200) expect(v.is(membersAnswers[path], json)).toBe(true);
    return { status: result.statusCode, json, cookies: cookiesOf(result) };
  }

  /** Somebody with an account of their own, signed in to it now. */
  async function person(email: string) {
    const { personId: accountId } = await directory.open(email);
    const self = {
      email,
      accountId,
      cookie: '',
      ask: (path: keyof typeof membersAnswers, body = {}) => ask(path, body, self.cookie),
    };
    const signIn = async () => {
      const { cookieValue } = await services.sessions.start({
        ...(await directory.open(email)),
        method: 'email',
        userAgent: 'test',
      });
      self.cookie = sessionCookies(origin, cookieValue)[0]?.split(';')[0] ?? '';
    };
    await signIn();
    return Object.assign(self, { signIn });
  }
  type Person = Awaited<ReturnType<typeof person>>;

  async function switchTo(who: Person, accountId: string) {
    const answer = await who.ask('/session/members/switch', { account_id: accountId });
    if (answer.status === 200) who.cookie = answer.cookies;
    return answer;
  }
  const lastToken = () =>
    /invitation#(\S+)/u.exec(
      mails.filter(({ text }) => text.includes('/invitation#')).at(-1)?.text ?? '',
    )?.[1] ?? '';
  async function join(owner: Person, guest: Person, role: Role) {
    expect((await owner.ask('/session/members/invite', { email: guest.email, role })).status).toBe(200);
    const token = lastToken();
    expect((await guest.ask('/session/members/accept', { token })).status).toBe(200);
    expect((await switchTo(guest, owner.accountId)).status).toBe(200);
    return token;
  }
  return { services, clock, mails, person, switchTo, lastToken, join, handOver };
}

export type House = ReturnType<typeof openHouse>;
export type Person = Awaited<ReturnType<House['person']>>;
let names = 0;
/** An address that nobody has. */
export const fresh = (name: string) => {
  names += 1;
  return `${name}-${names}@test.example`;
};
