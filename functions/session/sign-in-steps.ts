import { tellOwner } from '#shared/callers/identity/account-directory.ts';
import { attemptLimits, shortCodesADay } from '#shared/callers/identity/attempt-limits.ts';
import { reviewCodeDigits } from '#shared/callers/identity/review-codes.ts';
import type { SignInMethod } from '#shared/callers/identity/session-repository.ts';
import type { CodeDigits } from '#shared/callers/identity/sign-in-repository.ts';
import { networkOf } from '#shared/http/call.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import type { SessionServices } from './services.ts';

/** The mail with a one-time code. The code is in the subject, where phones show it. */
export function signInMail(to: string, code: string, host: string): Mail {
  return {
    to,
    subject: `${code} is your Oriel sign-in code`,
    text: [
      `Your sign-in code is ${code}`,
      '',
      `Enter it at ${host} within 10 minutes. It works once.`,
      'We never ask for it by phone or email. If you did not try to sign in, ignore this message.',
      '',
      // Read by browsers and phones that fill in codes: bound to this host only.
      `@${host} #${code}`,
    ].join('\n'),
  };
}

// For the dashboard's routes and the pages that agents lead to.

interface CodeRequest {
  /** In its one form, as `emailAddress` gives it. */
  readonly email: string;
  readonly callerAddress: string;
  /** What an earlier sign-in left in the browser. */
  readonly browserMark: string | undefined;
}

type CodeServices = Pick<SessionServices, 'limits' | 'signIns' | 'reviewCodes' | 'mailer' | 'baseUrl'>;

/**
 * Mails a code, within the limits on who may have how many sent to whom. A
 * reviewer has one already, and is sent none.
 */
export async function mailCode(
  services: CodeServices,
  request: CodeRequest,
): Promise<{ readonly signInId: string; readonly digits: CodeDigits }> {
  const { signIns, reviewCodes, mailer, baseUrl } = services;
  const { email } = request;
  const digits = await countCode(services, request);
  if (await reviewCodes.find(email))
    return { signInId: await signIns.startReview(email), digits: reviewCodeDigits };
  const { signInId, code } = await signIns.start(email, digits);
  await mailer.send(signInMail(email, code, new URL(baseUrl).host));
  return { signInId, digits };
}

/**
 * Counts the code where it belongs. Strangers share what an address is sent
 * in a day, and no network may use all of it; a browser that signed in with
 * the address before is not among them.
 */
async function countCode(
  { limits, signIns }: CodeServices,
  { email, callerAddress, browserMark }: CodeRequest,
): Promise<CodeDigits> {
  await limits.count(attemptLimits.codeFromIp, callerAddress);
  if (browserMark !== undefined && signIns.isMarkOf(email, browserMark)) {
    await limits.count(attemptLimits.codeToKnownBrowser, email);
    await limits.count(attemptLimits.codeToKnownBrowserDaily, email);
    return 6;
  }
  const fromNetwork = `${email} ${networkOf(callerAddress)}`;
  await limits.count(attemptLimits.codeToAddressFromNetwork, fromNetwork);
  await limits.count(attemptLimits.codeToAddressFromNetworkDaily, fromNetwork);
  const ofToday = await limits.count(attemptLimits.codeToAddressDaily, email);
  return ofToday > shortCodesADay ? 8 : 6;
}

interface CodeProof {
  readonly signInId: string;
  readonly code: string;
  readonly callerAddress: string;
}

/** Who proved an address, and what the browser keeps of it. */
interface ProvenCaller {
  readonly accountId: string;
  readonly personId: string;
  readonly email: string;
  readonly browserMark: string;
  readonly isNew: boolean;
  readonly isReviewer: boolean;
}

/** The account whose address the code proves, opened at the first time; undefined for any other code. */
export async function proveCode(
  services: Pick<SessionServices, 'limits' | 'signIns' | 'directory' | 'logger'>,
  { signInId, code, callerAddress }: CodeProof,
): Promise<ProvenCaller | undefined> {
  const { limits, signIns, directory, logger } = services;
  await limits.count(attemptLimits.verifyFromIp, callerAddress);
  const proven = await signIns.finish(signInId, code);
  if (proven === undefined) return undefined;
  const { email, reviewed } = proven;
  const known = await directory.findId(email);
  const browserMark = signIns.browserMark(email);
  if (reviewed !== undefined) {
    // Deleted since, the account may be another's or none: the code opens no other.
    if (known !== reviewed) return undefined;
    logger.info('reviewer signed in', { account_id: reviewed, network: networkOf(callerAddress) });
    return { accountId: reviewed, personId: reviewed, email, isNew: false, isReviewer: true, browserMark };
  }
  const opened = await directory.open(email);
  return { ...opened, email, isNew: known === undefined, isReviewer: false, browserMark };
}

interface Browser {
  /** Of the session that it still has. */
  readonly cookieValue: string | undefined;
  readonly userAgent: string;
  readonly callerAddress: string;
}

/** A new session for an account. One that the browser still had is ended, and its id never taken over. */
export async function replaceSession(
  { sessions }: Pick<SessionServices, 'sessions'>,
  browser: Browser,
  proof: { readonly accountId: string; readonly personId: string; readonly method: SignInMethod },
) {
  await endSessionOf({ sessions }, browser);
  const { userAgent, callerAddress } = browser;
  return sessions.start({ ...proof, userAgent, network: networkOf(callerAddress) });
}

/**
 * Tells the owner of a sign-in by mail from a browser that has no mark of an
 * earlier one. The sign-in that opens an account tells nobody anything new.
 */
export async function tellOfNewBrowser(
  services: Pick<SessionServices, 'signIns' | 'mailer' | 'logger' | 'dashboardUrl' | 'clock'>,
  { email, isNew, isReviewer }: Pick<ProvenCaller, 'email' | 'isNew' | 'isReviewer'>,
  browser: Pick<Browser, 'userAgent' | 'callerAddress'> & { readonly browserMark: string | undefined },
): Promise<void> {
  const { userAgent, callerAddress, browserMark } = browser;
  // The address of a reviewer's account need not be anybody's mailbox.
  if (isReviewer || isNew || (browserMark !== undefined && services.signIns.isMarkOf(email, browserMark)))
    return;
  const network = networkOf(callerAddress);
  await tellOwner(services, email, { what: 'sign-in', name: userAgent, at: services.clock(), network });
}

/** Ends the session that the browser has, if it has one. */
export async function endSessionOf(
  { sessions }: Pick<SessionServices, 'sessions'>,
  { cookieValue }: Pick<Browser, 'cookieValue'>,
): Promise<void> {
  const session = cookieValue && (await sessions.resume(cookieValue));
  if (session) await sessions.end(session.accountId, session.sessionId);
}
