import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { beginSession, currentSession } from '#functions/session/actions.ts';
import {
  answer,
  type SessionAction,
  type SessionCall,
  sessionHandler,
} from '#functions/session/session-handler.ts';
import { homeOf, tellOwner } from '#shared/callers/identity/account-directory.ts';
import { attemptLimits, createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { createPasskeyRepository, type Passkey } from '#shared/callers/identity/passkey-repository.ts';
import { createSessionRepository, keptUserAgent } from '#shared/callers/identity/session-repository.ts';
import { requireFreshSignIn } from '#shared/callers/identity/session-token.ts';
import type { AccountReader } from '#shared/callers/identity/token-claims.ts';
import { checked } from '#shared/calls/admit-call.ts';
import { roles } from '#shared/contract/role.ts';
import { networkOf } from '#shared/http/call.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type PasskeyAnswer, passkeyBodies, type passkeyFunction } from './contract.ts';

type PasskeyServices = ReturnType<typeof createPasskeyServices>;

type PasskeySetting = Awaited<ReturnType<typeof passkeySetting>>;

export function createPasskeyServices(setting: PasskeySetting) {
  const { table, accounts } = setting;
  return {
    ...setting,
    sessions: createSessionRepository(table, accounts),
    limits: createAttemptLimits(table),
    passkeys: createPasskeyRepository(table),
  };
}

/** What the passkey routes are built on; no secret of the service is among it. */
export async function passkeySetting(foundation: Foundation) {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, mailer } = foundation;
  const table = { documents, name: tables.identity, clock };
  const accounts: AccountReader = createAccountRepository({ documents, tables, clock });
  const originSecret = await foundation.readSecret('origin');
  return { table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret, mailer };
}

const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

export interface RelyingParty {
  /** A domain name; authenticators take no IP addresses. */
  readonly id: string;
  /** Pages that may ask for our passkeys. */
  readonly origins: string[];
}

/** On one machine passkeys belong to `localhost`, under whatever loopback address the service is announced. */
export function relyingParty(dashboardUrl: string): RelyingParty {
  const url = new URL(dashboardUrl);
  if (!loopback.has(url.hostname)) return { id: url.hostname, origins: [url.origin] };
  const local = new URL(url);
  local.hostname = 'localhost';
  return { id: 'localhost', origins: [local.origin] };
}

type PasskeyAction = SessionAction<PasskeyServices>;

/** Most passkeys of an account; more are forgotten devices. */
const maxPasskeys = 20;

