import { proseAbout, type Wording } from '#test/shared/site-audit/checks/perfect-page.ts';
import { auditedHost, auditOf } from '#test/support/audit/audit-tool.ts';
import { linksTo, robotsTxt, sitemap, soundPage } from '#test/support/audit/audited-sites.ts';
import type { Answer } from '#test/support/audit/test-site.ts';

const base = `http://${auditedHost}`;
type Audit = Awaited<ReturnType<typeof auditOf>>;
type Pages = Readonly<Record<string, Answer>>;

/** A site, and what an audit of it says. */
interface Told {
  readonly site: Pages;
  /** Paths by issue, all of them. */
  readonly told?: Readonly<Record<string, readonly string[]>>;
  readonly silent?: readonly string[];
  /** Part of the answer. */
  readonly data?: object;
  /** Paths of pages that were read. */
  readonly read?: readonly string[];
  /** Paths of which one holds this text are never asked for. */
  readonly unasked?: string;
}

const robots = robotsTxt('User-agent: *\nDisallow: /closed/\n');
const html = (body: string, status = 200): Answer => ({ status, body });
const moved = (location: string): Answer => ({ status: 301, headers: { location } });
const file = (type: string): Answer => ({ headers: { 'content-type': type }, body: 'x' });
const home = (nav: readonly string[], wording: Wording = {}) => ({
  '/robots.txt': robots,
  '/': soundPage('/', { nav: linksTo(...nav), ...wording }),
});
const other = (path: string, wording: Wording = {}) => ({
  [path]: soundPage(path, { topic: `the ${path.replaceAll(/[^a-z]+/gu, ' ').trim()} boats`, ...wording }),
});
const canonical = (href: string): Wording => ({ canonical: `<link rel="canonical" href="${href}">` });
const canonicalIssues = ['canonical_to_redirect', 'canonical_to_error', 'canonical_other_url'];
const listing = (path: string, ...paths: readonly string[]) => ({ [path]: sitemap('/', ...paths) });
const goneLinks = html('<a href="team/index.html">Team</a> <a href="jobs.html">Jobs</a>', 404);
const image = '<img src="/a.png" alt="A" width="9" height="9">';

