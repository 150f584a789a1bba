import { gzipSync } from 'node:zlib';
import type { Answer, SiteAnswers } from './test-site.ts';

/** Bytes of HTML that are read of one page. */
const pageBytes = 1_900_000;
const robotsBytes = 500 * 1024;
/** Each page of a trap costs the same; the site of links fills an audit. */
const pagesOfSite = 8;
const pagesOfLargeSite = 20;

/** Pieces one after the other until they fill so many bytes. */
function fill(bytes: number, piece: (index: number) => string): string {
  const pieces: string[] = [];
  for (let [index, size] = [0, 0]; ; index += 1) {
    const next = piece(index);
    size += next.length;
    if (size > bytes) return pieces.join('');
    pieces.push(next);
  }
}

function page(content: string, head = ''): Answer {
  return {
    headers: { 'content-encoding': 'gzip' },
    body: gzipSync(
      `<!doctype html><html lang="en"><head><title>A page of a hostile site</title>${head}</head><body><main>${content}</main></body></html>`,
      { level: 1 },
    ),
  };
}

function sitemapOf(paths: readonly string[], host: string): Answer {
  const entries = paths.map((path) => `<url><loc>http://${host}${path}</loc></url>`).join('');
  return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${entries}</urlset>` };
}

/** Pages that are all named by the sitemap, each made by `make`. */
function pagesMade(host: string, make: (n: number) => Answer, count = pagesOfSite): SiteAnswers {
  const paths = Array.from({ length: count }, (_, n) => (n === 0 ? '/' : `/page-${n}`));
  const made = new Map<string, Answer>();
  return (path) => {
    if (path === '/robots.txt') return 'User-agent: *\nDisallow:\n';
    if (path === '/sitemap.xml') return sitemapOf(paths, host);
    const n = paths.indexOf(path);
    if (n < 0) return { status: 404 };
    const known = made.get(path) ?? make(n);
    made.set(path, known);
    return known;
  };
}

/** Five thousand addresses of 1,800 characters under a robots.txt of 500 KiB. */
function rulesSite(host: string, rule: (index: number) => string): SiteAnswers {
  const long = Array.from({ length: 5000 }, (_, n) => `/${'ab/'.repeat(3)}${'ab-'.repeat(590)}${n}`);
  const listed = sitemapOf(long, host);
  const robots = `User-agent: *\n${fill(robotsBytes - 100, rule)}`;
  return (path) => {
    if (path === '/robots.txt') return { headers: { 'content-type': 'text/plain' }, body: robots };
    return path === '/sitemap.xml' ? listed : page('<p>Hello.</p>');
  };
}

/** Fragments that parsers, patterns and loops have stumbled over. */
export const trickyFragments: readonly string[] = [
  ...[
    '<',
    '>',
    '&',
    '&#',
    '&amp',
    '"',
    "'",
    '=',
    '/',
    '\\',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u2028',
    '\0',
    '-',
    '<!',
  ],
  ...[
    '<!--',
    '<!-->',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '</',
    '<a',
    '<a href=',
    '<a href="#">',
    '<b>',
    '<p><b>',
  ],
  ...[
    '<table><tr><td>',
    '<svg><a>',
    '<math><mi>',
    '<template>',
    '<select><option>',
    '<form><input>',
    '<h1>x',
  ],
  ...['<meta name=a>', '<link rel=alternate hreflang=en href=/x>', '<img src=x>', '<script>', '<style>'],
  ...[
    '<noscript><',
    '<title>',
    '<body a=b>',
    '<div id=a>',
    '<div class="a ',
    ' a=b',
    '{',
    '[',
    '{"a":',
    '["a",',
  ],
  ...[
    ',',
    ';',
    ':',
    '.',
    '!',
    '?',
    '#',
    '%',
    '%41',
    '%',
    'a',
    'ab ',
    'é',
    '語',
    '😀',
    'a-',
    "a'",
    'a. ',
    '1',
    '12 ',
  ],
  ...[
    'http://',
    '//',
    '../',
    '?a=',
    '&a=',
    ';jsessionid=',
    'noindex,',
    'rel=',
    '; rel=',
    '<x>; rel=canonical,',
  ],
  ...[
    'width:',
    'aspect-ratio',
    'url(',
    '@media ',
    'javascript:',
    '<script type=application/ld+json>{}</script>',
  ],
];

/** Sites made to take as much processor time and memory as they can, by name. `drip` never ends what it sends. */
export function hostileSites(host: string): Readonly<Record<string, SiteAnswers>> {
  return {
    'robots wildcards': rulesSite(host, (n) => `Disallow: /*a*b*${n}\n`),
    'robots rules': rulesSite(host, (n) => `Disallow: /*z${n}\n`),
    'robots index pages': rulesSite(host, (n) => `Allow: /${n}/index.html\n`),
    'crawl delay': (path) =>
      path === '/robots.txt' ? 'User-agent: *\nCrawl-delay: 1e300\n' : page('<a href="/a">A page</a>'),
    hreflangs: pagesMade(host, (n) =>
      page(
        '<p>Hello.</p>',
        fill(pageBytes, (m) => `<link rel="alternate" hreflang="en-x${m}" href="/${n}/language-${m}">`),
      ),
    ),
    links: pagesMade(
      host,
      (n) =>
        page(
          fill(
            pageBytes,
            (m) =>
              `<p>Some words of page ${n} <a href="/${n}/link-${m}">link ${m}</a><img src="/i-${m}.png" alt="x"></p>`,
          ),
        ),
      pagesOfLargeSite,
    ),
    'sitemap bombs': sitemapBombs(host),
    'long addresses': (path) =>
      path === '/sitemap.xml'
        ? sitemapOf(
            Array.from({ length: 5000 }, (_, n) => `/${'a1/'.repeat(200)}${n}`),
            host,
          )
        : page('<p>Hello.</p>'),
    'deep nesting': pagesMade(host, (n) => page('<div><b>'.repeat(49_000 + n))),
    'long attributes': pagesMade(host, (n) =>
      page(
        `<p ${fill(pageBytes / 2, (m) => `a${m}="${n}" `)} style="${'width: '.repeat(pageBytes / 16)}">Hello.</p>`,
      ),
    ),
    'long words': pagesMade(host, (n) =>
      page(`${'a-'.repeat(pageBytes / 4)} ${'. '.repeat(pageBytes / 4)}${n}`),
    ),
    'regex traps': pagesMade(host, (n) =>
      page(
        trickyFragments
          .map((_, m) => trickyFragments[(m + n) % trickyFragments.length] ?? '')
          .map((fragment) => fragment.repeat(pageBytes / 3 / trickyFragments.length / fragment.length))
          .join(' '),
      ),
    ),
    'structured data': pagesMade(host, (n) =>
      page(
        `<script type="application/ld+json">${'{"@type":"Product","a":'.repeat(20_000)}${n}${'}'.repeat(20_000)}</script>` +
          fill(
            pageBytes / 2,
            () => '<script type="application/ld+json">{"@type":"Product","name":"x"}</script>',
          ),
      ),
    ),
    drip: (path, _request, response) => {
      if (path === '/robots.txt' || path === '/')
        return path === '/' ? page('<a href="/a">A</a><a href="/b">B</a>') : '';
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('<p>'), 100);
      response.on('close', () => clearInterval(timer));
      return undefined;
    },
  };
}

function sitemapBombs(host: string): SiteAnswers {
  const bomb = gzipSync(`<urlset>${'<url><loc></loc></url><a>&amp;</a>'.repeat(290_000)}</urlset>`);
  const names = Array.from({ length: 5 }, (_, n) => `Sitemap: http://${host}/bomb-${n}.xml`).join('\n');
  return (path) => {
    if (path === '/robots.txt') return `User-agent: *\nDisallow:\n${names}\n`;
    if (path.startsWith('/bomb')) return { headers: { 'content-encoding': 'gzip' }, body: bomb };
    return page('<p>Hello.</p>');
  };
}
