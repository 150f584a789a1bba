import * as v from 'valibot';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import { endedSessionCookies, sessionCookies } from '#shared/callers/identity/session-cookie.ts';
import type { SignInMethod } from '#shared/callers/identity/session-repository.ts';
import { codeSeconds } from '#shared/callers/identity/sign-in-repository.ts';
import { checked } from '#shared/http/validate.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type SessionAnswer, sessionBodies } from './contract.ts';
import type { SessionServices } from './services.ts';
import { answer, type SessionAction, type SessionCall } from './session-handler.ts';
import { endSessionOf, mailCode, proveCode, replaceSession } from './sign-in-steps.ts';

const codeRequest = v.object({ ...sessionBodies.code.entries, email: emailAddress });

/**
 * Sends a one-time code. The answer is the same whether or not the address has
 * an account: a first sign-in opens it.
 */
export const sendCode: SessionAction = async ({ body, callerAddress }, services) => {
  const { email } = checked(codeRequest, body, 'body');
  const signInId = await mailCode(services, { email, callerAddress });
  return answer<SessionAnswer<'/session/code'>>({ sign_in_id: signInId, expires_in_seconds: codeSeconds });
};

/** Signs in with the code. Wrong, used, expired and unknown are told alike. */
export const verifyCode: SessionAction = async (call, services) => {
  const { sign_in_id: signInId, code } = checked(sessionBodies.verify, call.body, 'body');
  const accountId = await proveCode(services, { signInId, code, callerAddress: call.callerAddress });
  if (accountId === undefined)
    throw new ServiceError(
      'invalid_credentials',
      'The code is wrong or no longer valid. Check it, or ask for a new one.',
    );
  return beginSession(call, services, accountId, 'email');
};

/** Signs this browser in to an account. */
export async function beginSession(
  call: SessionCall,
  services: Pick<SessionServices, 'sessions' | 'baseUrl'>,
  accountId: string,
  method: SignInMethod,
) {
  const { session, cookieValue } = await replaceSession(services, call, { accountId, method });
  return answer<SessionAnswer<'/session/verify'>>(
    { account_id: accountId, session_id: session.sessionId },
    sessionCookies(services.baseUrl, cookieValue),
  );
}

/** Ends this browser's session and takes its cookie, whether or not it still had one. */
export const signOut: SessionAction = async (call, services) => {
  await endSessionOf(services, call);
  return answer<SessionAnswer<'/session/sign-out'>>(
    { signed_out: true },
    endedSessionCookies(services.baseUrl),
  );
};
