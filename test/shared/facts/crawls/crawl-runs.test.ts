import { openCrawlScene } from '#test/support/crawls/crawl-scene.ts';
import { generatedFetcher } from '#test/support/crawls/generated-site.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const host = 'shop.example.org';
const lists = ['crawl-pages', 'crawl-findings', 'crawl-links', 'crawl-copies', 'crawl-redirects'];
const minute = 60_000;

describe('a crawl of a whole site', () => {
  const database = testDatabase();

  it('reads every page once, judges them together, and charges what it read', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 1_000);
    expect(await scene.balance()).toBe(950);
    const site = generatedFetcher({ host, pages: 240 });
    await scene.run(site);
    const crawl = await scene.record(id);
    expect(crawl).toMatchObject({ status: 'finished', addresses_waiting: 0, message: null });
    const pages = await scene.rows(id, 'crawl-pages');
    const read = pages.filter(({ url }) => /\/p\/\d+$/u.test(String(url)));
    expect(new Set(read.map(({ url }) => url)).size).toBe(239);
    const asked = site.asked.filter((path) => /^\/p\/\d+$/u.test(path));
    const twice = asked.filter((path, place) => asked.indexOf(path) !== place);
    // Again only at the end of a redirect that was found before its page.
    expect(twice.length).toBeLessThan(20);
    expect(pages.find(({ url }) => url === `https://${host}/p/239`)).toMatchObject({
      in_sitemap: true,
      depth: null,
      inlinks: 0,
    });
    expect(crawl?.credits).toEqual({ held: 50, charged: 15, returned: 35 });
    expect(await scene.balance()).toBe(985);
    expect((await scene.books()).difference).toBe(0);
    expect(site.asked).not.toContain('/private/page');
    expect((await scene.rows(id, 'crawl-redirects'))[0]).toMatchObject({ redirects: 2 });
    expect((await scene.rows(id, 'crawl-copies')).length).toBeGreaterThan(0);
    expect((await scene.rows(id, 'crawl-findings')).map(({ issue }) => issue)).toEqual(
      expect.arrayContaining([
        'broken_internal_link',
        'title_duplicate',
        'noindex_meta',
        'orphan_in_sitemap',
      ]),
    );
  });

  it('ends as if nothing had happened where its process is killed at any of its writes', async () => {
    const site = { host, pages: 240 };
    const calm = await openCrawlScene(database);
    const calmId = await calm.begin(host, 300);
    await calm.run(generatedFetcher(site));
    const expected = await Promise.all(lists.map((list) => calm.rows(calmId, list)));
    expect(expected.every((rows) => rows.length > 0)).toBe(true);
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 300);
    // After each number of calls in turn, so that none of its steps is spared.
    let kills = 0;
    for (let calls = 1; (await scene.record(id))?.ended_at === null; calls += 1) {
      await scene.run(generatedFetcher(site), calls).catch(() => undefined);
      scene.pass(3 * minute);
      kills += 1;
    }
    expect(kills).toBeGreaterThan(20);
    await scene.run(generatedFetcher(site));
    expect(await Promise.all(lists.map((list) => scene.rows(id, list)))).toEqual(expected);
    expect((await scene.record(id))?.credits).toEqual((await calm.record(calmId))?.credits);
    expect((await scene.books()).difference).toBe(0);
  });

  it('gives back what was not read, in every end, to the credit', async () => {
    const scene = await openCrawlScene(database, 200);
    const site = generatedFetcher({ host, pages: 240 });
    const settled = async (id: string) => {
      const crawl = await scene.record(id);
      expect(crawl?.credits.held).toBe((crawl?.credits.charged ?? 0) + (crawl?.credits.returned ?? 0));
      expect((await scene.books()).difference).toBe(0);
      return crawl;
    };
    // Nobody answers.
    const silentId = await scene.begin('nobody.example.org', 100);
    const refusing: typeof site = {
      ...site,
      fetch: async () => ({ ok: false, reason: 'dns', detail: 'The name does not exist.', hops: [] }),
    };
    await scene.run(refusing);
    expect(await settled(silentId)).toMatchObject({ status: 'failed', credits: { charged: 0, returned: 5 } });
    // The call that was to pay for it failed.
    const unpaidId = await scene.begin(host, 100, { decision: 'void' });
    await scene.run(site);
    expect(await scene.record(unpaidId)).toBeUndefined();
    expect(await scene.balance()).toBe(200);
    // Paused, and forgotten.
    const pausedId = await scene.begin(host, 200);
    await scene.store.change(scene.accountId, pausedId, () => ({
      status: 'paused',
      waitUntil: scene.clock() + 30 * 24 * 60 * minute,
    }));
    await scene.run(site);
    expect((await scene.record(pausedId))?.ended_at).toBeNull();
    scene.pass(31 * 24 * 60 * minute);
    await scene.run(site);
    expect(await settled(pausedId)).toMatchObject({
      status: 'cancelled',
      credits: { charged: 0, returned: 10 },
    });
    // Cancelled after a hundred pages.
    const cancelledId = await scene.begin(host, 1_000);
    const cancelling: typeof site = {
      ...site,
      async fetch(address, question) {
        if (site.asked.length > 150)
          await scene.store.change(scene.accountId, cancelledId, ({ crawl }) =>
            crawl.status === 'running' ? { status: 'cancelled', phase: 'tell' } : undefined,
          );
        return site.fetch(address, question);
      },
    };
    site.asked.length = 0;
    await scene.run(cancelling);
    const cancelled = await settled(cancelledId);
    expect(cancelled?.status).toBe('cancelled');
    expect(cancelled?.credits.charged).toBe(Math.ceil((cancelled?.pages_read ?? 0) / 100) * 5);
    expect(cancelled?.pages_read).toBeLessThan(239);
    expect(cancelled?.result?.pages_audited).toBeGreaterThan(0);
    expect(await scene.balance()).toBe(200 - (cancelled?.credits.charged ?? 0));
  });

  it('leaves a site alone that asks for it, and ends where it never stops asking', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 300);
    let isBusy = false;
    const busy = { status: 429, headers: { 'retry-after': '120' }, body: '<h1>Slow down</h1>' };
    const instead = (path: string) => (isBusy && path.startsWith('/p/') ? busy : undefined);
    const site = generatedFetcher({
      host,
      pages: 240,
      instead: (path) => {
        if (path === '/p/120') isBusy = true;
        return instead(path);
      },
    });
    await scene.run(site);
    const waiting = await scene.record(id);
    expect(Date.parse(waiting?.waits_until ?? '') - scene.clock()).toBe(120_000);
    const { length } = site.asked;
    await scene.run(site);
    expect(site.asked.length).toBe(length);
    isBusy = false;
    for (let tries = 0; tries < 20 && (await scene.record(id))?.ended_at === null; tries += 1) {
      isBusy = tries > 0;
      scene.pass(61 * minute);
      await scene.run(site);
    }
    expect(await scene.record(id)).toMatchObject({
      status: 'finished',
      message: expect.stringContaining('429'),
    });
  });

  it('is bounded on a site that makes addresses without end', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 200);
    const trap = (path: string) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: `<html><body><p>${path}</p>${Array.from({ length: 40 }, (_, day) => `<a href="?day=${path.length}-${day}">d</a><a href="${path}x${day}/">deeper</a>`).join('')}</body></html>`,
    });
    const site = generatedFetcher({
      host,
      pages: 1,
      instead: (path) => (path.includes('.') ? undefined : trap(path)),
    });
    await scene.run(site);
    const crawl = await scene.record(id);
    expect(crawl?.status).toBe('finished');
    expect(crawl?.pages_read).toBeLessThanOrEqual(200);
    expect(site.asked.length).toBeLessThan(600);
  });

  it('reads nothing that robots.txt closes to it', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 200);
    const closed = {
      status: 200,
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /',
    };
    const site = generatedFetcher({
      host,
      pages: 240,
      instead: (path) => (path === '/robots.txt' ? closed : undefined),
    });
    await scene.run(site);
    expect(site.asked.some((path) => path.startsWith('/p/'))).toBe(false);
    expect(await scene.record(id)).toMatchObject({
      status: 'finished',
      pages_read: 1,
      credits: { charged: 5, returned: 5 },
    });
  });

  it('asks the files and outward links of every page, each once and within a bound that it tells', async () => {
    const scene = await openCrawlScene(database);
    const deep = (path: string) => {
      const place = Number(/^\/p\/(?<place>\d+)$/u.exec(path)?.groups?.place ?? 0);
      if (place < 200) return undefined;
      const outward = Array.from(
        { length: 15 },
        (_, n) => `<a href="https://other.example.net/${n}">Other</a>`,
      );
      const body = `<!doctype html><html lang="en"><head><title>Deep ${place}</title><link rel="stylesheet" href="/gone.css"></head><body><p>Deep ${place}</p>${outward.join('')}</body></html>`;
      return { status: 200, body, headers: { 'content-type': 'text/html' } };
    };
    const site = generatedFetcher({ host, pages: 240, instead: deep });
    const id = await scene.begin(host, 300);
    await scene.run(site);
    const found = await scene.rows(id, 'crawl-findings');
    const count = (issue: string) => found.filter((row) => row.issue === issue).length;
    expect(count('broken_resource')).toBeGreaterThan(30);
    expect(count('broken_external_link')).toBe(count('broken_resource'));
    expect((await scene.record(id))?.result?.beside).toEqual({ asked: 11, all: false });
    // HEAD, then GET.
    expect(site.asked.filter((path) => path === '/gone.css')).toHaveLength(2);
  });

  it('leaves nothing where its account is deleted while it runs', async () => {
    const scene = await openCrawlScene(database);
    const id = await scene.begin(host, 300);
    const site = generatedFetcher({ host, pages: 240 });
    const deleting: typeof site = {
      ...site,
      async fetch(address, question) {
        if (site.asked.length === 130) await scene.remove();
        return site.fetch(address, question);
      },
    };
    await scene.run(deleting);
    expect(await scene.record(id)).toBeUndefined();
    scene.pass(2 * minute);
    await scene.run(site);
    expect(scene.objects.keys().filter((key) => key.startsWith('crawls/'))).toEqual([]);
    expect(await scene.store.dueList()).toEqual([]);
  });
});
