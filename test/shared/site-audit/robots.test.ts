import fc from 'fast-check';
import { crawlDelaySeconds, matchRobots, rulesFor } from '#shared/site-audit/robots/match-robots.ts';
import { matchesPath, parseRobots, readPattern } from '#shared/site-audit/robots/parse-robots.ts';

const parse = (text: string) => parseRobots(Buffer.from(text));
const allows = (text: string, path: string, agent = 'OrielBot') =>
  matchRobots(parse(text), agent, `https://shop.example${path}`).allowed;

/** RFC 9309, 2.2.2, word by word: the longest match of all, and Allow where two are equally long. */
function allowsByTrying(rules: readonly (readonly [string, string])[], path: string): boolean {
  const matches = rules
    .flatMap(([verdict, value]) => {
      const isAllow = verdict === 'Allow';
      const folder = isAllow ? /^(.*\/)index\.htm[^/]*$/u.exec(value)?.[1] : undefined;
      const texts = folder === undefined ? [value] : [value, `${folder}$`];
      return texts.map((text) => ({ text, isAllow }));
    })
    .filter(({ text }) => matchesPath(readPattern(text), path));
  const longest = Math.max(...matches.map(({ text }) => text.length));
  const deciding = matches.filter(({ text }) => text.length === longest);
  return deciding.length === 0 || deciding.some(({ isAllow }) => isAllow);
}

