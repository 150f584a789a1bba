import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { sessionHandler } from '#functions/session/session-handler.ts';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import type { ListedSession, Session, SignInMethod } from '#shared/callers/identity/session-repository.ts';
import {
  browserMarkCookies,
  endedSessionCookies,
  sessionCookies,
  sessionTokenSeconds,
} from '#shared/callers/identity/session-token.ts';
import { codeSeconds } from '#shared/callers/identity/sign-in-repository.ts';
import { checked, requireRole } from '#shared/calls/admit-call.ts';
import { type Role, roles } from '#shared/contract/role.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type SessionAnswer, sessionBodies, type sessionFunction } from './contract.ts';
import { createSessionServices, type SessionServices, sessionSetting } from './services.ts';
import { answer, type SessionAction, type SessionCall } from './session-handler.ts';
import { endSessionOf, mailCode, proveCode, replaceSession, tellOfNewBrowser } from './sign-in-steps.ts';

const codeRequest = v.object({ ...sessionBodies.code.entries, email: emailAddress });

/**
 * Sends a one-time code. The answer is the same whether or not the address has
 * an account: a first sign-in opens it.
 */
export const sendCode: SessionAction = async ({ body, callerAddress, browserMark }, services) => {
  const { email } = checked(codeRequest, body, 'body');
  const { signInId, digits } = await mailCode(services, { email, callerAddress, browserMark });
  return answer<SessionAnswer<'/session/code'>>({
    sign_in_id: signInId,
    code_digits: digits,
    expires_in_seconds: codeSeconds,
  });
};

/** Signs in with the code. Wrong, used, expired and unknown codes get the same answer. */
export const verifyCode: SessionAction = async (call, services) => {
  const { sign_in_id: signInId, code } = checked(sessionBodies.verify, call.body, 'body');
  const proven = await proveCode(services, { signInId, code, callerAddress: call.callerAddress });
  if (proven === undefined)
    throw new ServiceError(
      'invalid_credentials',
      'The code is wrong or no longer valid. Check it, or ask for a new one.',
    );
  const begun = await beginSession(call, services, { ...proven, method: 'email' });
  await tellOfNewBrowser(services, proven, call);
  return begun;
};

interface Proof {
  readonly accountId: string;
  readonly personId: string;
  readonly method: SignInMethod;
  /** Of the address, where one was proved. */
  readonly browserMark?: string;
}

export async function beginSession(
  call: SessionCall,
  services: Pick<SessionServices, 'sessions' | 'baseUrl'>,
  { accountId, personId, method, browserMark }: Proof,
) {
  const { session, cookieValue } = await replaceSession(services, call, { accountId, personId, method });
  return answer<SessionAnswer<'/session/verify'>>({ account_id: accountId, session_id: session.sessionId }, [
    ...sessionCookies(services.baseUrl, cookieValue),
    ...(browserMark === undefined ? [] : browserMarkCookies(services.baseUrl, browserMark)),
  ]);
}

/** Ends this browser's session and takes its cookie, whether or not it still had one. */
export const signOut: SessionAction = async (call, services) => {
  await endSessionOf(services, call);
  return answer<SessionAnswer<'/session/sign-out'>>(
    { signed_out: true },
    endedSessionCookies(services.baseUrl),
  );
};

/**
 * Exchanges the cookie for a token that `/v1` accepts, for the page to keep in
 * memory. A browser without a cookie gets `signed_in: false`; a cookie that
 * proves no session is refused.
 */
export const exchangeToken: SessionAction = async (call, services) => {
  if (call.cookieValue === undefined) return answer<SessionAnswer<'/session/token'>>({ signed_in: false });
  const session = await currentSession(call, services, roles);
  const { account } = session;
  const expiresAt = services.clock() + sessionTokenSeconds * 1000;
  return answer<SessionAnswer<'/session/token'>>({
    signed_in: true,
    token: await services.mintToken(session),
    token_type: 'Bearer',
    expires_in: sessionTokenSeconds,
    expires_at: isoTime(expiresAt),
    session_id: session.sessionId,
    role: session.role,
    person: { email: session.email },
    account: { id: account.accountId, email: account.email, status: account.status },
  });
};

/** The person's live sessions in the account, newest first. */
export const listSessions: SessionAction = async (call, services) => {
  const current = await currentSession(call, services, roles);
  const sessions = await sessionsOf(current, services);
  return answer<SessionAnswer<'/session/list'>>({
    sessions: sessions.map((session) => ({
      id: session.sessionId,
      method: session.method,
      user_agent: session.userAgent,
      network: session.network,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      expires_at: isoTime(session.expiresAt * 1000),
      is_current: session.sessionId === current.sessionId,
    })),
  });
};

/** Ends one of the person's sessions in the account, on whatever browser it is. */
export const endSession: SessionAction = async (call, services) => {
  const { session_id } = checked(sessionBodies.end, call.body, 'body');
  const current = await currentSession(call, services, roles);
  const isSeen = (await sessionsOf(current, services)).some(({ sessionId }) => sessionId === session_id);
  const ended = isSeen && (await services.sessions.end(current.accountId, session_id));
  if (!ended) throw new ServiceError('not_found', 'There is no such session. The list shows those that are.');
  const isOwn = session_id === current.sessionId;
  return answer<SessionAnswer<'/session/end'>>(
    { ended: true },
    isOwn ? endedSessionCookies(services.baseUrl) : [],
  );
};

/** A person's browsers in one account: those of others are their own matter. */
async function sessionsOf(
  { accountId, personId }: Session,
  { sessions }: Pick<SessionServices, 'sessions'>,
): Promise<readonly ListedSession[]> {
  return (await sessions.list(accountId)).filter((session) => session.personId === personId);
}

/**
 * The session that this browser's cookie proves, or `missing_credentials`; `insufficient_scope`
 * where its person has none of the roles. Without them the route is the owners'.
 */
export async function currentSession(
  { cookieValue }: Pick<SessionCall, 'cookieValue'>,
  { sessions }: Pick<SessionServices, 'sessions'>,
  allowed: readonly Role[] = ['owner'],
): Promise<Session> {
  const session = cookieValue && (await sessions.resume(cookieValue));
  if (!session) throw notSignedIn();
  requireRole(session.role, allowed);
  return session;
}

function notSignedIn(): ServiceError {
  return new ServiceError('missing_credentials', 'You are not signed in, or the session has ended. Sign in.');
}

type SessionPath = (typeof sessionFunction.routes)[number]['path'];

/** What answers each session route; the compiler demands each. */
export const sessionActions: Readonly<Record<SessionPath, SessionAction>> = {
  '/session/code': sendCode,
  '/session/verify': verifyCode,
  '/session/token': exchangeToken,
  '/session/list': listSessions,
  '/session/end': endSession,
  '/session/sign-out': signOut,
};

export const session = (foundation: Foundation) =>
  sessionHandler(sessionActions, async () => createSessionServices(await sessionSetting(foundation)));
