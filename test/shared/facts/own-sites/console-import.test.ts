import * as fc from 'fast-check';
import { undoImport } from '#shared/facts/imports/import-bundle.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { readTotals } from '#shared/facts/own-sites/console-reads.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const owner = 'acct_owner';
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const sum = (rows: readonly { readonly clicks: number; readonly impressions: number }[]) => ({
  clicks: rows.reduce((total, row) => total + row.clicks, 0),
  impressions: rows.reduce((total, row) => total + row.impressions, 0),
});

const counts = fc
  .record({
    impressions: fc.integer({ min: 0, max: 2_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ impressions, share }) => ({ impressions, clicks: Math.floor(impressions * share) }));
const position = fc.integer({ min: 100, max: 12_000 }).map((hundredths) => hundredths / 100);
const word = fc.stringMatching(/^[a-z0-9äéñ]{1,8}$/u);
const query = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const path = fc.stringMatching(/^[a-z0-9-]{1,12}$/u).map((name) => `https://www.shop.example/${name}`);
const day = fc.integer({ min: 0, max: 89 }).map((days) => new Date(Date.UTC(2026, 7, 1) + days * 86_400_000));
const row = fc.record({ query, path, day, counts, position });

describe('figures of a site’s own console', () => {
  const database = testDatabase();

  const siteOf = async (world: Awaited<ReturnType<typeof openImportWorld>>, account = owner) => {
    const site = await world.ownSites(account).site('shop.example', market);
    if (!site) throw new Error('There is no such site.');
    return site;
  };
  const pagesOf = async (site: Awaited<ReturnType<typeof siteOf>>) => {
    const pages = [];
    for await (const part of site.pageParts()) pages.push(...part);
    return pages;
  };

  it('add up to those of the export, for each query, page and day', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 60 }), async (rows) => {
        const world = await openImportWorld(database);
        const iso = (date: Date) => date.toISOString().slice(0, 10);
        const table = lines(
          'query,page,date,clicks,impressions,ctr,position',
          ...rows.map((r) =>
            [r.query, r.path, iso(r.day), r.counts.clicks, r.counts.impressions, '', r.position].join(','),
          ),
        );
        const report = await world.import(table, { owner });
        expect(report).toMatchObject({ status: 'imported', taken: rows.length, bad_rows: 0, skipped: [] });
        const site = await siteOf(world);
        const by = (key: (r: (typeof rows)[number]) => string) =>
          new Map(
            [...Map.groupBy(rows, key)].map(([name, group]) => [name, sum(group.map((r) => r.counts))]),
          );
        const told = (list: readonly (readonly [string, { clicks: number; impressions: number }])[]) =>
          new Map(list.map(([name, own]) => [name, { clicks: own.clicks, impressions: own.impressions }]));
        const [queries, pages] = [await site.allQueries(), await pagesOf(site)];
        expect(told(queries.map((r) => [r.query, r.own]))).toEqual(by((r) => r.query.normalize('NFC')));
        expect(told(pages.map((r) => [r.url, r.own]))).toEqual(by((r) => r.path));
        const days = (await readTotals(world.items, owner, report.import_id ?? ''))?.days ?? [];
        expect(told(days.map((r) => [r.url, r]))).toEqual(by((r) => iso(r.day)));
        expect(site.summary.figures).toMatchObject(sum(rows.map((r) => r.counts)));
        const pairs = await Promise.all(pages.map(async ({ url }) => (await site.page(url))?.queries ?? []));
        expect(sum(pairs.flat().map((r) => r.own))).toEqual(sum(rows.map((r) => r.counts)));
      }),
      { numRuns: 12 },
    );
  }, 300_000);

  it('are found for each query and page by itself', async () => {
    const world = await openImportWorld(database);
    const names = Array.from({ length: 1_500 }, (_, index) => `word ${index}`);
    await world.importAll(
      {
        'Queries.csv': lines(
          'Top queries,Clicks,Impressions,CTR,Position',
          ...names.map((name, index) => `${name},${index},${index * 10},10%,4.25`),
        ),
        'Pages.csv': lines(
          'Top pages,Clicks,Impressions,CTR,Position',
          ...names.map((_, index) => `https://shop.example/p/${index},${index},${index * 10},10%,4.25`),
        ),
      },
      { owner },
    );
    const site = await siteOf(world);
    const found = await site.queries([...names, 'never seen']);
    expect(found.size).toBe(names.length);
    expect(found.get('word 7')).toMatchObject({ own: { clicks: 7, impressions: 70, average_position: 4.3 } });
    expect(await site.page('http://www.shop.example/p/7#top')).toMatchObject({ own: { clicks: 7 } });
    expect(await site.page('https://shop.example/nothing')).toBeUndefined();
    expect((await site.topQueries()).slice(0, 2).map(({ query: text }) => text)).toEqual([
      'word 1499',
      'word 1498',
    ]);
  });

  const answers: readonly (readonly [string, string])[] = [
    [
      'the Search Analytics API, its keys told by their values',
      JSON.stringify({
        rows: [
          {
            keys: ['green tea', 'https://shop.example/a', 'usa', 'MOBILE', '2026-08-01'],
            clicks: 3,
            impressions: 40,
            ctr: 0.075,
            position: 4.2,
          },
          {
            keys: ['usa', 'https://shop.example/b', 'usa', 'MOBILE', '2026-08-02'],
            clicks: 1,
            impressions: 2,
            ctr: 0.5,
            position: 1,
          },
        ],
      }),
    ],
    [
      'the API, its keys named',
      JSON.stringify({
        dimensions: ['QUERY', 'PAGE', 'COUNTRY', 'DEVICE', 'DATE'],
        rows: [
          {
            keys: ['green tea', 'https://shop.example/a', 'usa', 'MOBILE', '2026-08-01'],
            clicks: 3,
            impressions: 40,
            position: 4.2,
          },
          {
            keys: ['usa', 'https://shop.example/b', 'usa', 'MOBILE', '2026-08-02'],
            clicks: 1,
            impressions: 2,
            position: 1,
          },
        ],
      }),
    ],
    [
      'the bulk export as CSV, places counted from 0',
      lines(
        'data_date,site_url,url,query,is_anonymized_query,country,search_type,device,impressions,clicks,sum_position',
        '2026-08-01,sc-domain:shop.example,https://shop.example/a,green tea,false,usa,WEB,MOBILE,40,3,128',
        '2026-08-02,sc-domain:shop.example,https://shop.example/b,usa,false,usa,WEB,MOBILE,2,1,0',
      ),
    ],
    [
      'the bulk export as JSON lines',
      `${JSON.stringify({ data_date: '2026-08-01', site_url: 'sc-domain:shop.example', url: 'https://shop.example/a', query: 'green tea', country: 'usa', search_type: 'WEB', device: 'MOBILE', impressions: 40, clicks: 3, sum_position: 128 })}\n${JSON.stringify({ data_date: '2026-08-02', site_url: 'sc-domain:shop.example', url: 'https://shop.example/b', query: 'usa', country: 'usa', search_type: 'WEB', device: 'MOBILE', impressions: 2, clicks: 1, sum_position: 0 })}\n`,
    ],
  ];
  it('say that their list is a part where it holds nothing but what was clicked', async () => {
    const world = await openImportWorld(database);
    const table = (least: number) =>
      lines(
        'query,clicks,impressions,position',
        ...Array.from({ length: 120 }, (_, n) => `tea ${n},${119 - n + least},400,4`),
      );
    const options = { owner, domain: 'shop.example' };
    await world.import(table(1), options, 'clicked.csv');
    expect((await siteOf(world)).summary.scope.rows).toBe('cut to rows with clicks');
    await world.import(table(0), { ...options, owner: 'acct_other' }, 'whole.csv');
    expect((await siteOf(world, 'acct_other')).summary.scope.rows).toBe('all');
  });

  it.each(answers)('are read from %s', async (_, content) => {
    const world = await openImportWorld(database);
    expect(await world.import(content, { owner }, 'answer.json')).toMatchObject({
      status: 'imported',
      site: 'shop.example',
      from: '2026-08-01',
      to: '2026-08-02',
      taken: 2,
    });
    const site = await siteOf(world);
    expect(site.summary).toMatchObject({
      scope: { countries: ['United States'], device: 'mobile', rows: 'all', source: 'export' },
      figures: { clicks: 4, impressions: 42 },
    });
    expect(await site.allQueries()).toMatchObject([
      { query: 'green tea', page: 'https://shop.example/a', own: { clicks: 3, average_position: 4.2 } },
      { query: 'usa', own: { average_position: 1 } },
    ]);
    const germany = resolveMarket({ location: 'Germany' });
    expect(await world.ownSites(owner).site('shop.example', germany)).toBeUndefined();
  });

  it('have rare queries in the totals that the console leaves out of the list', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(
      lines(
        'data_date,site_url,query,is_anonymized_query,impressions,clicks,sum_top_position',
        '2026-08-01,https://www.shop.example/,tea,false,10,1,0',
        '2026-08-01,https://www.shop.example/,,true,90,9,90',
      ),
      { owner },
    );
    expect(report).toMatchObject({ taken: 2, bad_rows: 0 });
    const site = await siteOf(world);
    expect(site.summary.figures).toMatchObject({ clicks: 10, impressions: 100 });
    expect(await site.allQueries()).toHaveLength(1);
  });

  it('of a file without days say that their period is not known, and never take the file’s own time', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(
      lines('Top queries,Clicks,Impressions,CTR,Position', 'tea,1,20,5%,3.2'),
      {
        owner,
        domain: 'shop.example',
      },
    );
    expect(report).toMatchObject({
      from: null,
      to: null,
      notes: [expect.stringContaining('does not say its period')],
    });
    expect((await siteOf(world)).provenance).toMatchObject({
      source_class: 'webmaster_console',
      method: 'reported',
      connection_id: `import:${report.import_id}`,
      observed_at: null,
    });
  });

  it('count addresses of one page as one page, in every list', async () => {
    const world = await openImportWorld(database);
    const table = lines(
      'Top pages,Clicks,Impressions,CTR,Position',
      'https://www.shop.example/tea,40,400,10%,3',
      'http://www.shop.example/tea,10,100,10%,8',
      'https://www.shop.example/tea#green,5,100,5%,3',
      'https://www.shop.example/cups,1,50,2%,9',
    );
    expect(await world.import(table, { owner })).toMatchObject({ taken: 4, bad_rows: 0 });
    const site = await siteOf(world);
    const together = { url: 'https://www.shop.example/tea', own: { clicks: 55, impressions: 600 } };
    expect(await pagesOf(site)).toMatchObject([together, { own: { clicks: 1 } }]);
    expect(site.summary.pages).toBe(2);
    expect(await site.page('http://shop.example/tea')).toMatchObject(together);
  });

  it('belong to one account: without one they are refused, and another sees nothing', async () => {
    const world = await openImportWorld(database);
    const table = lines('Top queries,Clicks,Impressions,CTR,Position', 'secret plan,1,20,5%,3.2');
    const refused = await world.import(table, { domain: 'shop.example' });
    expect(refused).toMatchObject({ status: 'nothing_imported', import_id: null });
    expect(refused.problems[0]?.reason).toContain('--account');
    await world.import(table, { domain: 'shop.example', owner });
    expect(await world.ownSites('acct_other').site('shop.example', market)).toBeUndefined();
    expect(await world.ownSites('acct_own').sites(market)).toEqual([]);
    expect(await world.index.keywordDetail('secret plan', market)).toMatchObject({ value: null });
    expect((await world.index.rankedKeywords({ domain: 'shop.example' }, market, 10)).value.rows).toEqual([]);
  });

  it('are gone without a trace when the import is undone, and the one before answers again', async () => {
    const world = await openImportWorld(database);
    const month = (name: string, clicks: number) =>
      lines(
        'query,date,clicks,impressions,position',
        `tea,2026-${name}-01,${clicks},1000,3`,
        `tea,2026-${name}-28,${clicks},1000,3`,
      );
    await world.import(month('08', 100), { owner, domain: 'shop.example' });
    const second = await world.import(month('09', 10), { owner, domain: 'shop.example' });
    const site = await siteOf(world);
    expect(site.summary.figures).toMatchObject({ clicks: 20, from: '2026-09-01', to: '2026-09-28' });
    expect(await site.opportunities()).toContainEqual(
      expect.objectContaining({ kind: 'decay', query: 'tea', estimated_clicks: 180 }),
    );
    expect(await undoImport(second.import_id ?? '', owner, world.services)).toMatchObject({
      status: 'undone',
    });
    expect((await siteOf(world)).summary.figures).toMatchObject({ clicks: 200, from: '2026-08-01' });
    expect(await world.services.register(owner).list()).toHaveLength(1);
  });
});
