import { withoutSession } from '../crawl/candidate.ts';
import { filesOnSite, type PageFile } from '../crawl/page-files.ts';
import type { AuditedPage } from '../crawl/page-record.ts';
import { isOnSite, pageKey, resolveReference, type SiteScope } from '../site-scope.ts';

/** A link of an audited page to an address on the site. */
export interface InternalLink extends Target {
  readonly from: AuditedPage;
}

interface Target {
  readonly href: string;
  readonly key: string;
}

/** A link as it is written, with what it says beyond the page that it leads to. */
export interface WrittenLink extends Written {
  readonly from: AuditedPage;
}

interface Written {
  readonly href: string;
  /** Where it leads, without fragment. */
  readonly target: string;
  /** The element is a target or a button as well. */
  readonly isButton: boolean;
}

/** What audited pages refer to; a whole site has millions of links, so that they stand in columns. */
export interface References {
  /** Links between pages, each target once for a page. */
  internal(): IteratorObject<InternalLink>;
  /** How many of these there are. */
  readonly links: number;
  /** Links to a place in a page of the site. */
  places(): IteratorObject<WrittenLink>;
  /** Links to pages of other sites that were asked. */
  external(): IteratorObject<WrittenLink>;
  /** Files on the site that were asked, with the pages that load them. */
  files(): IteratorObject<{ readonly from: AuditedPage; readonly file: PageFile }>;
  /** Addresses of styles and scripts on the site. */
  readonly code: ReadonlySet<string>;
}

export interface ReferenceReader {
  /** To be asked of each audited page, in their order. */
  read(page: AuditedPage): void;
  /** Of the pages that were read, as they are by now. */
  of(audited: readonly AuditedPage[]): References;
}

interface ReaderOptions {
  readonly scope: SiteScope;
  /** Whether an address was asked, of another site or of a file. */
  isAsked(url: URL): boolean;
}

/** Reads what pages refer to, so that a page need not be kept with all its links. */
export function createReferenceReader({ scope, isAsked }: ReaderOptions): ReferenceReader {
  const resolve = createResolver(scope);
  const internal = createPairs<Target>();
  const places = createPairs<Written>();
  const external = createPairs<Written>();
  const files = createPairs<PageFile>();
  const code = new Set<string>();
  let page = 0;

  const note = (written: Written, { key, url }: Resolved, isFirst: boolean): void => {
    const { href, target, isButton } = written;
    if (key === undefined) {
      if (isAsked(url)) external.add(page, `${href}\n${target}`, written);
      return;
    }
    if (/#./u.test(href)) places.add(page, `${isButton} ${href}\n${target}`, written);
    if (isFirst) internal.add(page, target, { href: target, key });
  };

  const readAnchors = ({ document }: AuditedPage, base: URL): void => {
    const seen = new Set<string | undefined>();
    for (const { href = '', hasRole, isTargetOrButton } of document.anchors) {
      const found = href === '' ? undefined : resolve(href, base);
      if (found === undefined) continue;
      const written = { href, target: found.target, isButton: hasRole || isTargetOrButton };
      note(written, found, !seen.has(found.key));
      seen.add(found.key);
    }
  };

  const readFile = (file: PageFile): void => {
    const { tag, url } = file;
    if (tag === 'script' || tag === 'link') code.add(url.href);
    if (isAsked(url)) files.add(page, `${tag} ${url.href}`, file);
  };

  return {
    read(audited) {
      const { document, url } = audited;
      readAnchors(audited, new URL(URL.parse(document.baseHref ?? '', url)?.href ?? url));
      for (const file of filesOnSite(audited, scope)) readFile(file);
      page += 1;
    },
    of: (audited) => ({
      internal: () => internal.of(audited).map(({ from, of }) => ({ from, ...of })),
      links: internal.size(),
      places: () => places.of(audited).map(({ from, of }) => ({ from, ...of })),
      external: () => external.of(audited).map(({ from, of }) => ({ from, ...of })),
      files: () => files.of(audited).map(({ from, of }) => ({ from, file: of })),
      code,
    }),
  };
}

interface Resolved {
  readonly target: string;
  /** Undefined for other sites. */
  readonly key: string | undefined;
  readonly url: URL;
}

/** Addresses that lead to the same from every page, remembered: the navigation of a site stands on each of them. */
const mostRemembered = 20_000;

function createResolver(scope: SiteScope) {
  const remembered = new Map<string, Resolved | undefined>();
  const resolve = (href: string, base: URL): Resolved | undefined => {
    const url = resolveReference(href, base.href);
    if (url === undefined) return undefined;
    const key = isOnSite(scope, url) ? pageKey(withoutSession(url)) : undefined;
    return { target: url.href, key, url };
  };
  return (href: string, base: URL): Resolved | undefined => {
    const isAbsolute = /^https?:/iu.test(href);
    if (!isAbsolute && !/^\/(?!\/)/u.test(href)) return resolve(href, base);
    const name = isAbsolute ? href : `${base.origin} ${href}`;
    const known = remembered.get(name);
    if (known !== undefined || remembered.has(name)) return known;
    const found = resolve(href, base);
    if (remembered.size < mostRemembered) remembered.set(name, found);
    return found;
  };
}

/** Pages, each by its place, with what they refer to, each kept once. */
function createPairs<Kept>() {
  const places = new Map<string, number>();
  const kept: Kept[] = [];
  let pairs = new Uint32Array(256);
  let size = 0;
  return {
    add(page: number, name: string, one: Kept): void {
      const place = places.get(name) ?? kept.push(one) - 1;
      places.set(name, place);
      if (size * 2 === pairs.length) {
        const grown = new Uint32Array(pairs.length * 2);
        grown.set(pairs);
        pairs = grown;
      }
      pairs[size * 2] = page;
      pairs[size * 2 + 1] = place;
      size += 1;
    },
    size: () => size,
    *of(audited: readonly AuditedPage[]): Generator<{ readonly from: AuditedPage; readonly of: Kept }> {
      for (let at = 0; at < size; at += 1) {
        const from = audited[pairs[at * 2] ?? 0];
        const one = kept[pairs[at * 2 + 1] ?? 0];
        if (from !== undefined && one !== undefined) yield { from, of: one };
      }
    },
  };
}
