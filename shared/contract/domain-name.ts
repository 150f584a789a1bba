import { domainToASCII } from 'node:url';
import * as v from 'valibot';

type Normalized =
  | { readonly ok: true; readonly domain: string }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): Normalized => ({ ok: false, message });

/** Names that never lead to a public site (RFC 6761, RFC 6762, RFC 8375 and common private ones). */
const reservedSuffixes = ['localhost', 'local', 'internal', 'home.arpa', 'invalid', 'onion', 'lan'];

/**
 * Reduces what people paste to the bare host name: scheme, credentials, port,
 * path, trailing dot and leading `www.` go, case is folded, IDN becomes
 * punycode. Addresses, single labels and malformed names are refused with a
 * message that says what to send instead.
 */
export function normalizeDomain(text: string): Normalized {
  if (/[\r\n]/u.test(text.trim())) return refuse('Send one domain, without line breaks.');
  const host = hostOf(text.trim());
  if (/[\s\p{Cc}]/u.test(host)) return refuse('Send one domain, without blanks.');
  if (host === '') return refuse('Send a domain such as example.com.');
  if (isAddress(host)) return refuse('Send a domain name, not an IP address.');
  const ascii = domainToASCII(host).toLowerCase().replace(/\.$/u, '');
  const domain = ascii.startsWith('www.') && ascii.split('.').length > 2 ? ascii.slice(4) : ascii;
  if (reservedSuffixes.some((suffix) => domain === suffix || domain.endsWith(`.${suffix}`)))
    return refuse('Send the domain of a public site.');
  if (!domain.includes('.')) return refuse('Send a full domain such as example.com.');
  if (!isHostName(domain)) return refuse('This is not a valid domain name.');
  return { ok: true, domain };
}

/** The host part of a URL or of a bare name. */
function hostOf(text: string): string {
  const withoutScheme = text.replace(/^[a-z][a-z0-9+.-]*:\/\//iu, '').replace(/^\/\//u, '');
  const authority = withoutScheme.split(/[/?#\\]/u)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  return host.startsWith('[') ? host : host.replace(/:\d*$/u, '');
}

function isAddress(host: string): boolean {
  if (host.startsWith('[') || host.includes(':')) return true;
  const last = host.replace(/\.$/u, '').split('.').at(-1) ?? '';
  // A name that ends in a number is read as an IPv4 address by every browser (WHATWG URL).
  return /^(?:\d+|0x[0-9a-f]*)$/iu.test(last);
}

function isHostName(domain: string): boolean {
  if (domain.length > 253) return false;
  const labels = domain.split('.');
  const topLabel = labels.at(-1) ?? '';
  return (
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/u.test(label)) &&
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/u.test(topLabel)
  );
}

/**
 * The address of one page: `http` or `https` on a public host, 8-2048
 * characters. Host and escapes are normalized as browsers do; fragment,
 * credentials and the dot after a host, which no search engine shows, are dropped.
 */
export const pageUrl = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(8),
  v.maxCodePoints(2048),
  v.description('Whole http(s) URL of the page.'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.parse(dataset.value);
    if (!url || !/^https?:$/u.test(url.protocol)) {
      addIssue({ message: 'Send a whole URL that starts with https:// or http://.' });
      return NEVER;
    }
    const host = normalizeDomain(url.hostname);
    if (!host.ok) {
      addIssue({ message: host.message });
      return NEVER;
    }
    url.hostname = url.hostname.replace(/\.$/u, '');
    url.hash = '';
    url.username = '';
    url.password = '';
    return url.href;
  }),
);
