import { getDomain } from 'tldts';
import type { PageDocument } from './document/page-document.ts';

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

const sessionParameter =
  /^(?:phpsessid|jsessionid|sessionid|session_id|sid|aspsessionid\w*|cfid|cftoken|oscsid|zenid)$/iu;
const trackingParameter = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|mc_[ce]id|_ga|igshid|ref_src)$/iu;

export function hasSessionId(url: URL): boolean {
  return (
    /;jsessionid=/iu.test(url.pathname) ||
    (url.search !== '' && [...url.searchParams.keys()].some((name) => sessionParameter.test(name)))
  );
}

/** The address without session ids, tracking parameters and fragment: spellings that lead to the same page. */
export function withoutSession(url: URL): URL {
  // Most addresses have none of it, and taking them apart costs more than all else that is done with them.
  if (!/[;?#]/u.test(url.href)) return url;
  const clean = new URL(url.href);
  clean.hash = '';
  if (url.pathname.includes(';')) clean.pathname = url.pathname.replace(/;jsessionid=[^/;]*/giu, '');
  if (url.search === '') return clean;
  for (const name of [...clean.searchParams.keys()])
    if (sessionParameter.test(name) || trackingParameter.test(name)) clean.searchParams.delete(name);
  return clean;
}

/** Where a reference leads: one object for all that ask, not to be changed. */
export interface Target {
  /** Without fragment. */
  readonly href: string;
  /** The page that it leads to, without session ids and tracking; its path and its key. */
  readonly page: string;
  readonly path: string;
  readonly key: string;
  /** Without `www.`. */
  readonly host: string;
}

export function isWithin(scope: SiteScope, { host }: Target): boolean {
  return host === scope.host;
}

/** Resolves a reference as a browser does; undefined where it leads to no web page. */
export function resolveReference(reference: string, base: string): URL | undefined {
  const url = URL.parse(reference.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.href.includes('#')) url.hash = '';
  return url;
}

/** The same with what is asked of it; the navigation of a site stands on each of its pages, and many checks ask for each link. */
export function targetOf(reference: string, base: string): Target | undefined {
  const trimmed = reference.trim();
  if (base !== lastBase.text) lastBase = placeOf(base);
  // A place in the page leads to the page.
  if (trimmed === '' || trimmed.startsWith('#')) return ownTarget(lastBase);
  return (
    plainTarget(trimmed, lastBase) ??
    (otherScheme.test(trimmed) ? undefined : writtenTarget(trimmed, lastBase))
  );
}

/** Mail, telephone, scripts, and images written out: no web page, and some of them longer than all else in the page. */
const otherScheme = /^(?!https?:)[a-z][a-z\d+.-]*:/iu;

function ownTarget(base: Base): Target | undefined {
  const url = base.own === undefined ? resolveReference('', base.text) : undefined;
  base.own ??= { target: url && readTarget(url) };
  return base.own.target;
}

function writtenTarget(written: string, { text: base, folder }: Base): Target | undefined {
  const isWhole = folder !== undefined && /^https?:\/\//iu.test(written);
  const name = isWhole ? written : `${base} ${written}`;
  const known = recent.get(name) ?? earlier.get(name);
  if (known !== undefined || recent.has(name)) return known;
  const url = resolveReference(written, base);
  const target = url && readTarget(url);
  if (recent.size >= mostRemembered) [earlier, recent] = [recent, new Map()];
  recent.set(name, target);
  return target;
}

/** Targets asked for lately, and those asked for before them. */
const mostRemembered = 4_000;
let recent = new Map<string, Target | undefined>();
let earlier: ReadonlyMap<string, Target | undefined> = new Map();

function readTarget(url: URL): Target {
  const page = withoutSession(url);
  return {
    ...{ href: url.href, page: page.href, path: page.pathname, key: pageKey(page) },
    host: foldWww(url.hostname),
  };
}

interface Base {
  readonly text: string;
  /** Address of its folder, and where the path begins in it; undefined where its references cannot be put together. */
  readonly folder: string | undefined;
  readonly pathAt: number;
  readonly host: string;
  /** What keys of its site begin with. */
  readonly site: string;
  /** Where it leads itself, once that was asked. */
  own?: { readonly target: Target | undefined } | undefined;
}

/** The base that was last asked about: most references of a page follow each other. */
let lastBase: Base = { text: '', folder: undefined, pathAt: 0, host: '', site: '' };

function placeOf(text: string): Base {
  const url = URL.parse('.', text);
  if (url === null || !/^https?:$/u.test(url.protocol))
    return { ...lastBase, text, folder: undefined, own: undefined };
  const host = foldWww(url.hostname);
  const site = `${host}${url.port === '' ? '' : `:${url.port}`}`;
  return { text, folder: url.href, pathAt: url.origin.length, host, site };
}

/** Most references are a path of letters, digits and dashes, or one behind the site's own origin: what they lead to is put together of its parts. */
function plainTarget(reference: string, { folder: own, pathAt, host, site }: Base): Target | undefined {
  if (own === undefined || reference.startsWith('//')) return undefined;
  let [folder, rest] = [own, reference];
  const root = own.slice(0, pathAt + 1);
  if (rest.startsWith(root)) [folder, rest] = [root, rest.slice(root.length)];
  else if (rest.startsWith('/')) [folder, rest] = [root, rest.slice(1)];
  while (rest.startsWith('../')) {
    folder = folder.slice(0, Math.max(pathAt, folder.lastIndexOf('/', folder.length - 2)) + 1);
    rest = rest.slice(3);
  }
  if (!/^[\w~./-]*$/u.test(rest) || /(?:^|\/)\.{1,2}(?:\/|$)/u.test(rest)) return undefined;
  const href = `${folder}${rest}`;
  const path = href.slice(pathAt);
  return { href, page: href, path, key: `${site}${path}`, host };
}

interface Linking {
  readonly url: string;
  readonly document: Pick<PageDocument, 'anchors' | 'baseHref'>;
}

/** Where references of a page start: its own address, or its `<base>`. */
export function baseOf({ document, url }: Linking): string {
  return document.baseHref === undefined ? url : (URL.parse(document.baseHref, url)?.href ?? url);
}

/** Of the page that was last asked about: all that is asked of one follows each other. */
let last: Pick<Linking['document'], 'anchors'> & { readonly targets: readonly (Target | undefined)[] } = {
  ...{ anchors: [], targets: [] },
};

/** Where the links of a page lead, in their order. */
export function linkTargetsOf(page: Linking): readonly (Target | undefined)[] {
  const { anchors } = page.document;
  if (anchors === last.anchors) return last.targets;
  const base = baseOf(page);
  const targets = anchors.map(({ href }) => (href === undefined ? undefined : targetOf(href, base)));
  last = { anchors, targets };
  return targets;
}
