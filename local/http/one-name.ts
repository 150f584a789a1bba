import type { IncomingMessage } from 'node:http';
import { asksForPage } from '#shared/http/visitor-page.ts';

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
