import { pageKey, registrableDomain } from '../site-scope.ts';
import { acrossPages, type Located, onSite } from './check.ts';
import { evidence, when, whenAny } from './evidence.ts';
import type { Answer, SiteFacts } from './site-facts.ts';

const day = 86_400_000;
const protocol = 'sitemaps.org, "Sitemaps XML format"';
const guide = 'Google Search Central, "Build and submit a sitemap"';

const pageEntries = ({ crawl }: SiteFacts) => crawl.sitemaps.entries;
const datesOf = (site: SiteFacts) =>
  pageEntries(site).flatMap(({ lastmod }) => (lastmod === undefined ? [] : [lastmod]));

export const sitemapSiteChecks = onSite([
  {
    id: 'sitemap_missing',
    severity: 'medium',
    title: 'There is no sitemap.',
    why: 'New and remote pages are found late.',
    threshold: 'None named in robots.txt and none at /sitemap.xml.',
    remedy: 'Publish a sitemap and name it in robots.txt.',
    source: guide,
    find: ({ crawl: { sitemaps, robots } }) =>
      when(
        sitemaps.source === undefined &&
          robots.robots.sitemaps.length === 0 &&
          isAnswered(sitemaps.documents.at(0)),
        '/sitemap.xml',
        `HTTP status ${sitemaps.documents.at(0)?.status ?? 'unknown'}`,
      ),
  },
  {
    id: 'sitemap_unreachable',
    severity: 'high',
    title: 'A sitemap that robots.txt names cannot be fetched.',
    why: 'Search engines get an error where they expect the list of pages.',
    threshold: 'A named sitemap, or the child of an index, answers something other than 200.',
    remedy: 'Correct the Sitemap line or restore the file.',
    source: protocol,
    find: ({ crawl: { sitemaps, robots } }) => {
      const named = robots.robots.sitemaps.length > 0 || sitemaps.source !== undefined;
      return whenAny(
        named
          ? sitemaps.documents.filter(
              ({ document, refusal }) => document === undefined && refusal !== 'aborted',
            )
          : [],
        ({ url }) => url,
        ({ status, refusal }) => `${refusal ?? `HTTP status ${status}`}`,
      );
    },
  },
  {
    id: 'sitemap_invalid',
    severity: 'high',
    title: 'A sitemap cannot be read, or not to its end.',
    why: 'Search engines drop what they cannot read.',
    threshold:
      'The document is no sitemap although robots.txt names it, or its markup is cut off or crossed.',
    remedy: 'Write it with an XML library; check it with xmllint.',
    source: protocol,
    find: ({ crawl: { sitemaps, robots } }) =>
      whenAny(
        sitemaps.documents.filter(
          // Many sites answer an address they do not know with a page; that is no sitemap gone wrong.
          ({ document }) =>
            document !== undefined &&
            (document.kind === 'unreadable' ? robots.robots.sitemaps.length > 0 : document.isBroken),
        ),
        ({ url }) => url,
        ({ document }) => (document?.kind === 'unreadable' ? 'no sitemap' : 'broken markup'),
      ),
  },
  {
    id: 'sitemap_empty',
    severity: 'medium',
    title: 'A sitemap lists nothing.',
    why: 'Search engines learn of no page from it.',
    threshold: 'A readable sitemap or index without an address.',
    remedy: 'Correct what fills it, or take it out of robots.txt.',
    source: protocol,
    find: ({ crawl: { sitemaps } }) =>
      whenAny(
        sitemaps.documents.filter(
          ({ document }) =>
            document !== undefined && document.kind !== 'unreadable' && document.entries.length === 0,
        ),
        ({ url }) => url,
        () => 'no address',
      ),
  },
  {
    id: 'sitemap_too_big',
    severity: 'medium',
    title: 'A sitemap is larger than is read.',
    why: 'Search engines refuse sitemaps beyond the limits of the protocol.',
    threshold:
      'More than 10 MB inflated; this audit reads no further (the protocol allows 50 MB and 50,000 addresses).',
    remedy: 'Split it and list the parts in a sitemap index.',
    source: protocol,
    find: ({ crawl: { sitemaps } }) =>
      whenAny(
        sitemaps.documents.filter(({ refusal }) => refusal === 'too_large'),
        ({ url }) => url,
        () => 'beyond 10 MB',
      ),
  },
  {
    id: 'sitemap_not_in_robots',
    severity: 'low',
    title: 'robots.txt does not name the sitemap.',
    why: 'Search engines that were not given its address will not find it.',
    threshold: 'A sitemap at /sitemap.xml, and no Sitemap line.',
    remedy: 'Add `Sitemap:` with the full address to robots.txt.',
    source: protocol,
    find: ({ crawl: { sitemaps } }) => when(sitemaps.source === 'default', 'robots.txt', 'no Sitemap line'),
  },
  {
    id: 'sitemap_other_host',
    severity: 'medium',
    title: 'The sitemap lists pages of another site.',
    why: 'They are ignored unless both sites have agreed on it in their robots.txt.',
    threshold: 'An address of another registrable domain.',
    remedy: 'List only addresses of the site.',
    source: protocol,
    find: (site) =>
      whenAny(
        pageEntries(site).filter(({ url }) => {
          const host = URL.parse(url)?.hostname;
          return host !== undefined && registrableDomain(host) !== site.crawl.scope.registrableDomain;
        }),
        'sitemap',
        ({ url }) => url,
      ),
  },
  {
    id: 'sitemap_relative_url',
    severity: 'medium',
    title: 'The sitemap lists addresses that are not complete.',
    why: 'They are ignored.',
    threshold: 'A loc that does not start with http:// or https://.',
    remedy: 'Write full addresses.',
    source: protocol,
    find: (site) =>
      whenAny(
        pageEntries(site).filter(({ url }) => !/^https?:\/\//iu.test(url)),
        'sitemap',
        ({ url }) => url,
      ),
  },
  {
    id: 'lastmod_invalid',
    severity: 'low',
    title: 'The sitemap holds dates that cannot be read.',
    why: 'Search engines stop trusting its dates.',
    threshold: 'A lastmod that is not a W3C date.',
    remedy: 'Write 2026-11-20 or 2026-11-20T09:30:00+00:00.',
    source: protocol,
    find: (site) =>
      whenAny(
        datesOf(site).filter(
          (text) =>
            !/^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/u.test(text) ||
            Number.isNaN(Date.parse(text)),
        ),
        'lastmod',
        (text) => text,
      ),
  },
  {
    id: 'lastmod_future',
    severity: 'low',
    title: 'The sitemap holds dates in the future.',
    why: 'Search engines stop trusting its dates.',
    threshold: 'A lastmod more than a day after the audit.',
    remedy: 'Write the time of the last real change.',
    source: guide,
    find: (site) =>
      whenAny(
        datesOf(site).filter((text) => Date.parse(text) > site.crawl.now + day),
        'lastmod',
        (text) => text,
      ),
  },
  {
    id: 'lastmod_identical',
    severity: 'low',
    title: 'All pages of the sitemap have the same date.',
    why: 'A date that changes for all at once says nothing, and is ignored.',
    threshold: '10 or more dates, all equal.',
    remedy: 'Write the time of each page’s last real change.',
    source: guide,
    find: (site) => {
      const dates = datesOf(site);
      return when(
        dates.length >= 10 && new Set(dates).size === 1,
        'lastmod',
        `${dates.length} times ${dates[0]}`,
      );
    },
  },
]);

function isAnswered(read: { readonly status: number | null } | undefined): boolean {
  return read !== undefined && read.status !== null && read.status < 500;
}

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

const listing = 'List only addresses that answer 200 and want to be found.';

export const sitemapCrossChecks = acrossPages([
  {
    id: 'sitemap_has_noindex',
    severity: 'medium',
    title: 'The sitemap lists pages that ask not to be listed.',
    why: 'Sitemap and page contradict each other.',
    threshold: 'An address of the sitemap that carries noindex.',
    remedy: listing,
    source: 'Screaming Frog, "Non-Indexable URLs in Sitemap"',
    find: (site) => listedBut(site, ({ isNoindex }) => (isNoindex ? 'carries noindex' : undefined)),
  },
  {
    id: 'sitemap_has_error',
    severity: 'medium',
    title: 'The sitemap lists pages that do not work.',
    why: 'Search engines lose trust in the sitemap.',
    threshold: 'An address of the sitemap that answers 400 or more, or not at all.',
    remedy: listing,
    source: 'Screaming Frog, "Non-200 URLs in Sitemap"',
    find: (site) =>
      listedBut(site, ({ status, failure }) =>
        failure !== undefined || (status ?? 0) >= 400 ? `answers ${failure ?? status}` : undefined,
      ),
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
    title: 'The sitemap lists pages that name another as canonical.',
    why: 'Sitemap and page contradict each other.',
    threshold: 'An address of the sitemap whose page has another canonical.',
    remedy: 'List the canonical pages.',
    source: guide,
    find: (site) =>
      listedBut(site, ({ canonical, finalUrl }) =>
        canonical !== undefined && pageKey(canonical) !== pageKey(finalUrl)
          ? `names ${canonical.href}`
          : undefined,
      ),
  },
  {
    id: 'sitemap_has_blocked',
    severity: 'medium',
    title: 'The sitemap lists pages that robots.txt closes to Googlebot.',
    why: 'Search engines are sent to pages that they may not fetch.',
    threshold: 'An address of the sitemap that a rule disallows for Googlebot.',
    remedy: 'Open the pages in robots.txt or take them out of the sitemap.',
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