/** A challenge is given to a fresh sign-in only, and no passkey is taken without one. */
const registerOptions: PasskeyAction = async (call, services) => {
  const { personId: accountId, email, createdAt } = await currentSession(call, services, roles);
  requireFreshSignIn(createdAt, services.clock());
  const known = await services.passkeys.list(accountId);
  if (known.length >= maxPasskeys)
    throw new ServiceError(
      'validation_error',
      `An account has at most ${maxPasskeys} passkeys. Remove one first.`,
    );
  const options = await generateRegistrationOptions({
    rpName: 'Oriel',
    rpID: relyingParty(services.dashboardUrl).id,
    userName: email,
    userID: new Uint8Array(Buffer.from(accountId)),
    excludeCredentials: known.map(({ passkeyId }) => ({ id: passkeyId })),
    // Kept on the device, so that a sign-in needs no address first.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { challenge } = options;
  await services.passkeys.openChallenge({ challenge, purpose: 'register', accountId });
  return answer<PasskeyAnswer<'/session/passkey/register/options'>>(options);
};

const register: PasskeyAction = async (call, services) => {
  const { name, response } = checked(passkeyBodies.register, call.body, 'body');
  const { personId: accountId, email } = await currentSession(call, services, roles);
  const asked = await takeChallenge(services, response);
  if (asked?.purpose !== 'register' || asked.accountId !== accountId) throw refused('unknown challenge');
  const { id, origins } = relyingParty(services.dashboardUrl);
  const { registrationInfo } = await orRefuse(
    verifyRegistrationResponse({
      response,
      expectedChallenge: asked.challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo) throw refused('not verified');
  const { credential } = registrationInfo;
  await services.passkeys.add({
    accountId,
    passkeyId: credential.id,
    name,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.response.transports ?? [],
  });
  const notice = {
    what: 'passkey',
    name,
    at: services.clock(),
    network: networkOf(call.callerAddress),
  } as const;
  await tellOwner(services, email, notice);
  return answer<PasskeyAnswer<'/session/passkey/register'>>({ passkey_id: credential.id, name });
};

/** Says nothing about who has passkeys: the device knows which of its passkeys fit. */
const signInOptions: PasskeyAction = async (call, services) => {
  await services.limits.count(attemptLimits.passkeyFromIp, call.callerAddress);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services.dashboardUrl).id,
    userVerification: 'required',
  });
  const { challenge } = options;
  await services.passkeys.openChallenge({ challenge, purpose: 'sign-in', accountId: null });
  return answer<PasskeyAnswer<'/session/passkey/sign-in/options'>>(options);
};

const signIn: PasskeyAction = async (call, services) => {
  const { response } = checked(passkeyBodies.signIn, call.body, 'body');
  await services.limits.count(attemptLimits.passkeyFromIp, call.callerAddress);
  const asked = await takeChallenge(services, response);
  if (asked?.purpose !== 'sign-in') throw refused('unknown challenge');
  const personId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  const passkey = await services.passkeys.find(personId, response.id);
  if (!passkey) throw refused('unknown passkey');
  const { id, origins } = relyingParty(services.dashboardUrl);
  const { verified, authenticationInfo } = await orRefuse(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: asked.challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.passkeyId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified || !(await services.passkeys.noteUse(passkey, authenticationInfo.newCounter)))
    throw refused('not verified');
  const { accountId, account } = await homeOf(services.accounts, personId);
  const isKnown = await isKnownBrowser(call, services, accountId);
  const begun = await beginSession(call, services, { accountId, personId, method: 'passkey' });
  const { userAgent: name, callerAddress } = call;
  const notice = { what: 'sign-in', name, at: services.clock(), network: networkOf(callerAddress) } as const;
  if (account && !isKnown) await tellOwner(services, account.email, notice);
  return begun;
};

/** Whether a browser of this name is signed in from this network: marks of mail sign-ins cannot be read here. */
async function isKnownBrowser(
  { userAgent, callerAddress }: SessionCall,
  { sessions }: Pick<PasskeyServices, 'sessions'>,
  accountId: string,
): Promise<boolean> {
  const [name, network] = [keptUserAgent(userAgent), networkOf(callerAddress)];
  const live = await sessions.list(accountId);
  return live.some((session) => session.userAgent === name && session.network === network);
}

const list: PasskeyAction = async (call, services) => {
  const { personId: accountId } = await currentSession(call, services, roles);
  const passkeys = await services.passkeys.list(accountId);
  return answer<PasskeyAnswer<'/session/passkey/list'>>({ passkeys: passkeys.map(listed) });
};

const rename: PasskeyAction = async (call, services) => {
  const { passkey_id, name } = checked(passkeyBodies.rename, call.body, 'body');
  const { personId: accountId } = await currentSession(call, services, roles);
  const renamed = await services.passkeys.rename(accountId, passkey_id, name);
  if (!renamed) throw noSuchPasskey();
  return answer<PasskeyAnswer<'/session/passkey/rename'>>(listed(renamed));
};

/** Any may go, also the last: a code by mail always lets the person in again. */
const remove: PasskeyAction = async (call, services) => {
  const { passkey_id } = checked(passkeyBodies.remove, call.body, 'body');
  const { personId: accountId } = await currentSession(call, services, roles);
  if (!(await services.passkeys.remove(accountId, passkey_id))) throw noSuchPasskey();
  return answer<PasskeyAnswer<'/session/passkey/remove'>>({ removed: true });
};

/** What answers each passkey route; the compiler demands each. */
export const passkeyActions: Readonly<
  Record<(typeof passkeyFunction.routes)[number]['path'], PasskeyAction>
> = {
  '/session/passkey/register/options': registerOptions,
  '/session/passkey/register': register,
  '/session/passkey/sign-in/options': signInOptions,
  '/session/passkey/sign-in': signIn,
  '/session/passkey/list': list,
  '/session/passkey/rename': rename,
  '/session/passkey/remove': remove,
};

function listed({ passkeyId, name, createdAt, lastUsedAt }: Passkey) {
  return { id: passkeyId, name, created_at: createdAt, last_used_at: lastUsedAt };
}

/** Another account's passkey and an unknown one are answered alike. */
function noSuchPasskey(): ServiceError {
  return new ServiceError('not_found', 'There is no such passkey. The list shows those that are.');
}

const signedClientData = v.pipe(v.string(), v.parseJson(), v.object({ challenge: v.string() }));

/** The challenge that the answer says it answers, once. Whether it truly does is verified afterwards. */
async function takeChallenge(
  { passkeys }: PasskeyServices,
  { response }: { readonly response: { readonly clientDataJSON: string } },
) {
  const clientData = Buffer.from(response.clientDataJSON, 'base64url').toString();
  const parsed = v.safeParse(signedClientData, clientData);
  return parsed.success ? passkeys.takeChallenge(parsed.output.challenge) : undefined;
}

/** The library throws on everything that does not fit; to the caller it is one refusal. */
async function orRefuse<Value>(verification: Promise<Value>): Promise<Value> {
  try {
    return await verification;
  } catch (cause) {
    throw refused('not verified', cause);
  }
}

function refused(reason: string, cause?: unknown): ServiceError {
  return new ServiceError(
    'invalid_credentials',
    'The passkey was not accepted. Try again, or sign in with a code by email.',
    { reason, cause },
  );
}

export const passkey = (foundation: Foundation) =>
  sessionHandler(passkeyActions, async () => createPasskeyServices(await passkeySetting(foundation)));
