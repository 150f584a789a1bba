import { type CheckCases, home, hop, inner, perfect } from './case.ts';
import { sitemapListing } from './made-site.ts';

const robots = (content: string, name = 'robots') => `<meta name="${name}" content="${content}">`;
const canonical = (href: string) => `<link rel="canonical" href="${href}">`;
const xRobots = (...values: string[]) => ({ headers: { 'x-robots-tag': values } });
const scripts = (...paths: readonly string[]) => ({
  head: paths.map((src) => `<script src="${src}"></script>`).join(''),
});

const closed = (...paths: string[]) => paths.map((at) => ({ at, pattern: at, head: robots('noindex') }));
const tags = closed('/a', '/b').map((page) => ({ ...page, pattern: '/{slug}' }));

export const indexabilityCases: CheckCases = {
  noindex_meta: {
    fails: inner({ head: robots('None', 'GoogleBot') }),
    passes: inner(
      { head: robots('noindex', 'otherbot') },
      { body: robots('noindex') },
      { head: robots('index, follow') },
    ),
  },
  noindex_header: {
    fails: inner(xRobots('nofollow', 'googlebot: noindex')),
    passes: inner(xRobots('otherbot: noindex, nofollow'), xRobots('max-snippet:20')),
  },
  unavailable_after_past: {
    fails: inner(xRobots('unavailable_after: Friday, 25 Sep 2020 15:00:00 GMT')),
    passes: inner({ head: robots('unavailable_after: 2030-01-01') }),
  },
  nofollow_page: { fails: inner({ head: robots('nofollow') }), passes: inner({ head: robots('follow') }) },
  snippet_restricted: {
    fails: inner({ head: robots('max-snippet:0') }),
    passes: inner({ head: robots('max-snippet:-1, max-image-preview:large') }),
  },
  noimageindex: { fails: inner(xRobots('noimageindex')), passes: inner(xRobots('bingbot: noimageindex')) },
  noarchive: { fails: inner({ head: robots('noarchive') }), passes: perfect },
  robots_blocked: {
    fails: { ...inner({ at: '/secret/a' }), robots: 'User-agent: Googlebot\nDisallow: /secret' },
    passes: { ...inner({ at: '/secret/a' }), robots: 'User-agent: Bingbot\nDisallow: /secret' },
  },
  robots_blocks_auditor: {
    fails: { robots: 'User-agent: OrielBot\nDisallow: /\n\nUser-agent: *\nAllow: /' },
    passes: { robots: 'User-agent: *\nDisallow: /' },
  },
  robots_noindex_conflict: {
    fails: {
      ...inner({ at: '/secret/a', head: robots('noindex') }),
      robots: 'User-agent: Googlebot\nDisallow: /secret',
    },
    passes: inner({ head: robots('noindex') }),
  },
  noindex_home: {
    fails: { pages: [{ head: robots('noindex') }, { at: '/a' }, { at: '/b' }] },
    passes: { pages: [{}, { at: '/a', head: robots('noindex') }, { at: '/b' }] },
  },
  noindex_sitewide: {
    fails: { pages: [{ head: robots('noindex') }, { at: '/a', ...xRobots('noindex') }, { at: '/b' }] },
    passes: { pages: [{}, { at: '/about', pattern: '/about' }, ...closed('/tos', '/note-legali'), ...tags] },
  },
};

export const robotsCases: CheckCases = {
  robots_txt_5xx: { fails: { robotsOutcome: 'server_error' }, passes: { robotsOutcome: 'unreachable' } },
  robots_txt_unreachable: { fails: { robotsOutcome: 'unreachable' }, passes: { robotsOutcome: 'missing' } },
  robots_txt_missing: { fails: { robotsOutcome: 'missing' }, passes: perfect },
  robots_txt_invalid: {
    fails: { robots: 'User-agent: *\nDisallow: private' },
    passes: {
      robots:
        'User-agent: *\nDisallow: *.pdf$\nCrawl-delay: 1\nClean-param: a /b\nContent-Signal: search=yes',
    },
  },
  robots_txt_too_large: {
    fails: { robots: `User-agent: *\n${'Disallow: /a-long-path-that-is-closed\n'.repeat(15_000)}` },
    passes: { robots: `User-agent: *\n${'Disallow: /a-long-path-that-is-closed\n'.repeat(1000)}` },
  },
  robots_blocks_all: {
    fails: { robots: 'User-agent: *\nDisallow: /' },
    passes: { robots: 'User-agent: *\nDisallow: /\nAllow: /$' },
  },
  search_agents_blocked: {
    fails: { robots: 'User-agent: *\nDisallow:\n\nUser-agent: OAI-SearchBot\nDisallow: /' },
    passes: {
      robots: 'User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart/',
    },
  },
  robots_blocks_assets: {
    fails: { ...home(scripts('/assets/a.js')), robots: 'User-agent: *\nDisallow: /assets/' },
    passes: {
      ...home(
        scripts('https://cdn.net/assets/a.js', '/assets/internal/preloads.js?locale=en', '/cdn/wpm/b.js'),
      ),
      robots: 'User-agent: *\nDisallow: /assets/\nDisallow: /cdn/wpm/*.js',
    },
  },
  robots_crawl_delay: {
    fails: { robots: 'User-agent: *\nCrawl-delay: 10' },
    passes: { robots: 'User-agent: *\nCrawl-delay: 5\nUser-agent: x\nCrawl-delay: 60' },
  },
};

