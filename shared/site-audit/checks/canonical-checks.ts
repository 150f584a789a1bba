import type { PageRecord } from '../crawl/page-record.ts';
import type { CanonicalClaim } from '../document/indexability.ts';
import { isOnSite, pageKey, registrableDomain } from '../site-scope.ts';
import { bySelector, evidence, onResponse, onSite, when, whenAny } from './check.ts';

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
    title: 'The page has no canonical tag.',
    why: 'Copies with parameters or other spellings can take its place in search.',
    threshold: 'An indexable page without a canonical element or Link header.',
    remedy: 'Add `<link rel="canonical">` with the full address of the page itself.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: (page) =>
      when(
        isReadable(page) &&
          page.document?.forwarding === undefined &&
          page.indexability.noindex.length === 0 &&
          page.indexability.canonicals.length === 0,
        'head',
        'no link[rel="canonical"]',
      ),
  },
  {
    id: 'canonical_multiple',
    severity: 'medium',
    title: 'The page has several canonical tags.',
    why: 'Usually two plugins write it; once they disagree, search engines ignore both.',
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
    title: 'The page has conflicting canonical tags.',
    why: 'Search engines ignore all of them.',
    threshold: 'Canonicals in head or header that differ.',
    remedy: 'Find what writes the second one, and keep only the right address.',
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
    why: 'On a copy or another host the page names the wrong address.',
    threshold: 'A canonical without scheme and host.',
    remedy: 'Write the absolute address, with https and host.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ href, url }) => url !== undefined && !/^https?:\/\//iu.test(href.trim())),
  },
  {
    id: 'canonical_invalid',
    severity: 'high',
    title: 'The canonical address is not a web address.',
    why: 'Search engines ignore it and choose by themselves.',
    threshold: 'A canonical that cannot be parsed, or is neither http nor https.',
    remedy: 'Write the absolute address of the page.',
    source: 'RFC 6596; Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ url, href }) => url === undefined && href.trim() !== ''),
  },
  {
    id: 'canonical_empty',
    severity: 'low',
    title: 'The canonical tag is empty.',
    why: 'Search engines ignore it and choose by themselves.',
    threshold: 'A canonical without an address.',
    remedy: 'Write the absolute address of the page.',
    source: 'RFC 3986, 5.2; Google Search Central, "Specify a canonical URL"',
    find: claimThat(({ href }) => href.trim() === ''),
  },
  {
    id: 'canonical_fragment',
    severity: 'medium',
    title: 'The canonical address contains a # fragment.',
    why: 'A fragment is not a page of its own; Google ignores such a canonical.',
    threshold: 'A canonical with #.',
    remedy: 'Remove the fragment.',
    source: 'Google Search Central, "Specify a canonical URL"; Audisto, "canonical with fragment"',
    find: claimThat(({ url }) => url !== undefined && url.hash !== ''),
  },
  {
    id: 'canonical_outside_head',
    severity: 'high',
    title: 'The canonical tag is outside the head.',
    why: 'Search engines ignore it there. Often an invalid element has closed the head too early.',
    threshold: 'A canonical element that a parser finds in the body.',
    remedy: 'Move it up in the head, above any element that does not belong there.',
    source: 'Google Search Central, "Use valid page metadata"',
    find: ({ indexability }) =>
      whenAny(
        indexability.canonicals.filter(({ counts }) => !counts),
        () => 'body link[rel="canonical"]',
        ({ href }) => href,
      ),
  },
  {
    id: 'canonical_to_first_page',
    severity: 'medium',
    title: 'The canonical tag of a paginated page points to page 1.',
    why: 'Search engines drop the page, and with it the links to items listed only there.',
    threshold: 'An address with page 2 or higher whose canonical is the same address without the number.',
    remedy: 'Give each page of the list a canonical to itself.',
    source:
      'Google Search Central, "Pagination, incremental page loading, and their impact on Google Search"',
    find: (page) =>
      when(
        namesFirstPage(page),
        'link[rel="canonical"]',
        `${page.url} → ${page.indexability.canonical?.href}`,
      ),
  },
  {
    id: 'noindex_with_canonical',
    severity: 'low',
    title: 'The page combines noindex with a canonical to another page.',
    why: 'The two contradict each other: a canonical says that both pages are one, so noindex may affect the other.',
    threshold: 'noindex, and a canonical that leads to another address.',
    remedy: 'Keep one of the two: the canonical for a duplicate, noindex for a page of its own.',
    source: 'John Mueller, Google, on mixing noindex and rel=canonical',
    find: (page) =>
      page.indexability.noindex.length > 0 && differs(page)
        ? evidence('link[rel="canonical"]', `noindex and ${page.indexability.canonical?.href}`)
        : undefined,
  },
  {
    id: 'canonical_other_host',
    severity: 'medium',
    title: 'The canonical tag points to another domain.',
    why: 'Search engines credit the other site.',
    threshold: 'The registrable domain of the canonical differs from that of the page.',
    remedy: 'Point it to this site, unless the content was republished from there.',
    source: 'Google Search Central, "What is canonicalization"',
    find: (page) =>
      differs(page) && !isSameDomain(page)
        ? evidence('link[rel="canonical"]', `${page.url} → ${page.indexability.canonical?.href}`)
        : undefined,
  },
]);

/** A further page of a list that names the first one as its canonical. */
export function namesFirstPage({ url, indexability: { canonical } }: PageRecord): boolean {
  const first = firstPageOf(url);
  const bare = (key: string) => key.replace(/\/$/u, '');
  return canonical !== undefined && first !== undefined && bare(pageKey(canonical)) === bare(first);
}

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

export function isSameDomain({ url, indexability: { canonical } }: PageRecord): boolean {
  return registrableDomain(new URL(url).hostname) === registrableDomain(canonical?.hostname ?? '');
}

/** Share of the pages from which canonicals to another site look like a mistake of the whole site. */
const sitewideShare = 0.5;

export const canonicalSiteChecks = onSite([
  {
    id: 'canonical_sitewide_elsewhere',
    severity: 'high',
    weight: 10,
    title: 'Most pages have a canonical on another site.',
    why: 'Search engines list the other site instead of this one; typical of staging copies and half-finished moves.',
    threshold: 'More than half of the pages read have a canonical on another host.',
    remedy: 'Give each page a canonical to itself, unless the other site is the one that should be found.',
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
