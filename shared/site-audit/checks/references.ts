import { isOfNetwork } from '../crawl/candidate.ts';
import type { AuditedPage } from '../crawl/page-record.ts';
import type { Anchor, PageDocument } from '../document/page-document.ts';
import {
  baseOf,
  isWithin,
  linkTargetsOf,
  pageKey,
  type SiteScope,
  type Target,
  targetOf,
} from '../site-scope.ts';

/** An address on the site that pages link to. */
export interface LinkTarget {
  readonly href: string;
  readonly key: string;
}

/** A link as it is written, with what it says beyond the page that it leads to. */
export interface WrittenLink {
  readonly href: string;
  /** Where it leads, without fragment, and its page key. */
  readonly target: string;
  readonly key: string;
  /** The element is a target or a button as well. */
  readonly isButton: boolean;
  readonly isFollowed: boolean;
}

/** A file on the site that a page loads by itself. */
export interface PageFile {
  /** Element that loads it, such as `img`. */
  readonly tag: string;
  readonly href: string;
  readonly key: string;
}

/** Pages with what they refer to; a whole site has millions of pairs, so that they stand in columns. */
interface Pairs<Kept> {
  readonly size: number;
  /** What they refer to, each once. */
  readonly all: readonly Kept[];
  /** Each page with each that it refers to, of those that are wanted. */
  of(isWanted?: (one: Kept) => boolean): IteratorObject<{ readonly from: AuditedPage; readonly one: Kept }>;
  each(visit: (from: AuditedPage, one: Kept) => void): void;
  /** Each name with the number of pages that refer to it, the most wanted first; what has no name is left out. */
  counted(nameOf: (one: Kept) => string | undefined): readonly Counted<Kept>[];
}

/** Something that pages refer to, and how many do. */
interface Counted<Kept> {
  readonly one: Kept;
  readonly pages: number;
}

/** What audited pages refer to. */
export interface References {
  /** Links between pages, each target once for a page. */
  readonly internal: Pairs<LinkTarget>;
  /** Links to a place in a page of the site that is not plainly there. */
  readonly places: Pairs<WrittenLink>;
  /** Links to pages of other sites. */
  readonly external: Pairs<WrittenLink>;
  /** Files on the site, with the pages that load them. */
  readonly files: Pairs<PageFile>;
  /** Addresses of styles and scripts on the site. */
  readonly code: ReadonlySet<string>;
}

export type ReferenceReader = ReturnType<typeof createReferenceReader>;

interface ReaderOptions {
  readonly scope: SiteScope;
  /** Whether a file or a page of another site is noted. */
  isNoted(href: string): boolean;
}

/** Reads what pages refer to, so that a page need not be kept with all its links. */
export function createReferenceReader({ scope, isNoted }: ReaderOptions) {
  const internal = createPairs<LinkTarget>();
  const places = createPairs<WrittenLink>();
  const external = createPairs<WrittenLink>();
  const files = createPairs<PageFile>();
  const code = new Set<string>();
  let page = 0;

  const note = (anchor: Anchor, found: Target, { document, key: own }: AuditedPage): void => {
    const { href = '', hasRole, isTargetOrButton, rels } = anchor;
    const { href: target, key } = found;
    const isOnSite = isWithin(scope, found);
    const isPlace = isOnSite && href.includes('#') && !(key === own && isThere(document, href));
    if (!isPlace && (isOnSite || !isNoted(target))) return;
    const isButton = hasRole || isTargetOrButton;
    const isFollowed = !rels.includes('nofollow');
    const name = `${isButton} ${isFollowed} ${href}\n${target}`;
    (isOnSite ? places : external).add(page, name, { href, target, key, isButton, isFollowed });
  };

  const readAnchors = (audited: AuditedPage): void => {
    const targets = linkTargetsOf(audited);
    const seen = new Set<string>();
    let place = -1;
    for (const anchor of audited.document.anchors) {
      place += 1;
      const found = targets[place];
      if (anchor.href === '' || found === undefined) continue;
      note(anchor, found, audited);
      const { href, key } = found;
      if (isWithin(scope, found) && !seen.has(key)) internal.add(page, href, { href, key });
      seen.add(key);
    }
  };

  const readFile = (tag: string, found: Target): void => {
    if (tag === 'script' || tag === 'link') code.add(found.href);
    if (isNoted(found.href)) files.add(page, `${tag} ${found.href}`, fileOf(tag, found));
  };

  /** Frames are pages of their own. */
  const readFiles = (audited: AuditedPage): void => {
    const base = baseOf(audited);
    for (const { tag, url } of audited.document.subresources) {
      const found = tag === 'iframe' ? undefined : targetOf(url, base);
      if (found && isWithin(scope, found) && !isOfNetwork(found.path)) readFile(tag, found);
    }
  };

  return {
    /** To be asked of each audited page, in their order. */
    read(audited: AuditedPage): void {
      readAnchors(audited);
      readFiles(audited);
      page += 1;
    },
    /** Of the pages that were read, as they are by now. */
    of: (audited: readonly AuditedPage[]): References => ({
      internal: internal.of(audited),
      places: places.of(audited),
      external: external.of(audited),
      files: files.of(audited),
      code,
    }),
  };
}

