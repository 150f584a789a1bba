import type { PageRecord } from '../crawl/page-record.ts';
import { isOnSite, pageKey } from '../site-scope.ts';
import { differs } from './canonical-checks.ts';
import { acrossPages, type Located } from './check.ts';
import { evidence } from './evidence.ts';
import { type Answer, faultOf, type SiteFacts } from './site-facts.ts';

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
      claimedElsewhere(site).flatMap(({ page, target, answer }) => {
        const fault = faultOf(answer);
        return fault === undefined ? [] : [located(page, target, `answers ${fault}`)];
      }),
  },
  {
    id: 'canonical_to_blocked',
    severity: 'medium',
    title: 'The canonical page is closed by robots.txt.',
    why: 'Search engines may not read the page that they are to list.',
    threshold: 'A canonical on the site that robots.txt disallows for Googlebot.',
    remedy: 'Open the address in robots.txt, or let the page name itself.',
    source: 'Screaming Frog, "Blocked canonicals"; Google Search Central, "Introduction to robots.txt"',
    find: ({ crawl: { records, robots, scope } }) =>
      records.flatMap((page) => {
        const target = page.indexability.canonical;
        const isClosed =
          target !== undefined &&
          differs(page) &&
          isOnSite(scope, target) &&
          !robots.verdicts(target.href).google.allowed;
        return isClosed ? [located(page, target, 'is disallowed')] : [];
      }),
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
