import { isIPv4 } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { type FetchRefusal, refuse } from './site-fetcher.ts';

/** Web servers for the public listen here; anything else may be internal. */
const allowedPorts = new Set(['', '80', '443', '8080', '8443']);

/** In characters; what is longer is not fetched. */
export const longestUrl = 2048;

/**
 * Endings that never lead to a public site: special-use names (RFC 6761, RFC
 * 6762, RFC 7686, RFC 8375, RFC 9476), the private-use `internal`, names that
 * ICANN will never delegate (`home`, `corp`, `mail`), and endings that routers
 * and company networks make up.
 */
const reservedEndings = new Set([
  ...['localhost', 'local', 'test', 'example', 'invalid', 'onion', 'alt', 'arpa', 'internal'],
  ...['localdomain', 'lan', 'home', 'corp', 'mail', 'intranet', 'private'],
]);

export type ScreenedUrl = { readonly ok: true; readonly url: URL } | FetchRefusal;

/** Names that a test seam maps to an address of its own may be reserved ones. */
export type NameExemption = (url: URL) => boolean;

/**
 * Decides by its text alone whether a URL may be fetched. Refuses what two
 * parsers could read differently (backslashes, control characters, encoded or
 * non-canonical numeric hosts), credentials, other schemes and ports, names
 * that are reserved or have one label, and addresses that are not public. A
 * name that passes is not yet safe: its DNS answers are checked on connecting.
 */
export function screenUrl(text: string, base?: URL, isExempt: NameExemption = () => false): ScreenedUrl {
  if (text.length > longestUrl) return refuse('invalid_url', 'The URL is longer than 2,048 characters.');
  if (/[\p{Cc}\\]|^\s|\s$/u.test(text))
    return refuse('invalid_url', 'The URL holds a backslash, a control character or white space around it.');
  const url = URL.parse(text, base?.href);
  if (url === null) return refuse('invalid_url', 'The URL cannot be parsed.');
  const fault = faultOfParts(url);
  if (fault !== undefined) return refuse('invalid_url', fault);
  url.hash = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/u, '');
  if (!isHostAsWritten(text, url)) return refuse('unsafe_address', 'The host is an address in disguise.');
  if (isExempt(url) || isPublicHost(url.hostname)) return { ok: true, url };
  return refuse('unsafe_address', 'The host is not a public one.');
}

function faultOfParts(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'Only http and https are fetched.';
  if (url.username !== '' || url.password !== '') return 'The URL carries credentials.';
  if (!allowedPorts.has(url.port)) return 'Only the ports 80, 443, 8080 and 8443 are fetched.';
  return url.hostname === '' ? 'The URL names no host.' : undefined;
}

/**
 * An IPv4 host must be written as the four plain numbers that it is parsed
 * to, and no host may be percent-encoded: 0x7f.1, 2130706433, full-width
 * digits and `%31` all fail. Relative references have no host to compare.
 */
function isHostAsWritten(text: string, url: URL): boolean {
  const authority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/iu.exec(text)?.[1];
  if (authority === undefined) return !/^[a-z][a-z0-9+.-]*:/iu.test(text) || !isIPv4(url.hostname);
  if (authority.includes('%')) return false;
  return !isIPv4(url.hostname) || authority.replace(/:\d*$/u, '') === url.hostname;
}

function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  if (isIPv4(host)) return isPublicAddress(host);
  const labels = host.split('.');
  const ending = labels.at(-1) ?? '';
  return labels.length > 1 && labels.every((label) => label !== '') && !reservedEndings.has(ending);
}