describe('robots.txt', () => {
  it.each<[string, string, string, boolean]>([
    ['is empty', '', '/a', true],
    ['holds no rule', 'User-agent: *', '/a', true],
    ['closes everything', 'User-agent: *\nDisallow: /', '/', false],
    ['has an empty Disallow', 'User-agent: *\nDisallow:', '/a', true],
    ['closes a folder', 'User-agent: *\nDisallow: /cart/', '/cart/1', false],
    ['closes a folder, not its name', 'User-agent: *\nDisallow: /cart/', '/cart', true],
    ['matches as a prefix', 'User-agent: *\nDisallow: /cart', '/cartoon', false],
    ['is case-sensitive in paths', 'User-agent: *\nDisallow: /Cart', '/cart', true],
    ['prefers the longer rule', 'User-agent: *\nAllow: /p\nDisallow: /', '/page', true],
    [
      'prefers the longer rule in any order',
      'User-agent: *\nDisallow: /folder\nAllow: /',
      '/folder/page',
      false,
    ],
    ['lets Allow win a tie', 'User-agent: *\nDisallow: /folder\nAllow: /folder', '/folder/page', true],
    ['counts wildcards as length', 'User-agent: *\nAllow: /page\nDisallow: /*.htm', '/page.htm', false],
    ['matches in the middle', 'User-agent: *\nDisallow: /*?sort=', '/shop/a?sort=up', false],
    ['anchors at the end', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf', false],
    ['anchors, so that a query escapes', 'User-agent: *\nDisallow: /*.pdf$', '/a.pdf?x=1', true],
    ['has a dollar in the middle', 'User-agent: *\nDisallow: /a$b', '/a$b', false],
    ['anchors the root alone', 'User-agent: *\nDisallow: /\nAllow: /$', '/', true],
    ['anchors the root and nothing below', 'User-agent: *\nDisallow: /\nAllow: /$', '/a', false],
    ['folds runs of stars', 'User-agent: *\nDisallow: /a***b', '/axxb', false],
    ['needs both ends apart', 'User-agent: *\nDisallow: /ab*bc$', '/abc', true],
    ['names us', 'User-agent: orielbot\nDisallow: /x\nUser-agent: *\nDisallow: /', '/y', true],
    ['names us with a version', 'User-agent: OrielBot/2.0\nDisallow: /x', '/x', false],
    ['names somebody whose name begins like ours', 'User-agent: OrielBotNews\nDisallow: /', '/x', true],
    [
      'names us twice',
      'User-agent: OrielBot\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nUser-agent: OrielBot\nDisallow: /c',
      '/c',
      false,
    ],
    ['puts agents together', 'User-agent: a\nUser-agent: OrielBot\nDisallow: /x', '/x', false],
    [
      'has a sitemap between agents',
      'User-agent: OrielBot\nSitemap: https://a/b\nUser-agent: a\nDisallow: /x',
      '/x',
      false,
    ],
    ['has a rule before any agent', 'Disallow: /\nUser-agent: *\nDisallow: /b', '/a', true],
    ['is written with typos', 'useragent *\ndissalow: /x', '/x', false],
    ['has blanks for a colon', 'user-agent *\ndisallow /x', '/x', false],
    ['has comments', '#all\nUser-agent: * # everyone\nDisallow: /x # secret', '/x', false],
    ['has old Macintosh line ends', 'User-agent: *\rDisallow: /x\r', '/x', false],
    ['begins with a byte order mark', '\ufeffUser-agent: *\nDisallow: /x', '/x', false],
    ['names a folder beyond ASCII', 'User-agent: *\nDisallow: /größe', '/gr%C3%B6%C3%9Fe', false],
    ['escapes in lower case', 'User-agent: *\nDisallow: /%c3%b6', '/%C3%B6', false],
    [
      'allows an index page and so its folder',
      'User-agent: *\nDisallow: /\nAllow: /a/index.html',
      '/a/',
      true,
    ],
    ['uses a star with a remark as agent', 'User-agent: * foo\nDisallow: /', '/x', false],
  ])('that %s is read so', (_name, text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  it('names the rule that decided', () => {
    const { rule } = matchRobots(
      parse('User-agent: *\nDisallow: /a\nDisallow: /a/b'),
      'x',
      'https://s.example/a/b/c',
    );
    expect(rule).toMatchObject({ verdict: 'disallow', text: '/a/b', line: 3 });
  });

  it('judges URLs without a path, with a query alone, and drops fragments', () => {
    const robots = parse('User-agent: *\nDisallow: /?x\nDisallow: /*frag');
    expect(matchRobots(robots, 'a', 'https://s.example').allowed).toBe(true);
    expect(matchRobots(robots, 'a', 'https://s.example?x').allowed).toBe(false);
    expect(matchRobots(robots, 'a', 'https://s.example/a#frag').allowed).toBe(true);
  });

  it('gives the crawl delay of the group that applies', () => {
    const robots = parse(
      'User-agent: *\nCrawl-delay: 1\n\nUser-agent: OrielBot\nCrawl-delay: 2.5\nDisallow: /x',
    );
    expect(crawlDelaySeconds(robots, 'OrielBot')).toBe(2.5);
    expect(crawlDelaySeconds(robots, 'other')).toBe(1);
    expect(crawlDelaySeconds(parse('User-agent: *\nCrawl-delay: soon'), 'x')).toBe(0);
  });

  it('collects absolute sitemaps wherever they stand', () => {
    const robots = parse(
      'Sitemap: https://s.example/a.xml\nUser-agent: *\nDisallow:\nsitemap:https://s.example/b.xml\nSitemap: /c.xml',
    );
    expect(robots.sitemaps).toEqual(['https://s.example/a.xml', 'https://s.example/b.xml']);
    expect(robots.faults).toEqual([{ line: 5, text: 'Sitemap: /c.xml', fault: 'relative_sitemap' }]);
  });

  it('lists what its writer got wrong, and nothing else', () => {
    const faults = (text: string) => parse(text).faults.map(({ line, fault }) => `${line} ${fault}`);
    expect(
      faults(
        'User-agent: *\nDisallow: /a\nAllow: *.css\nCrawl-delay: 1\nHost: a\nContent-Signal: search=yes',
      ),
    ).toEqual([]);
    expect(faults('Disallow: /a\nUser-agent: *\nDisallow: a\nDisallow: /a$b\nBlock: /x\n<html>')).toEqual([
      '1 rule_before_user_agent',
      '3 pattern_without_slash',
      '4 dollar_not_last',
      '5 unknown_directive',
      '6 unknown_directive',
    ]);
  });

  it('is cut at 500 KiB and says so', () => {
    const robots = parse(`${'#'.repeat(600_000)}\nUser-agent: *\nDisallow: /`);
    expect(robots.faults).toEqual([{ line: 0, text: '', fault: 'too_large' }]);
    expect(robots.groups).toEqual([]);
  });

  it('closes more rather than less where a pattern or a file has too many wildcards', () => {
    const many = `User-agent: *\nDisallow: /a${'*b'.repeat(21)}$\nAllow: /c${'*d'.repeat(21)}`;
    expect(parse(many).faults.map(({ fault }) => fault)).toEqual([
      'too_many_wildcards',
      'too_many_wildcards',
    ]);
    expect(allows(many, `/a${'b'.repeat(20)}`)).toBe(false);
    const rules = Array.from({ length: 5001 }, (_, n) => `Disallow: /f${n}/*x`).join('\n');
    const long = `User-agent: *\n${rules}`;
    expect(parse(long).faults).toMatchObject([{ line: 5002, fault: 'too_many_rules' }]);
    expect([allows(long, '/f4999/y'), allows(long, '/f5000/y')]).toEqual([true, false]);
  });

  it('gives up comparing rather than taking all time, and says so', () => {
    const rules = Array.from({ length: 5000 }, (_, n) => `Disallow: /*a*b*${n}c`).join('\n');
    const compiled = rulesFor(parse(`User-agent: *\n${rules}`), 'OrielBot');
    const path = `/${'ab/'.repeat(600)}`;
    let judged = 0;
    while (compiled.match(path) !== undefined) judged += 1;
    expect(judged).toBeGreaterThan(10);
    expect(judged).toBeLessThan(1000);
    expect(compiled.isSpent).toBe(true);
  });

  it('has room for ten thousand ordinary addresses under five hundred patterns', () => {
    const rules = Array.from({ length: 500 }, (_, n) => `Disallow: /*/private-${n}/`).join('\n');
    const compiled = rulesFor(parse(`User-agent: *\n${rules}`), 'OrielBot');
    for (let n = 0; n < 10_000; n += 1) compiled.match(`/shop/article-about-number-${n}.html`);
    expect(compiled.match('/shop/private-7/a')?.allowed).toBe(false);
  });

  it('decides as trying every rule does', () => {
    const piece = fc.constantFrom('/', 'a', 'b', '*', '$', '/index.html', 'a/');
    const rule = fc.tuple(
      fc.constantFrom('Allow', 'Disallow'),
      fc.array(piece, { maxLength: 5 }).map((parts) => `/${parts.join('')}`),
    );
    const path = fc
      .array(fc.constantFrom('/', 'a', 'b'), { maxLength: 7 })
      .map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 12 }), path, (rules, address) => {
        const text = `User-agent: *\n${rules.map(([verdict, value]) => `${verdict}: ${value}`).join('\n')}`;
        expect(allows(text, address)).toBe(allowsByTrying(rules, address));
      }),
      { seed: 2309, numRuns: 3000 },
    );
  });

  it('matches wildcards exactly as a regular expression would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*'), maxLength: 8 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 10 });
    fc.assert(
      fc.property(letters, fc.boolean(), path, (pattern, isAnchored, text) => {
        const source = pattern.replaceAll('*', '.*');
        const expected = new RegExp(`^${source}${isAnchored ? '$' : ''}`, 'u').test(text);
        expect(matchesPath(readPattern(`${pattern}${isAnchored ? '$' : ''}`), text)).toBe(expected);
      }),
      { seed: 9309, numRuns: 3000 },
    );
  });
});
