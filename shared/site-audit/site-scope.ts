import { getDomain } from 'tldts';

/** Which addresses belong to the audited site, with `www.` and the bare name taken as one. */
export interface SiteScope {
  /** Origin of the home page after redirects, such as `https://www.shop.com`. */
  readonly origin: string;
  /** Host without `www.`. */
  readonly host: string;
  /** Registrable domain by the public suffix list, such as `shop.co.uk`. */
  readonly registrableDomain: string;
}

export function createSiteScope(home: string): SiteScope {
  const url = new URL(home);
  return {
    origin: url.origin,
    host: foldWww(url.hostname),
    registrableDomain: registrableDomain(url.hostname),
  };
}

export function foldWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** The registrable domain of a host, or the host itself where it has none. */
export function registrableDomain(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

export function isOnSite(scope: SiteScope, url: URL): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && foldWww(url.hostname) === scope.host;
}

/** One key for the spellings under which the same page is usually reached: scheme, `www.` and fragment do not count. */
export function pageKey(url: string | URL): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  if (parsed === null) return String(url);
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  return `${foldWww(parsed.hostname)}${port}${parsed.pathname}${parsed.search}`;
}

/** Whether two addresses differ at most in scheme, `www.`, fragment, case and a closing slash. */
export function isSameSpelling(a: URL, b: URL): boolean {
  const folded = (url: URL) =>
    pageKey(url)
      .toLowerCase()
      .replace(/\/(?=\?|$)/u, '');
  return folded(a) === folded(b);
}

/** Resolves a reference as a browser does; undefined where it leads to no web page. */
export function resolveReference(reference: string, base: string): URL | undefined {
  const url = URL.parse(reference.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.href.includes('#')) url.hash = '';
  return url;
}
