import type { PageRecord } from '../crawl/page-record.ts';
import type { CanonicalClaim } from '../document/indexability.ts';
import { isOnSite, pageKey, registrableDomain } from '../site-scope.ts';
import { onResponse, onSite } from './check.ts';
import { bySelector, evidence, when, whenAny } from './evidence.ts';

const selector = ({ source, href }: CanonicalClaim) =>
  source === 'header' ? 'link header' : bySelector('link[rel="canonical"]', 'href', href);

const isReadable = ({ document, status }: PageRecord) => document !== undefined && status < 300;
const claims = ({ indexability }: PageRecord) => indexability.canonicals.filter(({ counts }) => counts);
const claimThat = (isFaulty: (claim: CanonicalClaim) => boolean) => (page: PageRecord) =>
  whenAny(claims(page).filter(isFaulty), selector, ({ href }) => href || 'empty');
export const differs = ({ indexability: { canonical }, isOwnCanonical }: PageRecord) =>
  canonical !== undefined && !isOwnCanonical;

export const canonicalResponseChecks = onResponse([
  {
    id: 'canonical_missing',
    severity: 'low',
    title: 'The page names no canonical address.',
    why: 'Copies with parameters or other spellings can take its place in search.',
    threshold: 'An indexable page without a canonical element or Link header.',
    remedy: 'Add `<link rel="canonical">` with the full address of the page itself.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: (page) =>
      when(
        isReadable(page) &&
          page.indexability.noindex.length === 0 &&
          page.indexability.canonicals.length === 0,
        'head',
        'no link[rel="canonical"]',
      ),
  },
  {
    id: 'canonical_multiple',
    severity: 'medium',
    title: 'The page names its canonical address more than once.',
    why: 'Two plugins usually write it; one change later they disagree and both are ignored.',
    threshold: 'More than one canonical in the head, or in Link headers, all with the same address.',
    remedy: 'Keep one of them.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: (page) => {
      const addresses = new Set(claims(page).map(({ url, href }) => url?.href ?? href));
      const bySource = Map.groupBy(claims(page), ({ source }) => source);
      const isRepeated = [...bySource.values()].some(({ length }) => length > 1);
      return when(
        isRepeated && addresses.size === 1,
        'link[rel="canonical"]',
        `${claims(page).length} times`,
      );
    },
  },
  {
    id: 'canonical_conflicting',
    severity: 'high',
    title: 'The page names different canonical addresses.',
    why: 'Search engines ignore all of them.',
    threshold: 'Canonicals in head or header that differ.',
    remedy: 'Find what writes the second one and keep the right address only.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: (page) => {
      const addresses = [...new Set(claims(page).map(({ url, href }) => url?.href ?? href))];
      return when(addresses.length > 1, 'link[rel="canonical"]', addresses.join(', '));
    },
  },
  {
    id: 'canonical_relative',
    severity: 'low',
    title: 'The canonical address is relative.',
    why: 'Served under another host or from a copy, the page names the wrong address.',
    threshold: 'A canonical without scheme and host.',
    remedy: 'Write the full address, with https and host.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ href, url }) => url !== undefined && !/^https?:\/\//iu.test(href.trim())),
  },
  {
    id: 'canonical_invalid',
    severity: 'high',
    title: 'The canonical address is no web address.',
    why: 'Search engines ignore it and choose by themselves.',
    threshold: 'A canonical that cannot be parsed, or is neither http nor https.',
    remedy: 'Write the full address of the page.',
    source: 'RFC 6596; Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ url, href }) => url === undefined && href.trim() !== ''),
  },
  {
    id: 'canonical_empty',
    severity: 'low',
    title: 'The canonical address is empty.',
    why: 'An empty reference means the page itself; search engines ignore it and choose by themselves.',
    threshold: 'A canonical without an address.',
    remedy: 'Write the full address of the page.',
    source: 'RFC 3986, 5.2; Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ href }) => href.trim() === ''),
  },
  {
    id: 'canonical_fragment',
    severity: 'medium',
    title: 'The canonical address ends in a fragment.',
    why: 'What follows # is no page of its own; Google ignores such a canonical.',
    threshold: 'A canonical with #.',
    remedy: 'Remove the fragment.',
    source: 'Google Search Central, "Specify a canonical URL"; Audisto, "canonical with fragment"',
    find: claimThat(({ url }) => url !== undefined && url.hash !== ''),
  },
  {
    id: 'canonical_outside_head',
    severity: 'high',
    title: 'The canonical element does not stand in the head.',
    why: 'Search engines ignore it there. Often an element in the head that does not belong there ends the head too early.',
    threshold: 'A canonical element that a parser finds in the body.',
    remedy: 'Move it up in the head, above anything that is no metadata.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: ({ indexability }) =>
      whenAny(
        indexability.canonicals.filter(({ counts }) => !counts),
        () => 'body link[rel="canonical"]',
        ({ href }) => href,
      ),
  },
  {
    id: 'canonical_other_url',
    severity: 'low',
    title: 'The page names another page as its canonical.',
    why: 'It is left out of search in favor of the other; right for copies, wrong for pages of their own.',
    threshold: 'The canonical leads to another address on the same domain.',
    remedy: 'Let the page name itself if it should be found; else take it out of the sitemap.',
    source: 'Google Search Central, "What is canonicalization"',
    find: (page) => {
      const { canonical } = page.indexability;
      return differs(page) && isSameDomain(page)
        ? evidence('link[rel="canonical"]', `${page.url} → ${canonical?.href}`)
        : undefined;
    },
  },
  {
    id: 'canonical_to_first_page',
    severity: 'medium',
    title: 'A further page of a list names the first one as its canonical.',
    why: 'Search engines drop the page, and with it the links to what is listed there only.',
    threshold: 'An address with page 2 or higher whose canonical is the same address without the number.',
    remedy: 'Let each page of a list name itself.',
    source:
      'Google Search Central, "Pagination, incremental page loading, and their impact on Google Search"',
    find: (page) => {
      const { canonical } = page.indexability;
      const first = firstPageOf(page.url);
      const bare = (key: string) => key.replace(/\/$/u, '');
      return canonical !== undefined && first !== undefined && bare(pageKey(canonical)) === bare(first)
        ? evidence('link[rel="canonical"]', `${page.url} → ${canonical.href}`)
        : undefined;
    },
  },
  {
    id: 'noindex_with_canonical',
    severity: 'low',
    title: 'The page asks not to be listed and names another page as its canonical.',
    why: 'The two contradict each other: a canonical says that both pages are one, so noindex may reach the other.',
    threshold: 'noindex, and a canonical that leads to another address.',
    remedy: 'Keep one of the two: the canonical for a copy, noindex for a page of its own.',
    source: 'John Mueller, Google, on mixing noindex and rel=canonical',
    find: (page) =>
      page.indexability.noindex.length > 0 && differs(page)
        ? evidence('link[rel="canonical"]', `noindex and ${page.indexability.canonical?.href}`)
        : undefined,
  },
  {
    id: 'canonical_other_host',
    severity: 'medium',
    title: 'The page names a page of another domain as its canonical.',
    why: 'All it earns goes to the other site.',
    threshold: 'The registrable domain of the canonical differs from that of the page.',
    remedy: 'Point it to this site, unless the content was taken over from there.',
    source: 'Google Search Central, "What is canonicalization"',
    find: (page) =>
      differs(page) && !isSameDomain(page)
        ? evidence('link[rel="canonical"]', `${page.url} → ${page.indexability.canonical?.href}`)
        : undefined,
  },
]);

