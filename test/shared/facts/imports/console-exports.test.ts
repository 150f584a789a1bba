import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { readHeads, readTotals } from '#shared/facts/own-sites/console-reads.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const owner = 'acct_owner';
const options = { owner, domain: 'shop.example' };
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

describe('exports of Search Console', () => {
  const database = testDatabase();
  const imported = async (files: Readonly<Record<string, string>>) => {
    const world = await openImportWorld(database);
    const reports = await world.importAll(files, options);
    const site = await world.ownSites(owner).site('shop.example', resolveMarket());
    return { world, reports, site };
  };

  it.each([
    ['Dutch', 'Meest uitgevoerde zoekopdrachten,Aantal klikken,Vertoningen,CTR,Positie'],
    ['Swedish', 'Vanligaste sökfrågorna;Klick;Exponeringar;Klickfrekvens;Placering'],
    ['Danish', 'Mest populære søgeforespørgsler,Klik,Eksponeringer,Klikrate,Position i gennemsnit'],
    ['Norwegian', 'Populære søk,Klikk,Visninger,Klikkfrekvens,Plassering'],
    ['Finnish', 'Suosituimmat haut;Klikkaukset;Näyttökerrat;Klikkausprosentti;Sijainti'],
    ['Czech', 'Nejčastější dotazy,Kliknutí,Zobrazení,Míra prokliku,Pozice'],
    ['Turkish', 'En çok yapılan sorgular,Tıklamalar,Gösterimler,TO,Konum'],
    ['Russian', 'Популярные запросы,Клики,Показы,Доля переходов,Позиция'],
    ['Korean', '인기 검색어,클릭수,노출,클릭률,게재순위'],
    ['Chinese', '热门查询,点击次数,展示,点击率,排名'],
    ['Indonesian', 'Kueri teratas,Klik,Tayangan,Rasio klik,Posisi'],
  ])('are read by what is in their cells where their headings are %s', async (_, header) => {
    const mark = header.includes(';') ? ';' : ',';
    const row = (...cells: readonly string[]) => cells.join(mark);
    const { reports, site } = await imported({
      'a.csv': lines(header, row('green tea', '12', '340', '3.53%', '4.2'), row('tea', '0', '9', '0%', '11')),
      'b.csv': lines(
        ['Sidor X', 'A', 'B', 'C', 'D'].join(mark),
        row('https://shop.example/a', '14', '400', '3.5%', '5.1'),
      ),
      'c.csv': lines(
        ['Datum X', 'A', 'B', 'C', 'D'].join(mark),
        row('2026-08-01', '14', '400', '3.5%', '5.1'),
      ),
    });
    expect(reports.map(({ status, bad_rows }) => [status, bad_rows])).toEqual([
      ['imported', 0],
      ['imported', 0],
      ['imported', 0],
    ]);
    const queries = (await site?.allQueries()) ?? [];
    expect(
      queries.map(({ query, own }) => [query, own.clicks, own.impressions, own.average_position]),
    ).toEqual([
      ['green tea', 12, 340, 4.2],
      ['tea', 0, 9, 11],
    ]);
    expect(site?.summary.figures).toMatchObject({ clicks: 14, from: '2026-08-01', to: '2026-08-01' });
  });

  it('take no list of something else for one of queries where a larger one lies beside it', async () => {
    const header = 'Sökresultat,Klick,Exponeringar,Klickfrekvens,Placering';
    const queries = Array.from({ length: 30 }, (_, index) => `query ${index},1,10,10%,3`);
    const { reports, site } = await imported({
      'a.csv': lines(header, ...queries),
      'b.csv': lines(header, 'Översatta resultat,4,10,40%,3'),
    });
    expect(reports.map(({ status }) => status)).toEqual(['imported', 'nothing_imported']);
    expect(await site?.allQueries()).toHaveLength(30);
  });

  it('that compare two periods give the later one, and what grew and fell since the earlier', async () => {
    const header = ['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [
      `Last 28 days ${name}`,
      `Previous 28 days ${name}`,
    ]);
    const { reports, site } = await imported({
      'Queries.csv': lines(
        ['Top queries', ...header].join(','),
        'green tea,20,200,400,2000,5%,10%,4.1,2.2',
        'black tea,300,100,3000,1000,10%,10%,2.2,2.1',
        'white tea,50,50,500,500,10%,10%,2.5,2.4',
        'old tea,0,90,0,900,0,10%,0,2',
      ),
    });
    expect(reports[0]).toMatchObject({ status: 'imported', taken: 4, bad_rows: 0 });
    expect(site?.summary.figures).toMatchObject({ clicks: 370, impressions: 3_900 });
    expect(site?.summary.queries).toBe(3);
    const changed = ((await site?.opportunities()) ?? []).filter(({ levers }) =>
      levers.some((lever) => lever === 'decay' || lever === 'growth'),
    );
    expect(
      new Map(changed.map(({ query, kind, estimated_clicks }) => [query, [kind, estimated_clicks]])),
    ).toEqual(
      new Map([
        ['green tea', ['decay', 180]],
        ['black tea', ['growth', 200]],
        ['old tea', ['decay', 90]],
      ]),
    );
  });

  it.each([
    ['Web', 'News', { search_type: 'web', countries: 'all', filters: [] }],
    ['Mobile', 'Desktop', { filters: [{ dimension: 'compared', operator: 'equals', value: 'mobile' }] }],
  ])(
    'that compare %s with %s give the first alone, as no growth, and say of what part it is',
    async (first, second, scope) => {
      const header = ['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [
        `${first} ${name}`,
        `${second} ${name}`,
      ]);
      const { reports, site } = await imported({
        'Queries.csv': lines(['Top queries', ...header].join(','), 'green tea,90,0,900,0,10%,0%,2.1,0'),
      });
      expect(reports[0]).toMatchObject({ status: 'imported', taken: 1, bad_rows: 0 });
      expect(site?.summary).toMatchObject({ figures: { clicks: 90, impressions: 900 }, scope });
      expect(await site?.opportunities()).toEqual([]);
    },
  );

  it('by week say their period, and are no filters', async () => {
    const { world, reports, site } = await imported({
      'Chart.csv': lines(
        'Date Range,Clicks,Impressions,CTR,Position',
        '2025-12-08 - 2025-12-13,109,5640,1.93%,12.2',
        '2025-12-14 - 2025-12-20,118,6503,1.81%,11.5',
      ),
      'Filters.csv': lines('Filter,Value', 'Search type,Web', 'Date,Last 3 months'),
      'Queries.csv': lines('Top queries,Clicks,Impressions,CTR,Position', 'green tea,100,5000,2%,4'),
    });
    expect(site?.summary).toMatchObject({
      figures: { clicks: 227, impressions: 12_143, from: '2025-12-08', to: '2025-12-20' },
      scope: { filters: [] },
    });
    const totals = await readTotals(world.items, owner, reports[0]?.import_id ?? '');
    expect(totals?.days).toEqual([]);
  });

  it('of Discover are taken without positions, and not shown beside web rankings', async () => {
    const { reports, site } = await imported({
      'Pages.csv': lines('Top pages,Clicks,Impressions,CTR', 'https://shop.example/a,900,40000,2.25%'),
      'Filters.csv': lines('Filter,Value', 'Search type,Discover', 'Date,Last 3 months'),
    });
    expect(reports[0]).toMatchObject({ status: 'imported', taken: 1 });
    expect(site).toBeUndefined();
  });

  it.each([
    ['image', 'Suchtyp,Bild'],
    ['video', 'Type de recherche,Vidéo'],
    ['news', 'Tipo de búsqueda,Noticias'],
    ['googleNews', 'Search type,Google News'],
    ['web', '検索タイプ,ウェブ'],
  ])('are of the kind of search %s where they say %s', async (type, row) => {
    const { world } = await imported({
      'Pages.csv': lines('Top pages,Clicks,Impressions,CTR', 'https://shop.example/a,900,40000,2.25%'),
      'Filters.csv': lines('Filter,Value', row),
    });
    const heads = await readHeads(world.items, owner);
    expect(heads.map(({ search_type }) => search_type)).toEqual([type]);
  });

  it('with a cell that is no number lose that row, and say which', async () => {
    const { reports, site } = await imported({
      'Queries.csv': lines(
        'Top queries,Clicks,Impressions,CTR,Position',
        'green tea,137,67seasea,204%,4',
        'tea,1 200,34.000,3.5%,4',
      ),
    });
    expect(reports[0]).toMatchObject({ taken: 1, bad_rows: 1, problems: [{ line: 2 }] });
    expect(reports[0]?.problems[0]?.reason).toContain('67seasea');
    expect(site?.summary.figures).toMatchObject({ clicks: 1_200, impressions: 34_000 });
  });
});