export const canonicalCases: CheckCases = {
  canonical_missing: {
    fails: inner({ canonical: '' }),
    passes: inner(
      { canonical: '', head: robots('noindex') },
      { canonical: '', headers: { link: '<https://shop.com/page-b>; rel="canonical"' } },
    ),
  },
  canonical_sitewide_elsewhere: {
    fails: inner(
      { canonical: '<link rel="canonical" href="https://www2.shop.com/page-a">' },
      { canonical: '<link rel="canonical" href="https://other.org/page-b">' },
    ),
    passes: inner({ canonical: '<link rel="canonical" href="https://other.org/page-a">' }, {}),
  },
  canonical_multiple: {
    fails: home({ head: canonical('https://shop.com/') }),
    passes: home({ headers: { link: '<https://shop.com/>; rel="canonical"' } }),
  },
  canonical_conflicting: {
    fails: home({ headers: { link: '<https://shop.com/other>; rel=canonical' } }),
    passes: home({
      headers: { link: '<https://shop.com/a.css>; rel=preload, <https://shop.com/>; rel="canonical"' },
    }),
  },
  canonical_relative: { fails: home({ canonical: canonical('/') }), passes: perfect },
  canonical_invalid: {
    fails: home({ canonical: canonical('mailto:us@shop.com') }),
    passes: home({ canonical: canonical('') }),
  },
  canonical_empty: {
    fails: home({ canonical: canonical('') }),
    passes: home({ canonical: '<link rel="canonical alternate" href="https://shop.com/">' }),
  },
  canonical_redirects_back: {
    fails: {
      ...inner({ canonical: canonical('http://shop.com/Page-A/') }),
      probes: {
        targets: {
          '/Page-A/': {
            hops: [hop('http://shop.com/Page-A/', '/page-a')],
            finalUrl: 'https://shop.com/page-a',
          },
        },
      },
    },
    passes: {
      ...inner({ canonical: canonical('https://shop.com/Page-A') }),
      probes: { targets: { '/Page-A': { finalUrl: 'https://shop.com/Page-A' } } },
    },
  },
  canonical_fragment: { fails: home({ canonical: canonical('https://shop.com/#top') }), passes: perfect },
  canonical_outside_head: {
    fails: home({ canonical: `<div>early</div>${canonical('https://shop.com/')}` }),
    passes: home({
      canonical: `<noscript><link rel="stylesheet" href="a.css"></noscript>${canonical('https://shop.com/')}`,
    }),
  },
  canonical_other_url: {
    fails: inner({ canonical: canonical('https://shop.com/other') }),
    passes: inner({ canonical: canonical('http://www.shop.com/page-a') }),
  },
  canonical_other_host: {
    fails: inner({ canonical: canonical('https://elsewhere.org/page-a') }),
    passes: inner({ canonical: canonical('https://blog.shop.com/page-a') }),
  },
  canonical_to_redirect: {
    fails: {
      ...inner({ canonical: canonical('https://shop.com/old') }),
      probes: {
        targets: {
          '/old': {
            hops: [{ url: 'https://shop.com/old', status: 301, location: 'https://shop.com/new' }],
            finalUrl: 'https://shop.com/new',
          },
        },
      },
    },
    passes: {
      ...inner({ canonical: canonical('https://shop.com/old') }),
      probes: { targets: { '/old': {} } },
    },
  },
  canonical_to_error: {
    fails: {
      ...inner({ canonical: canonical('https://shop.com/gone') }),
      probes: { targets: { '/gone': { status: 410 } } },
    },
    passes: {
      ...inner({ canonical: canonical('https://shop.com/shy') }),
      probes: { targets: { '/shy': { status: null } } },
    },
  },
  canonical_to_noindex: {
    fails: inner({ canonical: canonical('https://shop.com/page-b') }, { head: robots('noindex') }),
    passes: inner({ canonical: canonical('https://shop.com/page-b') }, {}),
  },
  canonical_chain: {
    fails: inner(
      { canonical: canonical('https://shop.com/page-b') },
      { canonical: canonical('https://shop.com/page-c') },
    ),
    passes: inner({ canonical: canonical('https://shop.com/page-b') }, {}),
  },
  canonical_to_first_page: {
    fails: inner({ at: '/list?page=2', canonical: canonical('https://shop.com/list') }),
    passes: inner(
      { at: '/list/page/2/', canonical: canonical('https://shop.com/list/page/2/') },
      { at: '/other?page=2', canonical: canonical('https://shop.com/all') },
    ),
  },
  noindex_with_canonical: {
    fails: inner({
      head: '<meta name="robots" content="noindex">',
      canonical: canonical('https://shop.com/other'),
    }),
    passes: inner({ head: '<meta name="robots" content="noindex">' }),
  },
  canonical_to_blocked: {
    fails: inner({ canonical: canonical('https://shop.com/cart/one') }),
    passes: inner({ canonical: canonical('https://shop.com/one') }),
  },
  canonical_loop: {
    fails: inner(
      { canonical: canonical('https://shop.com/page-b') },
      { canonical: canonical('https://shop.com/page-a') },
    ),
    passes: inner(
      { canonical: canonical('https://shop.com/page-b') },
      { canonical: canonical('https://shop.com/page-c') },
    ),
  },
};

