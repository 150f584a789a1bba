import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { openCrawlScene } from '#test/support/crawls/crawl-scene.ts';
import { type FetchedAnswer, generatedFetcher } from '#test/support/crawls/generated-site.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

const host = 'shop.example.org';
const at = (path: string) => `https://${host}${path}`;

/** Each page with those that it links to; nothing leads to the last four. */
const links: Readonly<Record<string, readonly string[]>> = {
  '/': ['/tea', '/cups', '/old', '/near-1', '/near-2', '/near-3', '/far-1'],
  '/tea': ['/', '/cups', '/old'],
  '/cups': ['/', '/tea', '/tea'],
  '/pots': ['/'],
  '/near-1': ['/'],
  '/near-2': ['/'],
  '/near-3': [],
  '/far-1': ['/far-2'],
  '/far-2': ['/far-3'],
  '/far-3': ['/far-4'],
  '/far-4': ['/far-5'],
  '/far-5': ['/'],
  '/only-listed': ['/'],
  '/only-clicked': ['/'],
  '/clicked-noindex': ['/'],
};
const moved: Readonly<Record<string, string>> = { '/old': '/older', '/older': '/pots' };
const clicks: Readonly<Record<string, number>> = {
  ...{ '/tea': 90, '/only-clicked': 50, '/clicked-dead': 30, '/clicked-noindex': 20, '/cups': 0 },
};

const about = (subject: string) =>
  Array.from({ length: 70 }, (_, word) => `${subject}${(word * word * subject.length) % 97}`).join(' ');

function page(path: string): FetchedAnswer {
  const near = /near-(?<one>\d)/u.exec(path)?.groups?.one;
  const text = near ? `${about('copied')} ${'more '.repeat(Number(near))}` : about(path);
  const robots = path === '/clicked-noindex' ? '<meta name="robots" content="noindex">' : '';
  const anchors = (links[path] ?? []).map((to) => `<a href="${to}">To ${to}</a>`);
  const body = `<!doctype html><html lang="en"><head><title>Page ${path}</title>${robots}</head><body><main><h1>Page ${path}</h1><p>${text}</p></main>${anchors.join(' ')}</body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html' }, body };
}

function answer(path: string): FetchedAnswer {
  const to = moved[path];
  if (to) return { status: 301, headers: { location: to } };
  if (path === '/robots.txt') return { status: 200, body: `Sitemap: ${at('/sitemap.xml')}` };
  if (path === '/sitemap.xml') {
    const listed = ['/', '/tea', '/only-listed'].map((one) => `<url><loc>${at(one)}</loc></url>`).join('');
    return { status: 200, headers: { 'content-type': 'text/xml' }, body: `<urlset>${listed}</urlset>` };
  }
  return path in links ? page(path) : { status: 404, body: '<h1>Nothing here</h1>' };
}

/** PageRank by its definition, over the pages that are judged; the mean is 1. */
function ranks(): ReadonlyMap<string, number> {
  const pages = Object.keys(links).filter((path) => path !== '/clicked-noindex');
  const ends = (path: string): string => (moved[path] ? ends(moved[path]) : path);
  const targets = new Map(
    pages.map((path) => [path, [...new Set((links[path] ?? []).map(ends))].filter((to) => to !== path)]),
  );
  let rank = new Map(pages.map((path) => [path, 1]));
  for (let round = 0; round < 200; round += 1) {
    const lost = pages.reduce(
      (sum, path) => sum + (targets.get(path)?.length ? 0 : (rank.get(path) ?? 0)),
      0,
    );
    const next = new Map(pages.map((path) => [path, 0.15 + (0.85 * lost) / pages.length]));
    for (const path of pages)
      for (const to of targets.get(path) ?? [])
        next.set(to, (next.get(to) ?? 0) + (0.85 * (rank.get(path) ?? 0)) / (targets.get(path)?.length ?? 1));
    rank = next;
  }
  return rank;
}

describe('what only a whole site can tell', () => {
  const crawl = duringTests(async () => {
    const database = await startTestDatabase();
    const scene = await openCrawlScene(database);
    const { documents, tables } = database;
    const table = createIndexTable({ documents, table: tables.index });
    const services = createImportServices({ documents, table: tables.index, clock: Date.now });
    const rows = Object.entries(clicks).map(([path, count]) => `${at(path)},2026-08-01,${count},900,4`);
    const source = sourceOf(`page,date,clicks,impressions,position\n${rows.join('\n')}\n`);
    await importSource(source, { market: {}, owner: scene.accountId }, services);
    const id = await scene.begin(host, 100);
    await scene.run(generatedFetcher({ host, pages: 0, instead: answer }));
    const list = (name: string) => scene.rows(id, `crawl-${name}`);
    const pages = new Map(
      (await list('pages')).map((row) => [String(row.url).replace(`https://${host}`, ''), row]),
    );
    const found = async (issue: string) =>
      (await list('findings')).filter((row) => row.issue === issue).map(({ url }) => url);
    return { table, list, pages, found, stop: () => database.stop() };
  });

  it('is the share of a random reader that each page has, along redirects too', () => {
    for (const [path, rank] of ranks())
      expect({ path, rank: Number(crawl.pages.get(path)?.internal_rank) }).toEqual({
        path,
        rank: expect.closeTo(rank, 1),
      });
  });

  it('is how many clicks a page is from the home page, and how many pages link to it', async () => {
    const seen = ['/', '/tea', '/pots', '/far-1', '/far-5', '/only-listed', '/only-clicked'].map((path) => {
      const { depth, inlinks } = crawl.pages.get(path) ?? {};
      return [path, depth, inlinks];
    });
    expect(seen).toEqual([
      ['/', 0, 8],
      ['/tea', 1, 2],
      ['/pots', 1, 2],
      ['/far-1', 1, 1],
      ['/far-5', 5, 1],
      ['/only-listed', null, 0],
      ['/only-clicked', null, 0],
    ]);
    expect(await crawl.found('deep_page')).toEqual([at('/far-5')]);
  });

  it('is which pages no link reaches: those of the sitemap, and those with clicks, dead or closed ones too', async () => {
    expect(await crawl.found('orphan_in_sitemap')).toEqual([at('/only-listed')]);
    expect(await crawl.list('orphans')).toEqual([
      { url: at('/only-clicked'), clicks: 50, impressions: 900, status_code: 200 },
      { url: at('/clicked-dead'), clicks: 30, impressions: 900, status_code: 404 },
      { url: at('/clicked-noindex'), clicks: 20, impressions: 900, status_code: 200 },
    ]);
    expect(await crawl.found('http_4xx')).toEqual([at('/clicked-dead')]);
    const issues = await crawl.list('issues');
    expect(issues.find(({ issue }) => issue === 'http_4xx')).toMatchObject({ clicks: 30, impressions: 900 });
    expect(crawl.pages.get('/clicked-noindex')).toMatchObject({ clicks: 20, excluded_because: 'noindex' });
  });

  it('is which pages are nearly the same, as one group', async () => {
    expect(await crawl.list('copies')).toEqual([
      { pages: 3, exact: false, urls: ['/near-1', '/near-2', '/near-3'].map(at) },
    ]);
  });

  it('is each way of redirects, with the pages that link to its start', async () => {
    expect(await crawl.list('redirects')).toEqual([
      {
        ...{ url: at('/old'), final_url: at('/pots'), status_code: 200, redirects: 2 },
        steps: [`301 ${at('/old')}`, `301 ${at('/older')}`],
        ...{ inlinks: 2, linked_from: [at('/'), at('/tea')] },
      },
    ]);
  });
});
