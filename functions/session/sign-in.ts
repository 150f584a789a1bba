import * as v from 'valibot';
import { emailAddress } from '#shared/callers/identity/account-directory.ts';
import {
  browserMarkCookies,
  endedSessionCookies,
  sessionCookies,
} from '#shared/callers/identity/session-cookie.ts';
import type { SignInMethod } from '#shared/callers/identity/session-item.ts';
import { codeSeconds } from '#shared/callers/identity/sign-in-repository.ts';
import { checked } from '#shared/calls/check-input.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type SessionAnswer, sessionBodies } from './contract.ts';
import type { SessionServices } from './services.ts';
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

/** Signs this browser in to an account. */
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
