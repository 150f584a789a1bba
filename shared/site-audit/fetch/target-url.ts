import { BlockList, isIPv4, isIPv6 } from 'node:net';
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

/**
 * IPv4 ranges that no public site lives in: the IANA special-purpose registry
 * (RFC 6890 and its updates), multicast, the reserved top, and addresses
 * inside public space at which a cloud answers only to its own guests.
 */
const closedIpv4 = [
  ['0.0.0.0', 8], // this network, RFC 791
  ['10.0.0.0', 8], // private, RFC 1918
  ['100.64.0.0', 10], // carrier NAT, RFC 6598; holds Alibaba Cloud's metadata at 100.100.100.200
  ['127.0.0.0', 8], // loopback, and the Lambda runtime API at 127.0.0.1:9001
  ['168.63.129.16', 32], // Azure's host agent
  ['169.254.0.0', 16], // link local: metadata of AWS, GCP, Azure, and Lambda's own service addresses
  ['172.16.0.0', 12], // private, RFC 1918
  ['192.0.0.0', 24], // protocol assignments, RFC 6890; holds Oracle Cloud's metadata at 192.0.0.192
  ['192.0.2.0', 24], // documentation, RFC 5737
  ['192.31.196.0', 24], // AS112, RFC 7535
  ['192.52.193.0', 24], // AMT, RFC 7450
  ['192.88.99.0', 24], // 6to4 relays, RFC 7526
  ['192.168.0.0', 16], // private, RFC 1918
  ['192.175.48.0', 24], // AS112, RFC 7534
  ['198.18.0.0', 15], // benchmarking, RFC 2544
  ['198.51.100.0', 24], // documentation, RFC 5737
  ['203.0.113.0', 24], // documentation, RFC 5737
  ['224.0.0.0', 4], // multicast, RFC 5771
  ['240.0.0.0', 4], // reserved and broadcast, RFC 1112
] as const;

/** Ranges within 2000::/3 that are not ordinary global unicast; everything outside 2000::/3 is closed anyway. */
const closedIpv6 = [
  ['2001::', 23], // protocol assignments, RFC 2928: Teredo, benchmarking, ORCHID
  ['2001:db8::', 32], // documentation, RFC 3849
  ['2002::', 16], // 6to4, RFC 3056: carries any IPv4 address
  ['2620:4f:8000::', 48], // AS112, RFC 7534
  ['3fff::', 20], // documentation, RFC 9637
] as const;

const blocked = new BlockList();
for (const [network, prefix] of closedIpv4) blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedIpv6) blocked.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether a server on the public internet can live at this address. Text that
 * is no IP address in its usual form is not public. IPv6 is public only
 * within 2000::/3, which leaves out every mapped, translated (NAT64), unique
 * local, link-local and multicast form; tunnels that wrap an IPv4 address
 * (6to4, Teredo, ISATAP) are closed whatever they wrap.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !blocked.check(address, 'ipv6') && !isIsatap(address);
}

/** ISATAP (RFC 5214) hides an IPv4 address behind the interface identifier `[02]00:5efe`. */
function isIsatap(address: string): boolean {
  const canonical = URL.parse(`http://[${address}]/`)?.hostname ?? '';
  return /(?:^|:)(?:0|200)?:?5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}\]$/u.test(canonical);
}
