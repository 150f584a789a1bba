import { openCrawlScene } from '#test/support/crawls/crawl-scene.ts';
import { generatedFetcher } from '#test/support/crawls/generated-site.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const host = 'shop.example.org';
const minute = 60_000;

describe('the crawl of a site', () => {
  const database = testDatabase();

  it('goes on in one run past the first lease', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 300);
    scene.tick();
    const renewals: (() => void)[] = [];
    const usual = globalThis.setInterval;
    const noted = (renew: () => void, ms?: number) => {
      renewals.push(renew);
      return usual(renew, ms);
    };
    globalThis.setInterval = Object.assign(noted, usual);
    const site = generatedFetcher({ host, pages: 240 });
    await scene.run({
      ...site,
      async fetch(address, question) {
        // The time to renew it has come, while pages are read.
        if (site.asked.length === 20) for (const renew of renewals) renew();
        return site.fetch(address, question);
      },
    });
    globalThis.setInterval = usual;
    expect(renewals.length).toBeGreaterThan(0);
    expect(await scene.record(id)).toMatchObject({ status: 'finished' });
  });

  it('is compared with the crawl of the site before it', async () => {
    const scene = await openCrawlScene(database);
    const site = { host, pages: 120 };
    const firstId = await scene.begin(host, 200);
    await scene.run(generatedFetcher(site));
    expect((await scene.record(firstId))?.result?.changes).toBeNull();
    scene.pass(minute);
    // One page is gone, and one has no title any more.
    const instead = (path: string) => {
      if (path === '/p/3') return { status: 404, body: '<h1>Gone</h1>' };
      const untitled = '<html lang="en"><body><h1>Page</h1></body></html>';
      return path === '/p/2'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: untitled }
        : undefined;
    };
    const secondId = await scene.begin(host, 200);
    await scene.run(generatedFetcher({ ...site, instead }));
    const { changes } = (await scene.record(secondId))?.result ?? {};
    expect(changes).toMatchObject({ crawl_id: firstId });
    expect(changes?.still).toBeGreaterThan(0);
    expect(await scene.rows(secondId, 'crawl-changes')).toEqual(
      expect.arrayContaining([
        { issue: 'title_missing', severity: 'high', url: `https://${host}/p/2`, verdict: 'new' },
        { issue: 'http_4xx', severity: 'high', url: `https://${host}/p/3`, verdict: 'new' },
      ]),
    );
  });

  it('says nothing of pages that it or the crawl before it left unread', async () => {
    const scene = await openCrawlScene(database);
    const crawled = async (most: number, comparedTo?: string) => {
      scene.pass(minute);
      const id = await scene.begin(host, most, { comparedTo });
      await scene.run(generatedFetcher({ host, pages: 240 }));
      return id;
    };
    const firstId = await crawled(300);
    const shortId = await crawled(100);
    const wholeId = await crawled(300);
    const namedId = await crawled(300, shortId);
    for (const [id, crawl_id, why] of [
      [shortId, firstId, 'It is the newest that read the whole site.'],
      [wholeId, firstId, 'It is the newest that read the whole site.'],
      [namedId, shortId, 'You named it.'],
    ] as const) {
      const { changes } = (await scene.record(id))?.result ?? {};
      expect(changes).toMatchObject({ crawl_id, why, new: 0, mended: 0, gone: 0 });
      expect(Number(changes?.unjudged) > 0).toBe(id !== wholeId);
      expect((await scene.rows(id, 'crawl-changes')).length).toBeGreaterThan(50);
    }
  });

  it('reads every address of a long sitemap, and finds the orphan at its end', async () => {
    const scene = await openCrawlScene(database);
    const file = (urls: readonly string[]) => ({
      status: 200,
      body: `<urlset>${urls.map((url) => `<url><loc>https://${host}${url}</loc></url>`).join('')}</urlset>`,
    });
    const names = Array.from(
      { length: 8 },
      (_, place) => `<sitemap><loc>https://${host}/${place}.xml</loc></sitemap>`,
    );
    // The site closes all of them but the last to crawlers.
    const instead = (path: string) => {
      if (path === '/sitemap.xml')
        return { status: 200, body: `<sitemapindex>${names.join('')}</sitemapindex>` };
      if (path === '/7.xml') return file(['/', '/p/59']);
      const closed = (_: unknown, place: number) => `/private${path}/${place}`;
      return path.endsWith('.xml') ? file(Array.from({ length: 1_000 }, closed)) : undefined;
    };
    const id = await scene.begin(host, 100);
    await scene.run(generatedFetcher({ host, pages: 60, instead }));
    expect((await scene.record(id))?.result?.sitemap).toEqual({ documents: 9, addresses: 7_002, all: true });
    expect(await scene.rows(id, 'crawl-findings')).toContainEqual(
      expect.objectContaining({ issue: 'orphan_in_sitemap', url: `https://${host}/p/59` }),
    );
    const listed = (await scene.rows(id, 'crawl-pages')).filter((row) => row.in_sitemap === true);
    expect(listed.map((row) => row.url)).toEqual([`https://${host}/`, `https://${host}/p/59`]);
  });
});
