import { maxSessionSeconds } from './session-repository.ts';

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

/** The session value in a `Cookie` header. */
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