/** Most places that a page leads to are its own, and it has them. */
const isThere = ({ fragmentTargets }: PageDocument, href: string) =>
  fragmentTargets.has(href.trim().slice(href.trim().indexOf('#') + 1));

const fileOf = (tag: string, { href }: Target): PageFile => ({ tag, href, key: pageKey(href) });

/** Pages, each by its place, with what they refer to, each kept once. */
function createPairs<Kept>() {
  const places = new Map<string, number>();
  const kept: Kept[] = [];
  let pairs = new Uint32Array(256);
  let size = 0;
  return {
    add(page: number, name: string, one: Kept): void {
      const known = places.get(name);
      const place = known ?? kept.push(one) - 1;
      if (known === undefined) places.set(name, place);
      if (size * 2 === pairs.length) {
        const grown = new Uint32Array(pairs.length * 2);
        grown.set(pairs);
        pairs = grown;
      }
      pairs[size * 2] = page;
      pairs[size * 2 + 1] = place;
      size += 1;
    },
    of: (audited: readonly AuditedPage[]): Pairs<Kept> => pairsOf(audited, kept, pairs.subarray(0, size * 2)),
  };
}

/** Pages and what they refer to, both by their places. */
function pairsOf<Kept>(
  audited: readonly AuditedPage[],
  all: readonly Kept[],
  pairs: Uint32Array,
): Pairs<Kept> {
  const pageAt = (at: number) => pairs[at] ?? 0;
  const placeAt = (at: number) => pairs[at + 1] ?? 0;
  const each = (visit: (from: AuditedPage, one: Kept, page: number) => void): void => {
    for (let at = 0; at < pairs.length; at += 2) {
      const [from, one] = [audited[pageAt(at)], all[placeAt(at)]];
      if (from !== undefined && one !== undefined) visit(from, one, pageAt(at));
    }
  };
  const wantedPairs = function* (wanted: Uint8Array) {
    for (let at = 0; at < pairs.length; at += 2) {
      if (wanted[placeAt(at)] !== 1) continue;
      const [from, one] = [audited[pageAt(at)], all[placeAt(at)]];
      if (from !== undefined && one !== undefined) yield { from, one };
    }
  };
  return {
    size: pairs.length / 2,
    all,
    each,
    // Asked of each once, however many pages refer to it.
    of: (isWanted = () => true) => wantedPairs(Uint8Array.from(all, (one) => Number(isWanted(one)))),
    counted(nameOf) {
      const counts = new Map<string, { one: Kept; pages: number; last: number }>();
      each((_from, one, page) => {
        const name = nameOf(one);
        if (name === undefined) return;
        const count = counts.get(name) ?? { one, pages: 0, last: -1 };
        counts.set(name, count);
        if (count.last !== page) count.pages += 1;
        count.last = page;
      });
      return [...counts.values()].toSorted((a, b) => b.pages - a.pages);
    },
  };
}
