import { createHash } from 'node:crypto';
import { normalizeDomain } from '#shared/contract/fields.ts';

const longestKey = 900;

/** Hosts repeat in listings; normalising one costs more than looking it up. Emptied when full. */
const knownHosts = new Map<string, string | undefined>();
const mostKnownHosts = 10_000;

/** The host of a URL with `www.` folded, or undefined for what is not a public web address. */
export function hostOf(url: string): string | undefined {
  const plain = plainUrl.exec(url);
  if (plain) return normalHost(plain[1] ?? '');
  const parsed = parse(url);
  return parsed && normalHost(parsed.hostname);
}

function normalHost(hostname: string): string | undefined {
  if (knownHosts.has(hostname)) return knownHosts.get(hostname);
  if (knownHosts.size >= mostKnownHosts) knownHosts.clear();
  const normalized = normalizeDomain(hostname);
  const host = normalized.ok ? normalized.domain : undefined;
  knownHosts.set(hostname, host);
  return host;
}

/**
 * What makes two URLs the same page for the index: host (`www.` folded), port,
 * path and query; scheme and fragment do not count. A trailing slash does.
 * Long ones end in a hash. Undefined for what is not the page of
 * a public site.
 */
export function pageKey(url: string): string | undefined {
  if (url.startsWith(last.origin) && plainPath.test(url.slice(last.origin.length)))
    return keyOf(last.host, url.slice(last.origin.length));
  const plain = plainUrl.exec(url);
  if (plain) {
    const [, hostname = '', path = ''] = plain;
    last = { origin: url.slice(0, url.length - path.length), host: normalHost(hostname) };
    return keyOf(last.host, path);
  }
  if (namesNoPage(url)) return undefined;
  const parsed = parse(url);
  const host = parsed && normalHost(parsed.hostname);
  if (!parsed || host === undefined) return undefined;
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return keyOf(host, `${port}${parsed.pathname}${parsed.search}`);
}

/**
 * Addresses that a parser would leave as they are: a host of plain labels, and
 * a path without dots, escapes, query or fragment. Most are like that, and to
 * count a domain asks for the page of each of its rows.
 */
const plainUrl = /^https?:\/\/((?:[a-z0-9](?:[a-z0-9]|-(?!-))*\.)+[a-z]{2,})(\/[\w~/-]*)$/u;
const plainPath = /^\/[\w~/-]*$/u;

/** Of the address before: the pages of a domain follow one another. */
let last: { readonly origin: string; readonly host: string | undefined } = { origin: ' ', host: undefined };

function keyOf(host: string | undefined, rest: string): string | undefined {
  if (host === undefined) return undefined;
  const key = `${host}${rest}`;
  if (key.length <= longestKey) return key;
  return `${key.slice(0, longestKey)}#${createHash('sha256').update(key).digest('base64url')}`;
}

/**
 * Some exports say that a site ranks and not with which page. Such a row
 * carries the bare origin, without even the slash that every page's address
 * has, and counts for the site but for no page.
 */
export function namesNoPage(url: string): boolean {
  return /^https?:\/\/[^/?#]+$/u.test(url);
}

function parse(url: string): URL | undefined {
  const parsed = URL.parse(url.includes('://') ? url : `https://${url}`);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed : undefined;
}
