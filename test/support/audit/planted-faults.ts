import { gzipSync } from 'node:zlib';
import {
  perfectHeaders,
  perfectHtml,
  proseAbout,
  type Wording,
} from '#test/shared/site-audit/checks/perfect-page.ts';
import { auditedHost } from './audit-tool.ts';
import { linksTo, sitemap, soundPage } from './audited-sites.ts';
import type { Answer } from './test-site.ts';

const base = `http://${auditedHost}`;
const at = (path: string) => `${base}${path}`;

/** A page, or several, of which the first has a fault that an audit must name. */
export interface Plant {
  readonly issue: string;
  readonly pages: Readonly<Record<string, Answer>>;
  /** Where the fault is told, where that is not the first page. */
  readonly toldAt?: string;
  /** Not linked from the home page; the sitemap lists it. */
  readonly isUnlinked?: boolean;
}

/** A kind of fault: pages that one audit reads. */
export interface Bed {
  readonly kind: string;
  readonly plants: readonly Plant[];
  readonly robots?: string;
  /** Addresses of the sitemap beside the first page of each plant. */
  readonly listed?: readonly string[];
  /** Further lines of the sitemap, as written. */
  readonly entries?: string;
}

const moved = (location: string, status = 301): Answer => ({ status, headers: { location } });
const head = (text: string): Wording => ({ head: text });
export const body = (text: string): Wording => ({ body: text });
const canonical = (...paths: readonly string[]): Wording => ({
  canonical: paths.map((path) => `<link rel="canonical" href="${new URL(path, base).href}">`).join(''),
});

/** A page with one fault; its path names it. */
export function plant(issue: string, wording: Wording, more: Partial<Plant> & { at?: string } = {}): Plant {
  const { at: path = `/${issue.replaceAll('_', '-')}`, pages = {}, ...rest } = more;
  return {
    issue,
    ...rest,
    pages: { [path]: soundPage(path, { topic: topicOf(path), ...wording }), ...pages },
  };
}

export const topicOf = (path: string) => path.replaceAll(/[^a-z]+/gu, ' ').trim();

/** The same with headers of its own. */
function withHeader(issue: string, headers: Readonly<Record<string, string>>, wording: Wording = {}): Plant {
  const path = `/${issue.replaceAll('_', '-')}`;
  const html = perfectHtml(at(path), { topic: topicOf(path), ...wording });
  return { issue, pages: { [path]: { headers: { ...perfectHeaders, ...headers }, body: gzipSync(html) } } };
}

