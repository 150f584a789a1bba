import { problemOf } from './problem.ts';
import type { SessionAnswers } from './session-answers.ts';

/** The account that is signed in. */
export interface SignedIn {
  readonly accountId: string;
  /** Of who opened the account. */
  readonly email: string;
  /** Of who is signed in. */
  readonly personEmail: string;
  readonly role: 'owner' | 'member' | 'billing';
}

interface Token {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Fetched this long before the token ends, so that no request carries one that dies on the way. */
const marginMilliseconds = 30_000;

// In memory only: a script that could read storage would find nothing worth taking.
let token: Token | undefined;
/** Nobody is signed in: a visitor's questions wait for no token. */
let isVisitor = false;
let pending: Promise<SignedIn | undefined> | undefined;

/** Asks a session route whose contract says what it answers. */
export function askSession<Path extends keyof SessionAnswers>(
  path: Path,
  body: unknown = {},
): Promise<SessionAnswers[Path]> {
  return postSession(path.slice('/session/'.length), body);
}

/** Asks a session route. The cookie goes along; the service checks that the request comes from this origin. */
export async function postSession<Answer = unknown>(path: string, body: unknown = {}): Promise<Answer> {
  const response = await post(path, body);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}

const post = async (path: string, body: unknown) =>
  (await takeEarly(`/session/${path}`)) ??
  fetch(`/session/${path}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Exchanges the session cookie for a token of ten minutes; undefined when signed out. */
export function resumeSession(): Promise<SignedIn | undefined> {
  pending ??= exchange().finally(() => {
    pending = undefined;
  });
  return pending;
}

declare global {
  /** What `public/early.js` asked while this app was still loading, by address; undefined where nothing came back. */
  var orielAsked: Record<string, Promise<Response | undefined>> | undefined;
}

/** Later it would be old. */
const earlyForMs = 10_000;

/** What was asked before the app was there, once; later there is a request of its own. */
async function takeEarly(address: string): Promise<Response | undefined> {
  const answer = globalThis.orielAsked?.[address];
  delete globalThis.orielAsked?.[address];
  return performance.now() < earlyForMs ? answer : undefined;
}

async function exchange(): Promise<SignedIn | undefined> {
  const response = await post('token', {});
  token = undefined;
  isVisitor = true;
  if (response.status === 401) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw await problemOf(response);
  const answer: SessionAnswers['/session/token'] = await response.json();
  if (!answer.signed_in) return undefined;
  isVisitor = false;
  // By this machine's own clock, which may be wrong: what counts is how long the token lives.
  token = { value: answer.token, expiresAt: Date.now() + answer.expires_in * 1_000 };
  return {
    accountId: answer.account.id,
    email: answer.account.email,
    personEmail: answer.person.email,
    role: answer.role,
  };
}

/** A code that was sent, and what its digits are checked against. */
export interface SentCode {
  readonly email: string;
  readonly signInId: string;
  readonly digits: 6 | 8;
}

export async function sendCode(email: string): Promise<SentCode> {
  const { sign_in_id: signInId, code_digits: digits } = await askSession('/session/code', { email });
  return { email, signInId, digits };
}

/** The token for the next request to `/v1`. */
async function currentToken(): Promise<string> {
  if (!isVisitor && (!token || token.expiresAt - marginMilliseconds < Date.now())) await resumeSession();
  return token?.value ?? '';
}

/** `fetch` for `/v1`: carries the session token, and fetches a new one where the old was refused. */
export async function authorizedFetch(input: Request): Promise<Response> {
  const again = input.clone();
  const early = input.method === 'GET' ? await takeEarly(input.url.slice(location.origin.length)) : undefined;
  const response = early ?? (await fetch(withToken(input, await currentToken())));
  if (response.status !== 401) return response;
  token = undefined;
  isVisitor = false;
  const renewed = await currentToken();
  if (!renewed) {
    dispatchEvent(new CustomEvent(signedOutEvent, { detail: endedElsewhere }));
    return response;
  }
  await response.body?.cancel();
  return fetch(withToken(again, renewed));
}

/** Sent to the window when the session turns out to have ended. */
export const signedOutEvent = 'oriel-signed-out';
/** Its detail where nobody in this window asked for it. */
export const endedElsewhere = 'ended';

export function forgetSession(): void {
  token = undefined;
  isVisitor = false;
}

function withToken(request: Request, value: string): Request {
  const headers = new Headers(request.headers);
  // A visitor reads what is public without one.
  if (value) headers.set('authorization', `Bearer ${value}`);
  // The API reads no cookies; sending none says so.
  return new Request(request, { headers, credentials: 'omit' });
}
