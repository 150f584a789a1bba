import fc from 'fast-check';
import { copyGroups } from '#shared/site-audit/checks/duplicate-checks.ts';
import { redirectChains, standingsOf } from '#shared/site-audit/report/site-graph.ts';
import { hop } from './checks/case.ts';
import { factsOf, origin, type PageSpec } from './checks/made-site.ts';
import { proseAbout } from './checks/perfect-page.ts';

const pathOf = (page: number) => (page === 0 ? '/' : `/page-${page}`);
const linking = (paths: readonly string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');

/** The standing of each page, by the pages that it links to. */
function standings(links: readonly (readonly number[])[]) {
  const pages = links.map((to, page) => ({
    at: pathOf(page),
    topic: `topic ${page}`,
    nav: linking(to.map(pathOf)),
  }));
  return [...standingsOf(factsOf({ pages })).values()];
}

/** PageRank as the solution of its equations, by elimination; the mean is 1. */
function solvedRanks(links: readonly (readonly number[])[]): readonly number[] {
  const size = links.length;
  const targets = links.map((to, page) => new Set(to.filter((target) => target !== page)));
  const shareOf = (from: number, to: number) => {
    const own = targets[from] ?? new Set();
    return own.size === 0 ? 1 / size : Number(own.has(to)) / own.size;
  };
  const rows = links.map((_, to) => [
    ...links.map((_from, from) => Number(to === from) - 0.85 * shareOf(from, to)),
    0.15,
  ]);
  for (let pivot = 0; pivot < size; pivot += 1)
    for (let row = 0; row < size; row += 1) {
      if (row === pivot) continue;
      const factor = (rows[row]?.[pivot] ?? 0) / (rows[pivot]?.[pivot] ?? 1);
      rows[row] = (rows[row] ?? []).map((value, column) => value - factor * (rows[pivot]?.[column] ?? 0));
    }
  return rows.map((row, place) => (row[size] ?? 0) / (row[place] ?? 1));
}

describe('internal PageRank', () => {
  it.each([
    ['a ring, where all are worth the same', [[1], [2], [0]], [1, 1, 1]],
    ['the three pages that explanations of it use', [[1, 2], [2], [0]], [1.163, 0.644, 1.192]],
    ['a hub that links nowhere', [[], [0], [0], [0]], [2.168, 0.611, 0.611, 0.611]],
    ['pages without links', [[], [], []], [1, 1, 1]],
    ['a page that links to itself and often to another', [[0, 1, 1], [0]], [1, 1]],
  ])('is right for %s', (_name, links, ranks) => {
    for (const [page, { rank }] of standings(links).entries()) expect(rank).toBeCloseTo(ranks[page] ?? 0, 2);
  });

  it('is the solution of its equations for any links', () => {
    const graph = fc
      .integer({ min: 1, max: 8 })
      .chain((size) => fc.array(fc.array(fc.nat({ max: size - 1 })), { minLength: size, maxLength: size }));
    fc.assert(
      fc.property(graph, (links) => {
        const solved = solvedRanks(links);
        for (const [page, { rank }] of standings(links).entries())
          expect(Math.abs(rank - (solved[page] ?? 0))).toBeLessThan(0.02);
      }),
      { numRuns: 60 },
    );
  });
});

describe('the depth of a page', () => {
  it('is its fewest clicks from the home page, and none where no link leads there', () => {
    expect(standings([[1], [2, 3], [3], [0], [0]]).map(({ depth }) => depth)).toEqual([0, 1, 2, 2, null]);
  });

  it('comes with the number of pages that link to it, a page with many links once', () => {
    expect(standings([[1, 2], [2, 2], [2]]).map(({ inlinks }) => inlinks)).toEqual([0, 1, 2]);
  });
});

describe('groups of copies', () => {
  const told = (at: string, text: string): PageSpec => ({ at, h1: '<h1>Bread</h1>', text: `<p>${text}</p>` });
  const bread = proseAbout('bread', 60);

  it('hold all pages that are alike, also by way of a third, the largest first', () => {
    const pages = [
      {},
      told('/near-a', bread),
      told('/near-b', `${bread} Today.`),
      told('/near-c', `${bread} Today. Here.`),
      told('/same-a', proseAbout('boats')),
      told('/same-b', proseAbout('boats')),
      told('/alone', proseAbout('tea')),
    ];
    const paths = copyGroups(factsOf({ pages })).map(({ urls, isExact }) => ({
      paths: urls.map((url) => url.replace(origin, '')),
      isExact,
    }));
    expect(paths).toEqual([
      { paths: ['/near-a', '/near-b', '/near-c'], isExact: false },
      { paths: ['/same-a', '/same-b'], isExact: true },
    ]);
  });

  it('hold no page of few words', () => {
    expect(copyGroups(factsOf({ pages: [{}, told('/a', 'Sold out.'), told('/b', 'Sold out.')] }))).toEqual(
      [],
    );
  });
});

describe('redirect chains', () => {
  it('come longest first, with each step and the pages that link to their start', () => {
    const pages = [
      { nav: linking(['/old', '/short']) },
      { at: '/new', topic: 'bread', hops: [hop('/old', '/older'), hop('/older', '/new', 302)] },
      { at: '/end', topic: 'boats', nav: linking(['/old']), hops: [hop('/short', '/end')] },
    ];
    const at = (path: string) => `${origin}${path}`;
    expect(redirectChains(factsOf({ pages }))).toEqual([
      {
        ...{ requestedUrl: at('/old'), finalUrl: at('/new'), status: 200 },
        steps: [
          { url: at('/old'), status: 301 },
          { url: at('/older'), status: 302 },
        ],
        inlinks: [at('/'), at('/end')],
      },
      {
        ...{ requestedUrl: at('/short'), finalUrl: at('/end'), status: 200 },
        steps: [{ url: at('/short'), status: 301 }],
        inlinks: [at('/')],
      },
    ]);
  });
});
