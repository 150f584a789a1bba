import type { PageRecord } from '../crawl/page-record.ts';
import type { CanonicalClaim } from '../document/indexability.ts';
import { isOnSite, pageKey, registrableDomain } from '../site-scope.ts';
import { acrossPages, type Located, onResponse, onSite } from './check.ts';
import { bySelector, evidence, when, whenAny } from './evidence.ts';
import type { Answer, SiteFacts } from './site-facts.ts';

const selector = ({ source, href }: CanonicalClaim) =>
  source === 'header' ? 'link header' : bySelector('link[rel="canonical"]', 'href', href);

const isReadable = ({ document, status }: PageRecord) => document !== undefined && status < 300;
const claims = ({ indexability }: PageRecord) => indexability.canonicals.filter(({ counts }) => counts);
const claimThat = (isFaulty: (claim: CanonicalClaim) => boolean) => (page: PageRecord) =>
  whenAny(claims(page).filter(isFaulty), selector, ({ href }) => href || 'empty');
const differs = ({ indexability: { canonical }, isOwnCanonical }: PageRecord) =>
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

function isSameDomain({ url, indexability: { canonical } }: PageRecord): boolean {
  return registrableDomain(new URL(url).hostname) === registrableDomain(canonical?.hostname ?? '');
}

/** Pages whose canonical leads elsewhere, with what that address answers, where it was asked. */
function claimedElsewhere({
  crawl,
  answerOf,
}: SiteFacts): { page: PageRecord; target: URL; answer: Answer }[] {
  return crawl.records.flatMap((page) => {
    const target = page.indexability.canonical;
    if (target === undefined || !differs(page)) return [];
    const answer = answerOf(target);
    return answer === undefined ? [] : [{ page, target, answer }];
  });
}

function located(page: PageRecord, target: URL, what: string): Located {
  return { url: page.url, evidence: evidence('link[rel="canonical"]', `${target.href} ${what}`) };
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

export const canonicalCrossChecks = acrossPages([
  {
    id: 'canonical_to_redirect',
    severity: 'high',
    weight: 6,
    title: 'The canonical address redirects.',
    why: 'Page and canonical contradict each other, so the canonical may be ignored.',
    threshold: 'The canonical’s address answers with a redirect.',
    remedy: 'Name the address where the redirect ends.',
    source: 'Google Search Central, "Specify a canonical URL"; DataForSEO OnPage, canonical_to_redirect',
    find: (site) =>
      claimedElsewhere(site)
        .filter(({ answer }) => answer.isRedirect)
        .map(({ page, target, answer }) => located(page, target, `→ ${answer.finalUrl}`)),
  },
  {
    id: 'canonical_redirects_back',
    severity: 'low',
    title: 'The canonical address redirects back to the page.',
    why: 'Search engines take the page as its own canonical, at the price of one more request.',
    threshold: 'The canonical’s address answers with a redirect that ends at this page.',
    remedy: 'Name the address where the redirect ends.',
    source: 'Google Search Central, "Specify a canonical URL"',
    find: ({ crawl, answerOf }) =>
      crawl.records.flatMap((page) => {
        const target = page.indexability.canonical;
        if (target === undefined || !page.isOwnCanonical || target.href === page.url) return [];
        return answerOf(target)?.isRedirect === true ? [located(page, target, `→ ${page.url}`)] : [];
      }),
  },
  {
    id: 'canonical_to_error',
    severity: 'high',
    weight: 10,
    title: 'The canonical address gives an error.',
    why: 'The page asks to be replaced by one that does not exist, and may vanish with it.',
    threshold: 'The canonical’s address answers 400 or more, or not at all.',
    remedy: 'Name an address that answers 200.',
    source: 'DataForSEO OnPage, canonical_to_broken',
    find: (site) =>
      claimedElsewhere(site)
        .filter(({ answer }) => answer.failure !== undefined || (answer.status ?? 0) >= 400)
        .map(({ page, target, answer }) =>
          located(page, target, `answers ${answer.failure ?? answer.status}`),
        ),
  },
  {
    id: 'canonical_to_noindex',
    severity: 'high',
    title: 'The canonical page asks not to be listed.',
    why: 'Neither of the two pages can be found.',
    threshold: 'The page that the canonical names carries noindex.',
    remedy: 'Remove the noindex there, or let the page name itself.',
    source: 'SEOnaut; Google Search Central, "Block indexing with noindex"',
    find: (site) =>
      claimedElsewhere(site)
        .filter(({ answer }) => answer.isNoindex)
        .map(({ page, target }) => located(page, target, 'carries noindex')),
  },
  {
    id: 'canonical_chain',
    severity: 'high',
    weight: 5,
    title: 'The canonical page names yet another canonical.',
    why: 'Search engines follow one step; which page they list is chance.',
    threshold: 'The page that the canonical names has a canonical to a third page.',
    remedy: 'Name the last page of the chain.',
    source: 'DataForSEO OnPage, canonical_chain',
    find: (site) =>
      claimedElsewhere(site).flatMap(({ page, target, answer }) => {
        const next = answer.canonical;
        const leadsOn = next !== undefined && pageKey(next) !== pageKey(target) && pageKey(next) !== page.key;
        return leadsOn ? [located(page, target, `→ ${next.href}`)] : [];
      }),
  },
  {
    id: 'canonical_loop',
    severity: 'high',
    title: 'Two pages name each other as canonical.',
    why: 'Search engines ignore both and choose by themselves.',
    threshold: 'The page that the canonical names has this page as its canonical.',
    remedy: 'Decide which of the two should be found, and let both name that one.',
    source: 'DataForSEO OnPage, recursive_canonical',
    find: (site) =>
      claimedElsewhere(site).flatMap(({ page, target, answer }) =>
        answer.canonical !== undefined && pageKey(answer.canonical) === page.key && !answer.isRedirect
          ? [located(page, target, '→ back to this page')]
          : [],
      ),
  },
]);
