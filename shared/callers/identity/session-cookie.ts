import { maxSessionSeconds } from './session-repository.ts';

/** `__Host-` makes browsers insist on Secure, Path=/ and no Domain: no other host can plant it. */
const name = '__Host-session';
/**
 * Beside it on plain http only, which is the loopback of one machine: most
 * browsers accept Secure cookies there, Safari does not.
 */
const loopbackName = 'session';

/** `Set-Cookie` values that sign a browser in. */
export function sessionCookies(baseUrl: string, value: string): string[] {
  return write(baseUrl, value, maxSessionSeconds);
}

/** `Set-Cookie` values that take the session from a browser. */
export function endedSessionCookies(baseUrl: string): string[] {
  return write(baseUrl, '', 0);
}

/** The session value in a `Cookie` header. */
export function readSessionCookie(baseUrl: string, header: string | undefined): string | undefined {
  const cookies = new Map(
    (header ?? '').split(';').map((pair) => {
      const [key = '', ...value] = pair.trim().split('=');
      return [key, value.join('=')];
    }),
  );
  const value = cookies.get(name) ?? (isPlain(baseUrl) ? cookies.get(loopbackName) : undefined);
  return value === '' ? undefined : value;
}

function write(baseUrl: string, value: string, maxAge: number): string[] {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
  const secure = `${name}=${value}; ${attributes}; Secure`;
  return isPlain(baseUrl) ? [secure, `${loopbackName}=${value}; ${attributes}`] : [secure];
}

function isPlain(baseUrl: string): boolean {
  return baseUrl.startsWith('http:');
}
