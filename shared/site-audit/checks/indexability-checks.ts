import type { PageRecord } from '../crawl/page-record.ts';
import type { RobotsDirective } from '../document/indexability.ts';
import { evidence, onResponse, onSite, when, whenAny } from './check.ts';
import type { SiteFacts } from './site-facts.ts';

const place = ({ source }: RobotsDirective) =>
  source === 'header' ? 'x-robots-tag header' : 'meta[name="robots"]';

const named = ({ indexability }: PageRecord, ...names: string[]) =>
  indexability.directives.filter(({ name }) => names.includes(name));

const isPage = ({ status }: PageRecord) => status >= 200 && status < 300;

/** Directives that keep a page out of search; where there is only an error, nothing is kept out. */
const hiding = (page: PageRecord, accepts: (directive: RobotsDirective) => boolean) =>
  isPage(page) ? page.indexability.noindex.filter(accepts) : [];

/** Share of pages from which a noindex looks like a mistake of the whole site. */
const sitewideShare = 0.5;

export const indexabilityResponseChecks = onResponse([
  {
    id: 'noindex_meta',
    severity: 'medium',
    title: 'The page is set to noindex.',
    why: 'Search engines do not list it.',
    threshold: '`noindex` or `none` in a robots or googlebot meta element in the head.',
    remedy: 'Remove noindex if the page should be found; otherwise take the page out of the sitemap.',
    source: 'Google Search Central, "Block indexing with noindex"',
    find: (page) =>
      whenAny(
        hiding(page, ({ source, name }) => source === 'meta' && name !== 'unavailable_after'),
        place,
        ({ text }) => text,
      ),
  },
  {
    id: 'noindex_header',
    severity: 'medium',
    title: 'An X-Robots-Tag header sets the page to noindex.',
    why: 'Search engines do not list it, and its HTML does not show why.',
    threshold: '`noindex` or `none` in X-Robots-Tag for all agents or Googlebot.',
    remedy: 'Remove the header if the page should be found; otherwise take the page out of the sitemap.',
    source: 'Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag"',
    find: (page) =>
      whenAny(
        hiding(page, ({ source, name }) => source === 'header' && name !== 'unavailable_after'),
        place,
        ({ text }) => text,
      ),
  },
  {
    id: 'unavailable_after_past',
    severity: 'medium',
    title: 'The page’s unavailable_after date has passed.',
    why: 'Search engines have dropped it, or soon will.',
    threshold: '`unavailable_after` with a date before the audit.',
    remedy: 'Remove or extend the date if the page should stay listed.',
    source: 'Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag"',
    find: (page) =>
      whenAny(
        hiding(page, ({ name }) => name === 'unavailable_after'),
        place,
        ({ text }) => text,
      ),
  },
  {
    id: 'nofollow_page',
    severity: 'low',
    title: 'The page is set to nofollow.',
    why: 'Pages linked only from here may never be found.',
    threshold: '`nofollow` or `none` in a robots directive.',
    remedy: 'Remove nofollow; mark single links with rel="nofollow" instead.',
    source: 'Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag"',
    find: (page) => whenAny(page.indexability.nofollow, place, ({ text }) => text),
  },
  {
    id: 'snippet_restricted',
    severity: 'low',
    title: 'The page forbids text snippets.',
    why: 'Results without a snippet get fewer clicks and are left out of AI answers.',
    threshold: '`nosnippet` or `max-snippet:0`.',
    remedy: 'Remove the directive, or hide single passages with data-nosnippet.',
    source: 'Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag"',
    find: (page) =>
      whenAny(
        [...named(page, 'nosnippet'), ...named(page, 'max-snippet').filter(({ value }) => value === '0')],
        place,
        ({ text }) => text,
      ),
  },
  {
    id: 'noimageindex',
    severity: 'low',
    title: 'The page keeps its images out of image search.',
    why: 'People who search for pictures do not find it.',
    threshold: '`noimageindex` in a robots directive.',
    remedy: 'Remove the directive if the images should be found.',
    source: 'Google Search Central, "Robots meta tag, data-nosnippet, and X-Robots-Tag"',
    find: (page) => whenAny(named(page, 'noimageindex'), place, ({ text }) => text),
  },
  {
    id: 'noarchive',
    severity: 'low',
    title: 'The page is set to noarchive.',
    why: 'Google has ended its cache and ignores it; Bing reads it as a request to stay out of AI answers.',
    threshold: '`noarchive` or `nocache` in a robots directive.',
    remedy: 'Remove it unless the page should stay out of Bing’s AI answers.',
    source: 'Bing Webmaster Blog, "NOCACHE and NOARCHIVE"',
    find: (page) => whenAny(named(page, 'noarchive', 'nocache'), place, ({ text }) => text),
  },
  {
    id: 'robots_blocked',
    severity: 'medium',
    title: 'robots.txt blocks Googlebot from the page.',
    why: 'Google cannot read it; it may still be listed, without text.',
    threshold: 'The rule that applies to Googlebot is a Disallow.',
    remedy: 'Narrow or remove the rule if the page should be found; use noindex if it should not.',
    source: 'RFC 9309; Google Search Central, "How Google interprets robots.txt"',
    find: ({ robots: { google } }) =>
      when(
        !google.allowed && google.rule !== undefined,
        `robots.txt line ${google.rule?.line}`,
        `Disallow: ${google.rule?.text}`,
      ),
  },
  {
    id: 'robots_blocks_auditor',
    severity: 'low',
    title: 'robots.txt blocks our crawler, but not Googlebot.',
    why: 'The audit sees less of the site than a search engine does.',
    threshold:
      'Disallowed for OrielBot, allowed for Googlebot. Such pages are not read, apart from the home page.',
    remedy: 'Add a group `User-agent: OrielBot` with `Allow: /` to have the whole site audited.',
    source: 'RFC 9309, section 2.2.1',
    find: ({ robots: { us, google } }) =>
      when(
        !us.allowed && us.rule !== undefined && google.allowed,
        `robots.txt line ${us.rule?.line}`,
        `Disallow: ${us.rule?.text}`,
      ),
  },
  {
    id: 'robots_noindex_conflict',
    severity: 'medium',
    title: 'The page is set to noindex, but robots.txt blocks Googlebot.',
    why: 'Google never sees the noindex and may list the address anyway.',
    threshold: 'Disallowed for Googlebot and noindex in markup or header.',
    remedy: 'Let Googlebot crawl the page until it has left the index.',
    source: 'Google Search Central, "Block indexing with noindex"',
    find: ({ robots: { google }, indexability: { noindex } }) => {
      const [directive] = noindex;
      return directive === undefined || google.allowed || google.rule === undefined
        ? undefined
        : evidence(`robots.txt line ${google.rule.line}`, `Disallow: ${google.rule.text}; ${directive.text}`);
    },
  },
]);

