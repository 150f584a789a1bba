import { createPatternBook, shapeOf } from '#shared/site-audit/crawl/url-pattern.ts';
import { readIndexability } from '#shared/site-audit/document/indexability.ts';
import { decodeHtml } from '#shared/site-audit/document/parse-html.ts';
import { pathOf, rulesFor } from '#shared/site-audit/robots/match-robots.ts';
import { parseRobots } from '#shared/site-audit/robots/parse-robots.ts';
import { withoutSession } from '#shared/site-audit/site-scope.ts';
import { parseSitemap } from '#shared/site-audit/sitemap/parse-sitemap.ts';
import { trickyFragments } from '#test/support/audit/hostile-sites.ts';
import { findingsOf } from './checks/made-site.ts';

/** Characters of the smaller text; the larger one is four times as long. */
const small = 10_000;
/** Milliseconds of processor time; what takes less at the larger size needs no comparing. */
const negligible = 60;
/** What is linear takes about four times as long, what is quadratic sixteen times. */
const mostGrowth = 10;

type Reader = (text: string) => unknown;

function cost(read: Reader, text: string): number {
  const start = process.cpuUsage();
  read(text);
  const { user } = process.cpuUsage(start);
  return user / 1000;
}

/** How much longer four times the text takes; the best of three, since others use the machine as well. */
function growth(read: Reader, fragment: string): number {
  const textOf = (size: number) => fragment.repeat(Math.ceil(size / fragment.length));
  const ratios = [];
  for (let round = 0; round < 3; round += 1) {
    const large = cost(read, textOf(4 * small));
    if (large < negligible) return 0;
    ratios.push(large / Math.max(1, cost(read, textOf(small))));
    if (Math.min(...ratios) < mostGrowth) break;
  }
  return Math.min(...ratios);
}

/** Where in a page a stranger's text may stand. The whole page is read, and every check asked about it. */
const places: Readonly<Record<string, (text: string) => string>> = {
  'the body': (text) => `<p>${text}</p>`,
  'the head': (text) => `<head><title>A title</title>${text}</head>`,
  'a title': (text) => `<title>${text}</title>`,
  'a description': (text) => `<meta name="description" content="${quoted(text)}">`,
  'a robots tag': (text) => `<meta name="robots" content="${quoted(text)}">`,
  'a link': (text) => `<a href="${quoted(text)}">${text}</a>`,
  'an image': (text) => `<img src="${quoted(text)}" alt="x" style="${quoted(text)}">`,
  'a heading': (text) => `<h1>${text}</h1>`,
  'a script': (text) => `<script>${text}</script>`,
  'structured data': (text) => `<script type="application/ld+json">${text}</script>`,
  attributes: (text) => `<div class="${quoted(text)}" ${text}>x</div>`,
};

function quoted(text: string): string {
  return text.replaceAll('"', "'");
}

const url = 'https://shop.com/';
const readers: readonly (readonly [string, Reader])[] = [
  ...Object.entries(places).map(([place, make]): readonly [string, Reader] => [
    `${place} of a page`,
    (text) => findingsOf({ pages: [{ html: `<!doctype html>${make(text)}` }] }),
  ]),
  ['robots.txt', (text) => parseRobots(Buffer.from(`User-agent: *\n${text}`))],
  [
    'agents and delays of robots.txt',
    (text) =>
      parseRobots(
        Buffer.from(
          `${'User-agent: a\n'.repeat(text.length / 8)}${'Crawl-delay: 1\n'.repeat(text.length / 8)}`,
        ),
      ),
  ],
  [
    'lines of robots.txt',
    (text) => parseRobots(Buffer.from(`User-agent: *\nDisallow: /${text}\nCrawl-delay: ${text}`)),
  ],
  [
    'a pattern of robots.txt and the address it is held against',
    (text) =>
      rulesFor(parseRobots(Buffer.from(`User-agent: *\nDisallow: /${text.slice(0, 8000)}$`)), 'a').match(
        pathOf(`${url}${text}`),
      ),
  ],
  ['a sitemap', (text) => parseSitemap(`<urlset><url><loc>${text}</loc></url></urlset>`, 5000)],
  ['a list of addresses', (text) => parseSitemap(text, 5000)],
  ['a Content-Type', (text) => decodeHtml(Buffer.from('<p>x'), `text/html; charset=${text}`)],
  [
    'robots and Link headers',
    (text) =>
      readIndexability(
        undefined,
        { 'x-robots-tag': [text], link: [text, `<${text}>; rel="${text}"`] },
        url,
        0,
      ),
  ],
  [
    'an address',
    (text) => {
      const address = URL.parse(text, url);
      return address && createPatternBook().patternOf(shapeOf(withoutSession(address)));
    },
  ],
];

describe('the measure of growth', () => {
  it('notices what grows with the square of the text', () => {
    const square: Reader = (text) => {
      let found = 0;
      for (let place = 0; place < text.length; place += 16) found += text.indexOf('no', place);
      return found;
    };
    // A machine that takes its processors away in the middle hides growth in a measurement, hardly in three.
    const seen = Array.from({ length: 3 }, () => growth(square, 'n-'));
    expect(Math.max(...seen)).toBeGreaterThan(mostGrowth);
  });
});

describe('processor time for what a stranger sends', () => {
  it.each(readers)('grows no faster than the text: %s', (_name, read) => {
    // Once for the compiler.
    read('a < b & c');
    const steep = trickyFragments
      .map((fragment) => ({ fragment, growth: growth(read, fragment) }))
      .filter((found) => found.growth >= mostGrowth);
    expect(steep).toEqual([]);
  });
});