const audits: Readonly<Record<string, Told>> = {
  'takes no links from a page that answers 404': {
    site: {
      ...home(['/fine', '/gone/']),
      ...other('/fine'),
      '/gone/': goneLinks,
      '/gone/team/index.html': goneLinks,
      ...listing('/sitemap.xml', '/fine'),
    },
    told: { http_4xx: ['/gone/'] },
    data: { dead_addresses: 1, pages_audited: 2 },
    unasked: '/gone/team',
  },
  ...Object.fromEntries(
    ['/sitemap_index.xml', '/wp-sitemap.xml', '/feeds/all.xml'].map((path): [string, Told] => [
      `knows the sitemap at ${path} although robots.txt does not name it`,
      {
        site: {
          ...home([], path.startsWith('/feeds') ? { head: `<link rel="sitemap" href="${path}">` } : {}),
          ...other('/hidden'),
          ...listing(path, '/hidden'),
        },
        told: { sitemap_not_in_robots: ['/'], orphan_in_sitemap: ['/hidden'] },
        silent: ['sitemap_missing'],
        read: ['/hidden'],
      },
    ]),
  ),
  'takes no points from a small site without a sitemap': {
    site: { ...home(['/a']), ...other('/a') },
    told: { sitemap_missing: ['/'] },
    data: { onpage_score: 72.14 },
  },
  'takes six of a hundred points for a sitemap that is gone': {
    site: { ...home(['/a']), ...other('/a'), '/robots.txt': robotsTxt() },
    told: { sitemap_unreachable: ['/'] },
    data: { onpage_score: 67.9 },
  },
  'takes a canonical that redirects back for the page itself': {
    site: {
      ...home(['/back/', '/case/']),
      ...other('/back/', canonical(`${base}/back`)),
      '/back': moved('/back/'),
      ...other('/case/', canonical(`${base}/CASE/`)),
      '/CASE/': moved('/case/'),
      ...listing('/sitemap.xml', '/back/', '/case/'),
    },
    told: { canonical_redirects_back: ['/back/', '/case/'] },
    silent: [...canonicalIssues, 'sitemap_has_noncanonical', 'redirect'],
    data: { pages_audited: 3, dead_addresses: 0 },
  },
  'takes a page whose canonical is dead for one of its own, and tells it once': {
    site: {
      ...home(['/a']),
      ...other('/a', canonical(`${base}/nowhere`)),
      ...listing('/sitemap.xml', '/a'),
    },
    told: { canonical_to_error: ['/a'] },
    silent: ['http_4xx', 'canonical_other_url', 'sitemap_has_noncanonical'],
    data: { pages_audited: 2, dead_addresses: 0 },
  },
  'leaves out a page that names a sound one as its canonical': {
    site: { ...home(['/copy', '/a']), ...other('/a'), ...other('/copy', canonical(`${base}/a`)) },
    told: { canonical_other_url: ['/copy'] },
    data: { excluded_summary: { canonicalised: 1 } },
  },
  'takes an empty canonical lightly': {
    site: home([], canonical('')),
    told: { canonical_empty: ['/'] },
    silent: ['canonical_invalid', 'canonical_missing'],
    data: { onpage_score: 72.14 },
  },
  'follows frames, tells of them once and sees no shell there': {
    site: {
      ...home([]),
      '/': html(
        '<title>Frames</title><frameset cols="1,*"><frame src="/menu"><frame src="/start"></frameset>',
      ),
      ...other('/menu'),
      ...other('/start'),
    },
    told: { frames: ['/'] },
    silent: ['near_empty', 'js_only_shell', 'h1_missing', 'dead_end', 'deprecated_tags'],
    data: { render_warning: false },
    read: ['/menu', '/start'],
  },
  'follows a page that only sends readers on by a script, and asks nothing else of it': {
    site: {
      ...home(['/go', '/away']),
      '/go': html('<script>window.location.href="/end"</script>'),
      '/away': html('<script>location.replace("https://elsewhere.net/")</script>'),
      ...other('/end'),
    },
    told: { js_redirect: ['/go', '/away'] },
    silent: ['js_only_shell', 'title_missing', 'canonical_missing'],
    data: { excluded_summary: { redirected: 2 } },
    read: ['/end'],
  },
  'takes the page to which the bare address sends readers for the home page': {
    site: {
      ...home([]),
      '/': html('<meta http-equiv="refresh" content="0; url=/en/">'),
      ...other('/en/', { nav: linksTo('/en/', '/bread') }),
      ...other('/bread'),
    },
    told: { meta_refresh_redirect: ['/'] },
    silent: ['title_missing'],
    data: { pages_audited: 2, excluded_summary: { redirected: 1 } },
    read: ['/en/', '/bread'],
  },
  'names text before the doctype as the cause of a head in the body': {
    site: {
      ...home([]),
      '/': html(`14<!doctype html><title>A page</title><meta name="robots" content="all">`),
    },
    told: { text_before_markup: ['/'], title_outside_head: ['/'] },
    silent: ['title_missing', 'doctype_missing'],
  },
  'judges a page by its first 2 MB where it is larger': {
    site: { ...home(['/long']), ...other('/long', { footer: `<!--${'x'.repeat(3_000_000)}-->` }) },
    told: { large_html: ['/long'] },
    data: { pages_audited: 2, fetch_failures: 0 },
  },
  'raises nothing for what only looks wrong': {
    site: {
      ...home(['/docs', '/cart'], {
        body: `<a href="/docs" aria-label="All of it"><img src="/a.png" alt="" width="9" height="9"><img src="/a.png" alt="All of it" width="9" height="9"></a>
          <a href="ed2k://|file|x|1|/">A file in the network</a> <a href="/docs">Java</a> <a href="/docs">Go</a>`,
      }),
      ...other('/docs', { body: '<pre>TODO: write this</pre>' }),
      '/cart': html('<title>Cart</title><p>Empty</p>'),
      '/a.png': file('image/png'),
    },
    silent: ['img_alt_empty_link', 'link_malformed', 'link_text_generic', 'placeholder_text', 'near_empty'],
  },
  'leaves alone what belongs to the network in front of the site': {
    site: home([], {
      footer: '<a href="/cdn-cgi/l/email-protection#4a2b">[email protected]</a>',
      head: '<script src="/cdn-cgi/scripts/email-decode.min.js"></script>',
    }),
    silent: ['http_4xx', 'broken_internal_link', 'broken_resource'],
    unasked: '/cdn-cgi/',
  },
  'asks for a page that only an hreflang names': {
    site: home([], {
      head: `<link rel="alternate" hreflang="en" href="${base}/"><link rel="alternate" hreflang="it" href="${base}/it/">`,
    }),
    told: { hreflang_to_error: ['/'] },
  },
  'asks for images, styles and scripts once however many pages load them': {
    site: {
      ...home(['/a'], {
        body: '<img src="/logo.png" alt="Logo" width="9" height="9">',
        head: '<link rel="stylesheet" href="/gone.css"><script src="/gone.js"></script>',
      }),
      ...other('/a', { body: `<img src="/logo.png" alt="Logo" width="9" height="9">${image}` }),
      '/a.png': file('image/png'),
    },
    told: { broken_image: ['/', '/a'], broken_resource: ['/'] },
  },
  'asks for nothing that robots.txt closes': {
    site: home([], { body: '<img src="/closed/logo.png" alt="Logo" width="9" height="9">' }),
    silent: ['broken_image'],
    unasked: '/closed/',
  },
  'tells of a page without links beside a dead one': {
    site: {
      ...home(['/a', '/dead']),
      ...other('/a'),
      ...other('/orphan'),
      ...listing('/sitemap.xml', '/a', '/orphan'),
    },
    told: { orphan_in_sitemap: ['/orphan'], http_4xx: ['/dead'] },
  },
  'tells that page 2 names page 1 as its canonical, and tells it once': {
    site: {
      ...home(['/list/', '/list/page/2/', '/shop', '/shop?page=2']),
      ...other('/list/'),
      ...other('/list/page/2/', canonical(`${base}/list/`)),
      ...other('/shop'),
      ...other('/shop?page=2', canonical(`${base}/shop`)),
    },
    told: { canonical_to_first_page: ['/list/page/2/', '/shop?page=2'] },
    silent: ['canonical_other_url'],
  },
  'tells once where a canonical contradicts noindex or robots.txt': {
    site: {
      ...home(['/both', '/blocked']),
      ...other('/both', { ...canonical(`${base}/`), head: '<meta name="robots" content="noindex">' }),
      ...other('/blocked', canonical(`${base}/closed/a`)),
    },
    told: { noindex_with_canonical: ['/both'], canonical_to_blocked: ['/blocked'] },
    silent: ['canonical_other_url'],
  },
  'leaves scripts that show nothing closed to Googlebot': {
    site: home([], {
      head: '<script src="/closed/checkouts/preloads.js?locale=en" async></script><script src="/closed/analytics.min.js" async></script>',
    }),
    silent: ['robots_blocks_assets'],
  },
  'takes one title in two languages for a translation, one description for none': {
    site: {
      ...home(['/de/'], alternates('Bread')),
      '/de/': soundPage('/de/', { ...alternates('Bread'), text: `<p>${proseAbout('ships', 60)}</p>` }),
    },
    told: { description_duplicate: ['/', '/de/'] },
    silent: ['title_duplicate', 'h1_duplicate'],
  },
};

