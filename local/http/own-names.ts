import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { asksForPage } from '#shared/http/visitor-page.ts';

/**
 * Whether a request that came under this name is meant for this machine. A
 * page of the web can point a name of its own at a loopback address, and the
 * browser then takes that page and this service, with its mailbox of sign-in
 * codes, for one site. Such a name is a public one: addresses, names without a
 * dot, `.localhost`, `.local` and the name of `baseUrl` cannot be turned so.
 */
export function createOwnNames(baseUrl: string): (host: string | undefined) => boolean {
  const ownName = new URL(baseUrl).hostname;
  return (host) => {
    // Browsers always send the name.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return (
      name === ownName ||
      isIP(name.replace(/^\[|\]$/gu, '')) !== 0 ||
      /^[^.]+$/u.test(name) ||
      /\.(?:localhost|local)$/u.test(name)
    );
  };
}

/** A listener at one of these is reached as `localhost`. */
const nameless = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

/** The name for the host that a server listens on; others are named as they are. */
export function nameOf(host: string): string {
  if (nameless.has(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Where to send a browser that opened a page of this machine by its address
 * while the service goes by `localhost`: cookies, passkeys and the way back from
 * a checkout belong to one name, and browsers keep no passkeys for addresses.
 * The port is the browser's own, which a tunnel may have chosen. Undefined for
 * programs, which are answered under every name.
 */
export function otherName(request: IncomingMessage, url: URL, baseUrl: string): string | undefined {
  if (new URL(baseUrl).hostname !== 'localhost' || request.method !== 'GET' || !asksForPage(request))
    return undefined;
  const asked = URL.parse(`http://${request.headers.host ?? ''}`);
  if (asked?.hostname !== '127.0.0.1' && asked?.hostname !== '[::1]') return undefined;
  return `http://localhost${asked.port === '' ? '' : `:${asked.port}`}${url.pathname}${url.search}`;
}

/**
 * The URL that a request asks for, or undefined where its target is none. A
 * path is never read as an address: `//host/path` is a path that begins with
 * two slashes. A client may send a whole address (RFC 9112, 3.2.2); it is read
 * where its host is a name of this service.
 */
export function requestTarget(
  { url = '/' }: Pick<IncomingMessage, 'url'>,
  isOwnName: (host: string) => boolean,
): URL | undefined {
  if (url.startsWith('/')) return URL.parse(`http://localhost${url}`) ?? undefined;
  const target = /^https?:\/\//iu.test(url) ? URL.parse(url) : null;
  return target && isOwnName(target.host) ? target : undefined;
}