const listing = (...paths: string[]) => sitemapListing(['/', ...paths]);
const dated = (lastmod: string, count = 1) =>
  sitemapListing(
    Array.from({ length: count }, (_, n) => `/p${n}`),
    lastmod,
  );

export const sitemapCases: CheckCases = {
  sitemap_missing: { fails: { robots: '', sitemap: null }, passes: { robots: '' } },
  sitemap_missing_large_site: {
    fails: { robots: '', sitemap: null, waiting: 499 },
    passes: { robots: '', sitemap: null, waiting: 498 },
  },
  sitemap_unreachable: { fails: { sitemap: null }, passes: { robots: '', sitemap: null } },
  sitemap_invalid: {
    fails: { sitemap: listing('/a').replace('</urlset>', '') },
    passes: {
      sitemap: listing('/a').replaceAll(
        '<url>',
        '<url ><image:image xmlns:image="i"><image:loc>https://x.y/z.png</image:loc></image:image>',
      ),
    },
  },
  sitemap_empty: { fails: { sitemap: '<urlset></urlset>' }, passes: { sitemap: 'https://shop.com/a\n' } },
  sitemap_too_big: { fails: { sitemapBytes: 10_000_001 }, passes: { sitemapBytes: 9_000_000 } },
  sitemap_not_in_robots: { fails: { robots: 'User-agent: *' }, passes: { robotsOutcome: 'missing' } },
  sitemap_other_host: {
    fails: { sitemap: listing('https://elsewhere.org/a') },
    passes: { sitemap: listing('https://blog.shop.com/a') },
  },
  sitemap_relative_url: {
    fails: { sitemap: '<urlset><url><loc>/a</loc></url></urlset>' },
    passes: { sitemap: listing('/a') },
  },
  lastmod_invalid: {
    fails: { sitemap: dated('20.11.2026') },
    passes: { sitemap: dated('2026-11-01T09:30:00.5+01:00') },
  },
  lastmod_future: {
    fails: { sitemap: dated('2026-11-23') },
    passes: { sitemap: dated('2026-11-20T20:00:00Z') },
  },
  lastmod_identical: {
    fails: { sitemap: dated('2026-11-01', 10) },
    passes: { sitemap: dated('2026-11-01', 9) },
  },
  sitemap_has_noindex: { fails: inner({ head: robots('noindex') }), passes: inner({}) },
  sitemap_has_error: { fails: inner({ status: 404 }), passes: inner({ status: 403 }) },
  sitemap_has_redirect: {
    fails: { ...inner({ hops: [hop('/old', '/page-a')] }), sitemap: listing('/old') },
    passes: {
      ...inner({ hops: [hop('http://shop.com/page-a', '/page-a')] }),
      sitemap: listing('http://shop.com/page-a'),
    },
  },
  sitemap_has_noncanonical: {
    fails: inner({ canonical: canonical('https://shop.com/b') }),
    passes: inner({}),
  },
  sitemap_has_blocked: {
    fails: { robots: 'User-agent: *\nDisallow: /cart', sitemap: listing('/cart/1') },
    passes: { robots: 'User-agent: *\nDisallow: /cart', sitemap: listing('/bread') },
  },
};
