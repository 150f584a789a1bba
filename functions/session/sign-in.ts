import * as v from 'valibot';
import { ServiceError } from '#shared/errors.ts';
import { checked } from '#shared/http/validate.ts';
import { emailAddress } from '#shared/identity/account-directory.ts';
import { attemptLimits } from '#shared/identity/attempt-limits.ts';
import { endedSessionCookies, sessionCookies } from '#shared/identity/session-cookie.ts';
import type { SignInMethod } from '#shared/identity/session-repository.ts';
import { codeSeconds } from '#shared/identity/sign-in-repository.ts';
import { signInMail } from '#shared/mail/sign-in-mail.ts';
import { type SessionAnswer, sessionBodies } from './contract.ts';
import type { SessionServices } from './services.ts';
import { answer, type SessionAction, type SessionCall } from './session-handler.ts';

const codeRequest = v.object({ ...sessionBodies.code.entries, email: emailAddress });

/**
 * Sends a one-time code. The answer is the same whether or not the address has
 * an account: a first sign-in opens it.
 */
export const sendCode: SessionAction = async (call, { limits, signIns, mailer, baseUrl }) => {
  const { email } = checked(codeRequest, call.body, 'body');
  await limits.count(attemptLimits.codeFromIp, call.callerAddress);
  await limits.count(attemptLimits.codeToAddress, email);
  await limits.count(attemptLimits.codeToAddressDaily, email);
  const { signInId, code } = await signIns.start(email);
  await mailer.send(signInMail(email, code, new URL(baseUrl).host));
  return answer<SessionAnswer<'/session/code'>>({ sign_in_id: signInId, expires_in_seconds: codeSeconds });
};

/** Signs in with the code. Wrong, used, expired and unknown are told alike. */
export const verifyCode: SessionAction = async (call, services) => {
  const { sign_in_id, code } = checked(sessionBodies.verify, call.body, 'body');
  await services.limits.count(attemptLimits.verifyFromIp, call.callerAddress);
  const email = await services.signIns.finish(sign_in_id, code);
  if (email === undefined)
    throw new ServiceError(
      'invalid_credentials',
      'The code is wrong or no longer valid. Check it, or ask for a new one.',
    );
  const account = await services.directory.open(email);
  return beginSession(call, services, account.accountId, 'email');
};

/** A new session for an account. One that this browser still had is ended, and its id never taken over. */
export async function beginSession(
  call: SessionCall,
  { sessions, baseUrl }: Pick<SessionServices, 'sessions' | 'baseUrl'>,
  accountId: string,
  method: SignInMethod,
) {
  const former = call.cookieValue && (await sessions.resume(call.cookieValue));
  if (former) await sessions.end(former.accountId, former.sessionId);
  const { session, cookieValue } = await sessions.start({ accountId, method, userAgent: call.userAgent });
  return answer<SessionAnswer<'/session/verify'>>(
    { account_id: accountId, session_id: session.sessionId },
    sessionCookies(baseUrl, cookieValue),
  );
}

/** Ends this browser's session and takes its cookie, whether or not it still had one. */
export const signOut: SessionAction = async ({ cookieValue }, { sessions, baseUrl }) => {
  const session = cookieValue && (await sessions.resume(cookieValue));
  if (session) await sessions.end(session.accountId, session.sessionId);
  return answer<SessionAnswer<'/session/sign-out'>>({ signed_out: true }, endedSessionCookies(baseUrl));
};
