import { acrossPages, evidence, type Located } from './check.ts';
import { type Answer, faultOf, type SiteFacts } from './site-facts.ts';
import { pageEntries } from './sitemap-checks.ts';

const guide = 'Google Search Central, "Build and submit a sitemap"';

/** Addresses of the sitemap whose answer is known and shows a fault. */
function listedBut(
  site: SiteFacts,
  fault: (answer: Answer, url: string) => string | undefined,
): readonly Located[] {
  return pageEntries(site).flatMap(({ url }) => {
    const answer = URL.canParse(url) ? site.answerOf(url) : undefined;
    const what = answer === undefined ? undefined : fault(answer, url);
    return what === undefined ? [] : [{ url, evidence: evidence('sitemap', `${url} ${what}`) }];
  });
}

const listing = 'List only pages that answer 200 and may be indexed.';

export const sitemapCrossChecks = acrossPages([
  {
    id: 'sitemap_has_noindex',
    severity: 'medium',
    title: 'The sitemap lists noindex pages.',
    why: 'Sitemap and page contradict each other.',
    threshold: 'An address of the sitemap that carries noindex.',
    remedy: listing,
    source: 'Screaming Frog, "Non-Indexable URLs in Sitemap"',
    find: (site) => listedBut(site, ({ isNoindex }) => (isNoindex ? 'carries noindex' : undefined)),
  },
  {
    id: 'sitemap_has_error',
    severity: 'medium',
    title: 'The sitemap lists pages that return errors.',
    why: 'Search engines lose trust in the sitemap.',
    threshold: 'An address of the sitemap that answers 400 or more, or not at all.',
    remedy: listing,
    source: 'Screaming Frog, "Non-200 URLs in Sitemap"',
    find: (site) =>
      listedBut(site, (answer) => {
        const fault = faultOf(answer);
        return fault && `answers ${fault}`;
      }),
  },
  {
    id: 'sitemap_has_redirect',
    severity: 'medium',
    weight: 3,
    title: 'The sitemap lists addresses that redirect.',
    why: 'Search engines are sent to pages that have moved.',
    threshold: 'An address of the sitemap that redirects to another page.',
    remedy: 'List the final addresses.',
    source: 'SEOnaut; Screaming Frog, "Non-200 URLs in Sitemap"',
    find: (site) => listedBut(site, ({ isRedirect, finalUrl }) => (isRedirect ? `→ ${finalUrl}` : undefined)),
  },
  {
    id: 'sitemap_has_noncanonical',
    severity: 'medium',
    weight: 3,
    title: 'The sitemap lists pages that are not canonical.',
    why: 'Sitemap and page contradict each other.',
    threshold: 'An address of the sitemap whose page has another canonical, which works.',
    remedy: 'List the canonical pages instead.',
    source: guide,
    find: (site) =>
      listedBut(site, ({ canonical }) =>
        // Nobody follows a canonical that is dead.
        canonical === undefined || faultOf(site.answerOf(canonical)) !== undefined
          ? undefined
          : `names ${canonical.href}`,
      ),
  },
  {
    id: 'sitemap_has_blocked',
    severity: 'medium',
    title: 'The sitemap lists pages that robots.txt blocks.',
    why: 'Search engines are sent to pages that they may not fetch.',
    threshold: 'An address of the sitemap that a rule disallows for Googlebot.',
    remedy: 'Allow the pages in robots.txt, or take them out of the sitemap.',
    source: 'Screaming Frog, "URLs in Sitemap blocked by robots.txt"',
    find: (site) =>
      pageEntries(site).flatMap(({ url }) => {
        const { allowed, rule } = site.crawl.robots.verdicts(url).google;
        return allowed || rule === undefined
          ? []
          : [{ url, evidence: evidence(`robots.txt line ${rule.line}`, `Disallow: ${rule.text}`) }];
      }),
  },
]);
