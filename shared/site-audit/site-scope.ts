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
  clean.pathname = clean.pathname.replace(/;jsessionid=[^/;]*/giu, '');
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
  const name = nameOf(trimmed, base);
  const known = recent.get(name) ?? earlier.get(name);
  if (known !== undefined || recent.has(name)) return known;
  const url = resolveReference(trimmed, base);
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

/** The base that was last asked about: most references of a page follow each other. */
let lastBase = { text: '', origin: '', folder: '' };

/** What all references have in common that lead to the same place whichever page of a site they stand on. */
function nameOf(reference: string, base: string): string {
  if (/^https?:\/\//iu.test(reference)) return reference;
  if (base !== lastBase.text) lastBase = { text: base, ...placeOf(base) };
  if (/^\/(?![/\\])/u.test(reference)) return `${lastBase.origin} ${reference}`;
  return /^[\w.%~-]/u.test(reference) ? inFolder(reference, lastBase) : `${base} ${reference}`;
}

/** Of whatever page below a folder a reference climbs up to it. */
function inFolder(reference: string, { origin, folder: own }: typeof lastBase): string {
  let [folder, rest] = [own, reference];
  while (/^\.\.\/[\w.%~-]/u.test(rest)) {
    rest = rest.slice(3);
    const parent = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
    if (parent.length > origin.length) folder = parent;
  }
  return `${folder} ${rest}`;
}

function placeOf(base: string): { readonly origin: string; readonly folder: string } {
  const url = URL.parse(base);
  return url === null
    ? { origin: base, folder: base }
    : { origin: url.origin, folder: URL.parse('.', base)?.href ?? base };
}

interface Linking {
  readonly url: string;
  readonly document: Pick<PageDocument, 'anchors' | 'baseHref'>;
}

/** Where references of a page start: its own address, or its `<base>`. */
export function baseOf({ document, url }: Linking): string {
  return document.baseHref === undefined ? url : (URL.parse(document.baseHref, url)?.href ?? url);
}

interface Worked {
  readonly anchors: PageDocument['anchors'];
  readonly targets: readonly (Target | undefined)[];
}

/** Of the page that was last asked about: all that is asked of one follows each other. */
let last: Worked = { anchors: [], targets: [] };

/** Where the links of a page lead, in their order. */
export function linkTargetsOf(page: Linking): readonly (Target | undefined)[] {
  const { anchors } = page.document;
  if (anchors === last.anchors) return last.targets;
  const base = baseOf(page);
  const targets = anchors.map(({ href }) => (href === undefined ? undefined : targetOf(href, base)));
  last = { anchors, targets };
  return targets;
}