/** The served site: a home page that links to every plant, a sitemap of all, robots.txt. */
export function siteOf({
  plants,
  robots = '',
  listed = [],
  entries = '',
}: Bed): Readonly<Record<string, Answer>> {
  const first = plants.map(({ pages }) => Object.keys(pages)[0] ?? '/');
  const linked = first.filter((_, index) => plants[index]?.isUnlinked !== true);
  const map = sitemap('/', ...first.filter((path) => !entries.includes(`${path}</loc>`)), ...listed);
  const text = typeof map === 'object' && typeof map.body === 'string' ? map.body : '';
  return {
    '/': soundPage('/', { nav: linksTo(...linked) }),
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /closed/\n${robots}Sitemap: ${base}/sitemap.xml\n`,
    },
    '/sitemap.xml': {
      headers: { 'content-type': 'application/xml' },
      body: text.replace('</urlset>', `${entries}</urlset>`),
    },
    ...Object.assign({}, ...plants.map(({ pages }) => pages)),
  };
}

const copy = (path: string, wording: Wording = {}) => ({
  [path]: soundPage(path, { topic: topicOf(path), ...wording }),
});

export const canonicalBed: Bed = {
  kind: 'canonicals',
  plants: [
    plant('canonical_conflicting', canonical('/', '/closed/a')),
    plant('canonical_fragment', canonical('/canonical-fragment#part')),
    plant('canonical_outside_head', { canonical: '', body: `<link rel="canonical" href="${at('/x')}">` }),
    plant('canonical_to_error', canonical('/nowhere')),
    plant('canonical_to_redirect', canonical('/moved'), { pages: { '/moved': moved('/') } }),
    plant('canonical_chain', canonical('/link'), { pages: copy('/link', canonical('/end')) }),
    plant('canonical_loop', canonical('/back'), { pages: copy('/back', canonical('/canonical-loop')) }),
    plant('canonical_to_noindex', canonical('/hidden'), {
      pages: copy('/hidden', head('<meta name="robots" content="noindex">')),
    }),
    plant('canonical_other_host', { canonical: '<link rel="canonical" href="https://elsewhere.net/a">' }),
    plant('canonical_to_first_page', canonical('/list/'), { at: '/list/page/2/', pages: copy('/list/') }),
    plant('canonical_to_blocked', canonical('/closed/b')),
  ],
  listed: ['/link', '/back', '/hidden', '/list/'],
};

export const indexBed: Bed = {
  kind: 'index control',
  robots: 'Disallow: /assets/\nFroot: loop\n\nUser-agent: bingbot\nDisallow: /\n\n',
  plants: [
    plant('noindex_meta', head('<meta name="googlebot" content="noindex">')),
    withHeader('noindex_header', { 'x-robots-tag': 'noindex' }),
    plant('noindex_with_canonical', { ...canonical('/'), ...head('<meta name="robots" content="noindex">') }),
    plant('unavailable_after_past', head('<meta name="robots" content="unavailable_after: 2020-01-01">')),
    plant('nofollow_page', head('<meta name="robots" content="nofollow">')),
    plant('snippet_restricted', head('<meta name="robots" content="max-snippet:0">')),
    plant('noimageindex', head('<meta name="robots" content="noimageindex">')),
    plant('sitemap_has_noindex', head('<meta name="robots" content="none">')),
    plant('robots_blocks_assets', head('<link rel="stylesheet" href="/assets/a.css">'), { toldAt: '/' }),
    { issue: 'search_agents_blocked', pages: {}, toldAt: '/' },
    { issue: 'robots_txt_invalid', pages: {}, toldAt: '/' },
    { issue: 'sitemap_has_error', pages: {}, toldAt: '/dead' },
    { issue: 'sitemap_has_blocked', pages: {}, toldAt: '/closed/page' },
  ],
  listed: ['/dead', '/closed/page'],
};

export const linkBed: Bed = {
  kind: 'links and redirects',
  plants: [
    plant('broken_internal_link', body('<a href="/vanished">Where it was</a>')),
    plant('broken_fragment', body('<a href="/#nowhere">The part about boats</a>')),
    plant('broken_external_link', body('<a href="https://gone.net/page">A friend of ours</a>')),
    plant(
      'js_redirect',
      {},
      {
        at: '/leap',
        pages: {
          '/leap': { body: '<!doctype html><title>Leap</title><script>location.href = "/"</script>' },
        },
      },
    ),
    plant('meta_refresh_redirect', head('<meta http-equiv="refresh" content="0; url=/">')),
    plant('internal_link_redirect', body('<a href="/temporary">The other way</a>'), {
      pages: { '/temporary': moved('/', 302) },
    }),
    { issue: 'redirect_temporary', pages: { '/other-way': moved('/', 302) } },
    { issue: 'redirect_chain', pages: { '/first-hop': moved('/second-hop'), '/second-hop': moved('/') } },
    { issue: 'redirect_loop', pages: { '/circle': moved('/round'), '/round': moved('/circle') } },
    plant('link_no_href', body('<a>Read about it</a>')),
    plant('link_uncrawlable', body('<a href="javascript:go()">Everything else</a>')),
    plant('link_malformed', body('<a href="http://https://a.net/">Our partner</a>')),
    plant('link_text_empty', body('<a href="/"></a>')),
    plant('link_text_generic', body('<a href="/">Click here</a>')),
    plant('nofollow_internal', body('<a href="/link-no-href" rel="nofollow">A page of ours</a>')),
    plant('base_href_elsewhere', head('<base href="https://elsewhere.net/">')),
    plant('orphan_in_sitemap', {}, { isUnlinked: true }),
  ],
};

const alternate = (lang: string, path: string) =>
  `<link rel="alternate" hreflang="${lang}" href="${new URL(path, base).href}">`;
/** A page that names itself, readers of other languages and one thing more. */
const alternates = (issue: string, more: string, pages: Readonly<Record<string, Answer>> = {}) => {
  const path = `/${issue.replaceAll('_', '-')}`;
  return plant(issue, head(`${alternate('en', path)}${alternate('x-default', path)}${more}`), { pages });
};

export const languageBed: Bed = {
  kind: 'hreflang',
  plants: [
    alternates('hreflang_invalid_code', alternate('en-UK', '/')),
    alternates('hreflang_relative', '<link rel="alternate" hreflang="de" href="/de/">'),
    alternates('hreflang_duplicate', alternate('fr', '/') + alternate('fr', '/fr')),
    plant('hreflang_missing_self', head(alternate('de', '/') + alternate('x-default', '/'))),
    plant(
      'hreflang_missing_xdefault',
      head(alternate('en', '/hreflang-missing-xdefault') + alternate('de', '/')),
    ),
    alternates('hreflang_no_return', alternate('it', '/one-way'), copy('/one-way')),
    alternates('hreflang_to_error', alternate('es', '/perdido')),
    alternates('hreflang_to_redirect', alternate('pt', '/mudou'), { '/mudou': moved('/') }),
    alternates(
      'hreflang_to_noindex',
      alternate('nl', '/verborgen'),
      copy('/verborgen', head('<meta name="robots" content="noindex">')),
    ),
    alternates('hreflang_to_noncanonical', alternate('sv', '/kopia'), copy('/kopia', canonical('/'))),
    plant('hreflang_outside_head', body(alternate('de', '/'))),
    {
      ...withHeader('by_header', { link: `<${at('/')}>; rel="alternate"; hreflang="xx-YY"` }),
      issue: 'hreflang_invalid_code',
    },
    { ...plant('by_sitemap', {}), issue: 'hreflang_missing_self' },
  ],
  listed: ['/one-way', '/verborgen', '/kopia'],
  entries: `<url><loc>${at('/by-sitemap')}</loc><xhtml:link xmlns:xhtml="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="de" href="${at('/')}"/></url>`,
};

const long = (topic: string) => `<div style="text-indent:-9999px">${proseAbout(topic, 30)}</div>`;

export const contentBed: Bed = {
  kind: 'content and hints',
  plants: [
    plant('title_missing', { title: '' }),
    plant('description_missing', { description: '' }),
    plant('h1_missing', { h1: '' }),
    plant('thin_content', { text: `<p>${proseAbout('crumbs', 5)}</p>` }),
    plant('near_empty', { text: '', h1: '<h1>Bread</h1>' }),
    plant('lorem_ipsum', body('<p>Lorem ipsum dolor sit amet, consectetur.</p>')),
    plant('placeholder_text', body('<p>Your text goes here</p>')),
    plant(
      'duplicate_content_exact',
      { topic: 'boats', title: '<title>Another name of the very same boats</title>' },
      { at: '/twin-a', pages: copy('/twin-b', { topic: 'boats' }), toldAt: '/twin-b' },
    ),
    plant('lang_mismatch', { lang: 'de' }),
    plant('img_alt_missing', body('<img src="/a.png" width="9" height="9">'), { pages: { '/a.png': 'x' } }),
    plant('img_no_dimensions', body('<img src="/a.png" alt="A boat">')),
    plant('hero_image_lazy', body('<img src="/a.png" alt="A boat" width="900" height="400" loading="lazy">')),
    plant(
      'scripts_block_rendering',
      head(Array.from({ length: 14 }, (_, n) => `<script src="/s${n}.js"></script>`).join('')),
    ),
    plant('hidden_text', body(long('pills'))),
    plant('amphtml_to_error', head('<link rel="amphtml" href="/amp/gone">')),
    plant('js_only_shell', {
      text: '',
      h1: '',
      nav: '',
      body: '<div id="root"></div><script src="/s.js"></script>',
    }),
    plant('viewport_blocks_zoom', { viewport: '<meta name="viewport" content="user-scalable=no">' }),
    plant('title_irrelevant', { title: '<title>Quantum computers explained thoroughly</title>' }),
  ],
  listed: ['/twin-b'],
};