/** Pages that are meant to be found; notices and forms are closed on purpose. */
const offered = ({ crawl }: SiteFacts) =>
  crawl.records.filter((page) => isPage(page) && !['legal', 'login', 'search'].includes(page.class.class));

/** Whether so many pages carry noindex that the whole site is meant, by mistake or not. */
function isClosedSitewide(site: SiteFacts): boolean {
  const { crawl } = site;
  const pages = offered(site);
  if (!mostlyClosed(pages)) return false;
  // Lists of tags and downloads may be many and are meant to be closed; a whole site is closed in every template.
  const templates = [...Map.groupBy(pages, ({ pattern }) => pattern).values()];
  return isClosed(crawl.home) || templates.filter(mostlyClosed).length > templates.length * sitewideShare;
}

const isClosed = ({ indexability }: PageRecord) => indexability.noindex.length > 0;
const mostlyClosed = (pages: readonly PageRecord[]) =>
  pages.filter(isClosed).length > pages.length * sitewideShare;

export const indexabilitySiteChecks = onSite([
  {
    id: 'noindex_home',
    severity: 'high',
    weight: 10,
    title: 'The home page is set to noindex.',
    why: 'People who search for the brand do not find the site.',
    threshold: 'noindex on the home page, on a site whose other pages mostly may be listed.',
    remedy: 'Remove the noindex from the home page.',
    source: 'Google Search Central, "Block indexing with noindex"',
    find: (site) =>
      whenAny(isClosedSitewide(site) ? [] : hiding(site.crawl.home, () => true), place, ({ text }) => text),
  },
  {
    id: 'noindex_sitewide',
    severity: 'high',
    weight: 10,
    title: 'Most of the site is set to noindex.',
    why: 'This is usually a setting left over from development; it empties the index within weeks.',
    threshold:
      'More than half of the pages read carry noindex, and the home page or more than half of the templates among them; legal, sign-in and search pages left out.',
    remedy: 'Turn off the setting that discourages search engines, then request a new crawl.',
    source: 'siteone-crawler; Google Search Central, "Block indexing with noindex"',
    find: (site) => {
      const pages = offered(site);
      return when(
        isClosedSitewide(site),
        'meta[name="robots"], x-robots-tag header',
        `${pages.filter(isClosed).length} of ${pages.length} pages`,
      );
    },
  },
]);
