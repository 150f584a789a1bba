import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type CredentialResolver, noKeyLimits } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type ListedSession, maxSessionSeconds, type SessionRepository } from './session-repository.ts';
import type { PrivateKey } from './signing-keys.ts';
import { looksLikeToken, tokenClaims, type VerifierOptions } from './token-claims.ts';

interface CookieNames {
  /** `__Host-` makes browsers insist on Secure, Path=/ and no Domain: no other host can plant it. */
  readonly secure: `__Host-${string}`;
  /**
   * Beside it on plain http only, which is the loopback of one machine: most
   * browsers accept Secure cookies there, Safari does not.
   */
  readonly loopback: string;
}

const sessionNames: CookieNames = { secure: '__Host-session', loopback: 'session' };
const markNames: CookieNames = { secure: '__Host-known', loopback: 'known' };
/** A year: about as long as people use one browser without signing in again. */
const markSeconds = 365 * 24 * 60 * 60;

/** `Set-Cookie` values that sign a browser in. */
export function sessionCookies(baseUrl: string, value: string): string[] {
  return write(baseUrl, value, maxSessionSeconds);
}

/** `Set-Cookie` values that take the session from a browser. */
export function endedSessionCookies(baseUrl: string): string[] {
  return write(baseUrl, '', 0);
}

/** `Set-Cookie` values by which a browser is known again as one that signed in with an address. */
export function browserMarkCookies(baseUrl: string, mark: string): string[] {
  return write(baseUrl, mark, markSeconds, markNames);
}

export function readSessionCookie(baseUrl: string, header: string | undefined): string | undefined {
  return read(baseUrl, header, sessionNames);
}

/** The mark of an earlier sign-in in a `Cookie` header. */
export function readBrowserMark(baseUrl: string, header: string | undefined): string | undefined {
  return read(baseUrl, header, markNames);
}

function read(baseUrl: string, header: string | undefined, names: CookieNames): string | undefined {
  const cookies = new Map(
    (header ?? '').split(';').map((pair) => {
      const [key = '', ...value] = pair.trim().split('=');
      return [key, value.join('=')];
    }),
  );
  const value = cookies.get(names.secure) ?? (isPlain(baseUrl) ? cookies.get(names.loopback) : undefined);
  return value === '' ? undefined : value;
}

function write(baseUrl: string, value: string, maxAge: number, names: CookieNames = sessionNames): string[] {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  const secure = `${names.secure}=${value}; ${attributes}; Secure`;
  return isPlain(baseUrl) ? [secure, `${names.loopback}=${value}; ${attributes}`] : [secure];
}

function isPlain(baseUrl: string): boolean {
  return baseUrl.startsWith('http:');
}

/** How old a sign-in may be for what a thief of a session must not do. */
const freshMs = 10 * 60 * 1000;

/**
 * Refuses with `sign_in_again` unless the person has signed in within the last
 * ten minutes. `signedInAt` is ISO 8601, `now` in milliseconds since 1970.
 */
export function requireFreshSignIn(signedInAt: string, now: number): void {
  if (now - Date.parse(signedInAt) <= freshMs) return;
  throw new ServiceError(
    'sign_in_again',
    'This needs a sign-in from the last ten minutes. Sign in again and repeat it. Nothing was changed.',
  );
}

const tokenType = 'session+jwt';
/** Short, because the token is in a page's memory; the page exchanges its cookie for the next one. */
export const sessionTokenSeconds = 600;

const sessionClaims = v.object({ sub: v.string(), sid: v.string() });

interface MintOptions {
  readonly issuer: string;
  readonly key: PrivateKey;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A token for `/v1` that stands for the session until either ends. */
export async function mintSessionToken(
  session: ListedSession,
  { issuer, key, now }: MintOptions,
): Promise<string> {
  const { signToken } = await import('./json-web-token.ts');
  const issuedAt = Math.floor(now / 1000);
  const claims = {
    iss: issuer,
    aud: restAudience(issuer),
    sub: session.accountId,
    sid: session.sessionId,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + sessionTokenSeconds,
  };
  return signToken(claims, tokenType, key);
}

interface SessionTokenVerifierOptions extends VerifierOptions {
  readonly sessions: Pick<SessionRepository, 'find'>;
}

/**
 * Accepts the dashboard's session tokens on `/v1`. The signature says who it
 * is; one consistent read says whether the session still stands, so signing out
 * ends every token of the session with the next request.
 */
export function createSessionTokenVerifier(options: SessionTokenVerifierOptions): CredentialResolver {
  const { sessions } = options;
  const kind = {
    typ: tokenType,
    audience: restAudience(options.issuer),
    maxAgeSeconds: sessionTokenSeconds,
    claims: sessionClaims,
  };
  return {
    recognizes: looksLikeToken,
    async resolve(secret) {
      const claims = await tokenClaims(secret, kind, options);
      if (!claims) return { ok: false, reason: 'session token not valid' };
      const session = await sessions.find(claims.sub, claims.sid);
      if (!session) return { ok: false, reason: 'session ended' };
      return {
        ok: true,
        principal: {
          account: session.account,
          credentialId: session.sessionId,
          signedInAt: session.createdAt,
          authSource: 'session',
          role: session.role,
          memberId: session.member?.id,
          keyLimits: noKeyLimits,
          meters: [],
          scopes: new Set(['tools', 'account:read', 'balance:read', 'keys:create', 'keys:manage']),
        },
      };
    },
  };
}

function restAudience(issuer: string): string {
  return `${issuer}/v1`;
}