/** The same address without its page number; undefined where it has none above 1. */
function firstPageOf(address: string): string | undefined {
  const url = new URL(address);
  for (const name of ['page', 'p', 'paged', 'pg'])
    if (Number(url.searchParams.get(name)) > 1) {
      url.searchParams.delete(name);
      return pageKey(url);
    }
  const path = url.pathname.replace(/\/page\/?(?:[2-9]|[1-9]\d+)\/?$/u, '/');
  if (path === url.pathname) return undefined;
  url.pathname = path;
  return pageKey(url);
}

function isSameDomain({ url, indexability: { canonical } }: PageRecord): boolean {
  return registrableDomain(new URL(url).hostname) === registrableDomain(canonical?.hostname ?? '');
}

/** Share of the pages from which canonicals to another site look like a mistake of the whole site. */
const sitewideShare = 0.5;

export const canonicalSiteChecks = onSite([
  {
    id: 'canonical_sitewide_elsewhere',
    severity: 'high',
    weight: 10,
    title: 'Most of the site names pages of another site as canonical.',
    why: 'Search engines list the other site and drop this one; staging copies and half-finished moves look so.',
    threshold: 'More than half of the pages read have a canonical on another host.',
    remedy: 'Let each page name its own address, unless the other site is the one that should be found.',
    source: 'Google Search Central, "What is canonicalization"',
    find: ({ crawl: { records, scope } }) => {
      const pages = records.filter(isReadable);
      const away = pages.filter(
        ({ indexability: { canonical } }) => canonical && !isOnSite(scope, canonical),
      );
      const hosts = new Set(away.map(({ indexability }) => indexability.canonical?.host));
      return when(
        away.length > pages.length * sitewideShare,
        'link[rel="canonical"]',
        `${away.length} of ${pages.length} pages → ${[...hosts].join(', ')}`,
      );
    },
  },
]);
