import { attemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { SignInMethod } from '#shared/callers/identity/session-repository.ts';
import { signInMail } from '#shared/callers/identity/sign-in-mail.ts';
import type { SessionServices } from './services.ts';

// For the dashboard's routes and the pages that agents lead to.

interface CodeRequest {
  /** In its one form, as `emailAddress` gives it. */
  readonly email: string;
  readonly callerAddress: string;
}

/** Mails a code, within the limits on who may have how many sent to whom. Gives the id of the attempt. */
export async function mailCode(
  { limits, signIns, mailer, baseUrl }: Pick<SessionServices, 'limits' | 'signIns' | 'mailer' | 'baseUrl'>,
  { email, callerAddress }: CodeRequest,
): Promise<string> {
  await limits.count(attemptLimits.codeFromIp, callerAddress);
  await limits.count(attemptLimits.codeToAddress, email);
  await limits.count(attemptLimits.codeToAddressDaily, email);
  const { signInId, code } = await signIns.start(email);
  await mailer.send(signInMail(email, code, new URL(baseUrl).host));
  return signInId;
}

interface CodeProof {
  readonly signInId: string;
  readonly code: string;
  readonly callerAddress: string;
}

/** Id of the account whose address the code proves, opened at the first time; undefined for every code that does not. */
export async function proveCode(
  { limits, signIns, directory }: Pick<SessionServices, 'limits' | 'signIns' | 'directory'>,
  { signInId, code, callerAddress }: CodeProof,
): Promise<string | undefined> {
  await limits.count(attemptLimits.verifyFromIp, callerAddress);
  const email = await signIns.finish(signInId, code);
  return email === undefined ? undefined : (await directory.open(email)).accountId;
}

interface Browser {
  /** Of the session that it still has. */
  readonly cookieValue: string | undefined;
  readonly userAgent: string;
}

/** A new session for an account. One that the browser still had is ended, and its id never taken over. */
export async function replaceSession(
  { sessions }: Pick<SessionServices, 'sessions'>,
  browser: Browser,
  { accountId, method }: { readonly accountId: string; readonly method: SignInMethod },
) {
  await endSessionOf({ sessions }, browser);
  return sessions.start({ accountId, method, userAgent: browser.userAgent });
}

/** Ends the session that the browser has, if it has one. */
export async function endSessionOf(
  { sessions }: Pick<SessionServices, 'sessions'>,
  { cookieValue }: Pick<Browser, 'cookieValue'>,
): Promise<void> {
  const session = cookieValue && (await sessions.resume(cookieValue));
  if (session) await sessions.end(session.accountId, session.sessionId);
}
