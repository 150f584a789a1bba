import type { HeaderLists } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { LinkTag, PageMarkup } from './page-document.ts';

/** One robots directive for search engines in general or for Googlebot, and where it stands. */
export interface RobotsDirective {
  /** Lower case, such as `noindex` or `max-snippet`. */
  readonly name: string;
  readonly value: string | undefined;
  readonly source: 'meta' | 'header';
  /** As written, for evidence. */
  readonly text: string;
}

export interface CanonicalClaim {
  readonly href: string;
  /** Undefined where the reference is empty or leads to no web page. */
  readonly url: URL | undefined;
  readonly source: 'tag' | 'header';
  /** A tag outside the head does not count. */
  readonly counts: boolean;
}

/** What a page says about whether and under which address it wants to be found. */
export interface Indexability {
  readonly directives: readonly RobotsDirective[];
  /** The directives that keep the page out of the index; the most restrictive of all sources wins. */
  readonly noindex: readonly RobotsDirective[];
  readonly nofollow: readonly RobotsDirective[];
  readonly canonicals: readonly CanonicalClaim[];
  /** The address the page claims, where all claims that count agree. */
  readonly canonical: URL | undefined;
}

const valuedDirectives = new Set([
  'unavailable_after',
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
]);
/** Agents whose directives count: all search engines, and Google's. */
const heededAgents = new Set(['robots', 'googlebot']);

/** Reads robots directives and canonical claims of markup and headers. `now` decides on `unavailable_after`. */
export function readIndexability(
  page: PageMarkup | undefined,
  headers: HeaderLists,
  url: string,
  now: number,
): Indexability {
  const directives = [...metaDirectives(page), ...headerDirectives(headers['x-robots-tag'] ?? [])];
  const canonicals = [...tagCanonicals(page, url), ...headerCanonicals(headers.link ?? [], url)];
  const claimed = new Set(
    canonicals.flatMap(({ url: target, counts }) => (counts && target ? [target.href] : [])),
  );
  const [only] = claimed;
  return {
    directives,
    noindex: directives.filter((directive) => closesIndex(directive, now)),
    nofollow: directives.filter(({ name }) => name === 'nofollow' || name === 'none'),
    canonicals,
    canonical: claimed.size === 1 && only !== undefined ? new URL(only) : undefined,
  };
}

function closesIndex({ name, value }: RobotsDirective, now: number): boolean {
  if (name === 'noindex' || name === 'none') return true;
  return name === 'unavailable_after' && Date.parse(value ?? '') < now;
}

function metaDirectives(page: PageMarkup | undefined): RobotsDirective[] {
  return (page?.metas ?? [])
    .filter(({ kind, name, inHead }) => kind === 'name' && heededAgents.has(name) && inHead)
    .flatMap(({ name, content }) =>
      splitDirectives(content).map((part) => ({
        ...part,
        source: 'meta' as const,
        text: `${name}: ${content}`,
      })),
    );
}

function headerDirectives(values: readonly string[]): RobotsDirective[] {
  return values.flatMap((text) => {
    let agent = 'robots';
    return splitDirectives(text).flatMap(({ name, value }) => {
      // `googlebot: noindex` opens directives for one agent; they last to the end of the header.
      const opensAgent = value !== undefined && !valuedDirectives.has(name);
      if (opensAgent) agent = name;
      const directive = opensAgent ? { name: value.toLowerCase(), value: undefined } : { name, value };
      return heededAgents.has(agent) ? [{ ...directive, source: 'header' as const, text }] : [];
    });
  });
}

interface NameAndValue {
  readonly name: string;
  value: string | undefined;
}

/** `noindex, max-snippet:0` → names with values; a date after `unavailable_after` may hold commas. */
function splitDirectives(text: string): readonly NameAndValue[] {
  const parts: NameAndValue[] = [];
  for (const piece of text.split(',').slice(0, 50)) {
    const previous = parts.at(-1);
    if (previous?.name === 'unavailable_after' && /\d/u.test(piece))
      previous.value = `${previous.value},${piece}`;
    else parts.push(nameAndValue(piece));
  }
  return parts.filter(({ name }) => name !== '');
}

function nameAndValue(piece: string): NameAndValue {
  const colon = piece.indexOf(':');
  const name = (colon < 0 ? piece : piece.slice(0, colon)).trim().toLowerCase();
  return { name, value: colon < 0 ? undefined : piece.slice(colon + 1).trim() };
}

function tagCanonicals(page: PageMarkup | undefined, url: string): CanonicalClaim[] {
  const base = URL.parse(page?.baseHref ?? '', url)?.href ?? url;
  return (page?.links ?? [])
    .filter(({ rels }) => rels.includes('canonical'))
    .map(({ href, inHead }) => ({ href, url: claimedUrl(href, base), source: 'tag', counts: inHead }));
}

function headerCanonicals(values: readonly string[], url: string): CanonicalClaim[] {
  return linksIn(values)
    .filter(({ parameters }) => /;\s*rel\s*=\s*"?[^";]*\bcanonical\b/iu.test(parameters))
    .map(({ href }) => ({ href, url: claimedUrl(href, url), source: 'header', counts: true }));
}

/** Alternates of other languages in Link headers, as if they stood in the head. */
export function headerAlternates(values: readonly string[]): readonly LinkTag[] {
  return linksIn(values)
    .filter(({ parameters }) => /;\s*rel\s*=\s*"?[^";]*\balternate\b/iu.test(parameters))
    .flatMap(({ href, parameters }) => {
      const hreflang = /;\s*hreflang\s*=\s*"?([\w-]{1,40})/iu.exec(parameters)?.[1];
      return hreflang === undefined ? [] : [{ rels: ['alternate'], href, hreflang, inHead: true }];
    });
}

const linksIn = (values: readonly string[]) =>
  values
    .flatMap((value) => [...value.slice(0, 8192).matchAll(/<([^<>]*)>\s*((?:;[^,]*)?)/gu)])
    .map(([, href = '', parameters = '']) => ({ href, parameters }));

function claimedUrl(href: string, base: string): URL | undefined {
  if (href.trim() === '') return undefined;
  const target = URL.parse(href.trim(), base);
  return target !== null && /^https?:$/u.test(target.protocol) ? target : undefined;
}
