import { registrableDomain } from '../site-scope.ts';
import { mostSitemapBytes } from '../sitemap/fetch-sitemaps.ts';
import { onSite, when, whenAny } from './check.ts';
import type { SiteFacts } from './site-facts.ts';

const day = 86_400_000;
const protocol = 'sitemaps.org, "Sitemaps XML format"';
const guide = 'Google Search Central, "Build and submit a sitemap"';

export const pageEntries = ({ crawl }: SiteFacts) => crawl.sitemaps.entries;
const datesOf = (site: SiteFacts) =>
  pageEntries(site).flatMap(({ lastmod }) => (lastmod === undefined ? [] : [lastmod]));

/** Google: below about 500 pages, all linked, a site may not need a sitemap. */
const manyPages = 500;
const sitemapAdvice = { remedy: 'Publish a sitemap and name it in robots.txt.', source: guide };
const noSitemap = 'None named in robots.txt, none linked from the home page, none in the usual places.';

const isLarge = ({ crawl: { records, failures, excluded, waiting } }: SiteFacts) =>
  records.filter(({ exclusion }) => exclusion === undefined).length +
    failures.length +
    excluded.total +
    waiting >=
  manyPages;

function missingSitemap({ crawl: { sitemaps, robots } }: SiteFacts) {
  return when(
    sitemaps.source === undefined &&
      robots.robots.sitemaps.length === 0 &&
      isAnswered(sitemaps.documents.at(0)),
    '/sitemap.xml',
    `HTTP status ${sitemaps.documents.at(0)?.status ?? 'unknown'}`,
  );
}

const dateThat = (isFaulty: (date: string, site: SiteFacts) => boolean) => (site: SiteFacts) =>
  whenAny(
    datesOf(site).filter((date) => isFaulty(date, site)),
    'lastmod',
    (date) => date,
  );

export const sitemapSiteChecks = onSite([
  {
    ...sitemapAdvice,
    id: 'sitemap_missing',
    severity: 'low',
    title: 'There is no XML sitemap.',
    why: 'New and remote pages are found late; a small site whose pages are all linked can do without.',
    threshold: `${noSitemap} Fewer than ${manyPages} pages are known.`,
    find: (site) => (isLarge(site) ? undefined : missingSitemap(site)),
  },
  {
    ...sitemapAdvice,
    id: 'sitemap_missing_large_site',
    severity: 'medium',
    title: 'A large site has no XML sitemap.',
    why: 'New and remote pages are found late.',
    threshold: `${noSitemap} ${manyPages} pages or more are known.`,
    find: (site) => (isLarge(site) ? missingSitemap(site) : undefined),
  },
  {
    id: 'sitemap_unreachable',
    severity: 'medium',
    weight: 3,
    title: 'A sitemap named in robots.txt or in a sitemap index cannot be fetched.',
    why: 'Search engines get an error where they expect the list of pages.',
    threshold: 'A named sitemap, or the child of an index, answers something other than 200.',
    remedy: 'Correct the address, or restore the file.',
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
    severity: 'medium',
    weight: 3,
    title: 'A sitemap is not valid.',
    why: 'Search engines skip what they cannot read.',
    threshold:
      'The document is no sitemap although robots.txt names it, or its markup is cut off or crossed.',
    remedy: 'Generate it with an XML library, and check it with xmllint.',
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
    weight: 3,
    title: 'A sitemap is empty.',
    why: 'Search engines learn of no page from it.',
    threshold: 'A readable sitemap or index without an address.',
    remedy: 'Fix what generates it, or remove it from robots.txt.',
    source: protocol,
    find: ({ crawl: { sitemaps } }) =>
      whenAny(
        sitemaps.documents.filter(
          ({ document }) =>
            document !== undefined && document.kind !== 'unreadable' && document.addresses === 0,
        ),
        ({ url }) => url,
        () => 'no address',
      ),
  },
  {
    id: 'sitemap_too_big',
    severity: 'low',
    title: 'A sitemap is larger than 10 MB.',
    why: 'It grows towards the limits of the protocol, 50 MB and 50,000 addresses, beyond which search engines refuse it.',
    threshold: 'More than 10 MB inflated; what comes after them is not read here.',
    remedy: 'Split it, and list the parts in a sitemap index.',
    source: protocol,
    find: ({ crawl: { sitemaps } }) =>
      whenAny(
        sitemaps.documents.filter(({ bytes }) => bytes >= mostSitemapBytes),
        ({ url }) => url,
        () => 'beyond 10 MB',
      ),
  },
  {
    id: 'sitemap_not_in_robots',
    severity: 'low',
    title: 'robots.txt does not name the sitemap.',
    why: 'Search engines that were not given its address will not find it.',
    threshold:
      'A sitemap in one of the usual places or linked from the home page, and a robots.txt without a Sitemap line.',
    remedy: 'Add `Sitemap:` with the full address to robots.txt.',
    source: protocol,
    // Where there is no robots.txt, that is told.
    find: ({ crawl: { sitemaps, robots } }) =>
      when(
        sitemaps.source === 'default' && robots.outcome !== 'missing',
        'robots.txt',
        `no Sitemap line for ${sitemaps.documents.at(0)?.url}`,
      ),
  },
  {
    id: 'sitemap_other_host',
    severity: 'medium',
    weight: 3,
    title: 'The sitemap lists pages of another domain.',
    why: 'Search engines ignore them unless both sites have agreed to it in robots.txt.',
    threshold: 'An address of another registrable domain.',
    remedy: 'List only pages of this site.',
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
    weight: 3,
    title: 'The sitemap lists relative addresses.',
    why: 'Search engines ignore them.',
    threshold: 'A loc that does not start with http:// or https://.',
    remedy: 'Write absolute addresses, with https.',
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
    title: 'The sitemap has invalid lastmod dates.',
    why: 'Search engines stop trusting its dates.',
    threshold: 'A lastmod that is not a W3C date.',
    remedy: 'Write 2026-11-20 or 2026-11-20T09:30:00+00:00.',
    source: protocol,
    find: dateThat(
      (text) =>
        !/^\d{4}(?:-\d\d(?:-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?)?)?$/u.test(text) ||
        Number.isNaN(Date.parse(text)),
    ),
  },
  {
    id: 'lastmod_future',
    severity: 'low',
    title: 'The sitemap has lastmod dates in the future.',
    why: 'Search engines stop trusting its dates.',
    threshold: 'A lastmod more than a day after the audit.',
    remedy: 'Set lastmod to the time of the last real change.',
    source: guide,
    find: dateThat((text, { crawl }) => Date.parse(text) > crawl.now + day),
  },
  {
    id: 'lastmod_identical',
    severity: 'low',
    title: 'Every page in the sitemap has the same lastmod date.',
    why: 'A date that changes for all at once says nothing, and is ignored.',
    threshold: '10 or more dates, all equal.',
    remedy: 'Set lastmod to the time of each page’s last real change.',
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
