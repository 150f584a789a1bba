import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createConsoleStore } from '#shared/facts/own-sites/console-store.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { openCrawlScene } from '#test/support/crawls/crawl-scene.ts';
import { generatedFetcher } from '#test/support/crawls/generated-site.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const host = 'shop.example.org';

describe('pages with clicks that search loses by a fault', () => {
  const database = testDatabase();

  it('are things to do once a crawl has found them, until one finds them mended', async () => {
    const scene = await openCrawlScene(database);
    const { documents, tables } = database;
    const table = createIndexTable({ documents, table: tables.index });
    const services = createImportServices({ documents, table: tables.index, clock: Date.now });
    const bring = (day: string) => {
      const rows = Array.from({ length: 240 }, (_, at) => `https://www.${host}/p/${at},${day},10,900,4`);
      const source = sourceOf(`page,date,clicks,impressions,position\n${rows.join('\n')}\n`);
      return importSource(source, { market: {}, owner: scene.accountId }, services);
    };
    const faulty = async () => {
      const site = await createOwnSites(table, scene.accountId).site(host, resolveMarket());
      return ((await site?.opportunities()) ?? []).filter(({ kind }) => kind === 'page_fault');
    };
    await bring('2026-08-01');
    const id = await scene.begin(host, 1_000);
    await scene.run(generatedFetcher({ host, pages: 240 }));
    const noindex = (await scene.rows(id, 'crawl-findings')).filter(({ issue }) => issue === 'noindex_meta');
    const found = await faulty();
    expect(noindex.length).toBeGreaterThan(0);
    for (const { url } of noindex)
      expect(found).toContainEqual(
        expect.objectContaining({
          page: String(url).replace(host, `www.${host}`),
          clicks: 10,
          estimated_clicks: 10,
          seen: expect.stringContaining('Read on 2026-11-20: The page is set to noindex.'),
          next_call: { tool: 'audit_site', args: { domain: host, urls: [expect.any(String)] } },
        }),
      );
    expect(found.length).toBeLessThan(240);
    await bring('2026-09-01');
    expect((await faulty()).map(({ page }) => page)).toEqual(found.map(({ page }) => page));
    const urls = found.slice(1).flatMap(({ page }) => page ?? []);
    await createConsoleStore(table).keepFaults(scene.accountId, { site: host, urls, faults: [] });
    expect((await faulty()).map(({ page }) => page)).toEqual([found[0]?.page]);
  });
});
