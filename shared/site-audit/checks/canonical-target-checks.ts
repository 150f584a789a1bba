import type { PageRecord } from '../crawl/page-record.ts';
import { isOnSite, pageKey } from '../site-scope.ts';
import { differs, isSameDomain, namesFirstPage } from './canonical-checks.ts';
import { acrossPages, evidence, type Located, onceOf } from './check.ts';
import { type Answer, faultOf, type SiteFacts } from './site-facts.ts';

interface Claim {
  readonly page: PageRecord;
  readonly target: URL;
  /** Undefined where nobody asked. */
  readonly answer: Answer | undefined;
  /** Googlebot may not read the target. */
  readonly isClosed: boolean;
}

/** Pages whose canonical leads elsewhere. */
const claimsOf = onceOf(({ crawl: { records, robots, scope }, answerOf }: SiteFacts): readonly Claim[] =>
  records.filter(differs).flatMap((page) => {
    const target = page.indexability.canonical;
    if (target === undefined) return [];
    const isClosed = isOnSite(scope, target) && !robots.verdicts(target.href).google.allowed;
    return [{ page, target, answer: answerOf(target), isClosed }];
  }),
);

/** The same with what that address answers, where it was asked. */
const claimedElsewhere = (site: SiteFacts) =>
  claimsOf(site).flatMap(({ page, target, answer }) =>
    answer === undefined ? [] : [{ page, target, answer }],
  );

function located(page: PageRecord, target: URL, what: string): Located {
  return { url: page.url, evidence: evidence('link[rel="canonical"]', `${target.href} ${what}`) };
}

/** The other canonical is all there is to tell: it is sound, and the page neither part of a list nor kept from search. */
function isPlainCopy(page: PageRecord, answer: Answer | undefined): boolean {
  const isOdd = answer?.isRedirect === true || answer?.isNoindex === true || answer?.canonical !== undefined;
  const isKept = page.indexability.noindex.length > 0;
  return !isOdd && faultOf(answer) === undefined && !isKept && !namesFirstPage(page);
}

export const canonicalCrossChecks = acrossPages([
  {
    id: 'canonical_other_url',
    severity: 'low',
    title: 'The canonical tag points to another page.',
    why: 'Search engines list that page instead: right for duplicates, wrong for pages of their own.',
    threshold:
      'The canonical leads to another address on the same domain, and no other check of canonicals tells more.',
    remedy:
      'Point it to the page itself if the page should be found; otherwise take the page out of the sitemap.',
    source: 'Google Search Central, "What is canonicalization"',
    find: (site) =>
      claimsOf(site)
        .filter(({ page, answer, isClosed }) => !isClosed && isSameDomain(page) && isPlainCopy(page, answer))
        .map(({ page, target }) => located(page, target, `named by ${page.url}`)),
  },
  {
    id: 'canonical_to_redirect',
    severity: 'high',
    weight: 6,
    title: 'The canonical tag points to a redirect.',
    why: 'Page and canonical contradict each other, so search engines may ignore the canonical.',
    threshold: 'The canonical’s address answers with a redirect.',
    remedy: 'Point it to the final address.',
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
    why: 'Search engines take the page as its own canonical, after one more request.',
    threshold: 'The canonical’s address answers with a redirect that ends at this page.',
    remedy: 'Point it to the address where the redirect ends.',
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
    title: 'The canonical tag points to a page that returns an error.',
    why: 'The page asks to be replaced by one that does not exist.',
    threshold: 'The canonical’s address answers 400 or more, or not at all.',
    remedy: 'Point it to an address that answers 200.',
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
    title: 'The canonical tag points to a page that robots.txt blocks.',
    why: 'Search engines may not read the page that they are asked to list.',
    threshold: 'A canonical on the site that robots.txt disallows for Googlebot.',
    remedy: 'Allow the address in robots.txt, or give the page a canonical to itself.',
    source: 'Screaming Frog, "Blocked canonicals"; Google Search Central, "Introduction to robots.txt"',
    find: (site) =>
      claimsOf(site)
        .filter(({ isClosed }) => isClosed)
        .map(({ page, target }) => located(page, target, 'is disallowed')),
  },
  {
    id: 'canonical_to_noindex',
    severity: 'high',
    title: 'The canonical tag points to a noindex page.',
    why: 'Search engines list neither of the two pages.',
    threshold: 'The page that the canonical names carries noindex.',
    remedy: 'Remove the noindex there, or give the page a canonical to itself.',
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
    title: 'The canonical tag points to a page with another canonical (canonical chain).',
    why: 'Search engines may follow one step only.',
    threshold: 'The page that the canonical names has a canonical to a third page.',
    remedy: 'Point it to the last page of the chain.',
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
    title: 'Two pages have canonical tags that point to each other.',
    why: 'Search engines ignore both and choose by themselves.',
    threshold: 'The page that the canonical names has this page as its canonical.',
    remedy: 'Decide which of the two should be found, and point both to that one.',
    source: 'DataForSEO OnPage, recursive_canonical',
    find: (site) =>
      claimedElsewhere(site).flatMap(({ page, target, answer }) =>
        answer.canonical !== undefined && pageKey(answer.canonical) === page.key && !answer.isRedirect
          ? [located(page, target, '→ back to this page')]
          : [],
      ),
  },
]);