/** Pages that name each other, under one title. */
function alternates(topic: string): Wording {
  const head = ['en /', 'de /de/', 'x-default /'].map((pair) => {
    const [lang, path] = pair.split(' ');
    return `<link rel="alternate" hreflang="${lang}" href="${base}${path}">`;
  });
  return { topic, head: head.join('') };
}

function issuesOf({ datasets }: Audit): ReadonlyMap<string, readonly string[]> {
  const rows = datasets?.find(({ name }) => name === 'audit-issues')?.rows ?? [];
  const pathsOf = (urls: unknown) =>
    Array.isArray(urls) ? urls.map((url) => String(url).replace(base, '')).toSorted() : [];
  return new Map(rows.map(({ issue, urls }) => [String(issue), pathsOf(urls)]));
}

describe('an audit', () => {
  it.each(Object.entries(audits))('%s', async (_name, { site, told = {}, silent = [], ...expected }) => {
    const answer = await auditOf(site);
    const issues = issuesOf(answer);
    const heard = Object.keys(told).map((issue) => [issue, issues.get(issue)]);
    const paths = Object.entries(told).map(([issue, places]) => [issue, places.toSorted()]);
    expect(Object.fromEntries(heard)).toEqual(Object.fromEntries(paths));
    expect(silent.filter((issue) => issues.has(issue))).toEqual([]);
    if (expected.data) expect(answer.data).toMatchObject(expected.data);
    const read = answer.data.pages.map(({ url }) => url.replace(base, ''));
    expect((expected.read ?? []).filter((path) => !read.includes(path))).toEqual([]);
    const asked = answer.requests.map((request) => request.replace(auditedHost, ''));
    expect(asked.filter((path) => path.includes(expected.unasked ?? '\0'))).toEqual([]);
    expect(asked.filter((path) => path === '/logo.png').length).toBeLessThanOrEqual(1);
  });

  it('counts a dead address the same, whether it was visited or only asked for', async () => {
    const nav = linksTo('/', '/gone');
    const site = { ...home(['/a', '/b', '/gone']), ...other('/a', { nav }), ...other('/b', { nav }) };
    const [tight, wide] = [await auditOf(site, { max_pages: 3 }), await auditOf(site, { max_pages: 20 })];
    expect(wide.data).toMatchObject({ dead_addresses: 1, pages_audited: 3 });
    expect(tight.data.onpage_score).toBe(wide.data.onpage_score);
    expect(tight.data.score_breakdown).toEqual(wide.data.score_breakdown);
    expect(tight.data.onpage_score).toBeCloseTo((tight.data.working_pages_score * 3) / 4, 1);
    expect(tight.data.pages.map(({ url }) => url)).toContain(`${base}/gone`);
  });
});
