import { namesOfColumns, parseColumnNames } from '#shared/facts/imports/column-names.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const lines = (...rows: readonly string[]) => `${rows.join('\r\n')}\r\n`;

/** Headers and numbers as Search Console writes them in a language. */
const languages: readonly (readonly [language: string, queries: string, row: string, pages: string])[] = [
  ['English', 'Top queries,Clicks,Impressions,CTR,Position', 'tee,12,340,3.53%,4.4', 'Top pages'],
  [
    'German',
    'Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position',
    'tee,12,"1.340","3,53 %","4,4"',
    'Häufigste Seiten',
  ],
  [
    'German, saved by a spreadsheet',
    'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position',
    'tee;12;1.340;3,53 %;4,4',
    'Häufigste Seiten',
  ],
  [
    'French',
    'Requêtes les plus fréquentes,Clics,Impressions,CTR,Position',
    'tee,12,"1\u202f340","3,53\u00a0%","4,4"',
    'Pages les plus populaires',
  ],
  [
    'Spanish',
    'Consultas principales,Clics,Impresiones,CTR,Posición',
    'tee,12,340,"3,53 %","4,4"',
    'Páginas principales',
  ],
  [
    'Italian',
    'Query più frequenti,Clic,Impressioni,CTR,Posizione',
    'tee,12,340,"3,53%","4,4"',
    'Pagine principali',
  ],
  [
    'Portuguese',
    'Principais consultas,Cliques,Impressões,CTR,Posição',
    'tee,12,340,"3,53%","4,4"',
    'Páginas principais',
  ],
  [
    'Dutch',
    'Populairste zoekopdrachten,Klikken,Vertoningen,CTR,Positie',
    'tee,12,340,"3,53%","4,4"',
    "Populairste pagina's",
  ],
  [
    'Polish',
    'Najczęstsze zapytania,Kliknięcia,Wyświetlenia,CTR,Pozycja',
    'tee,12,340,"3,53%","4,4"',
    'Najpopularniejsze strony',
  ],
  ['Japanese', '上位のクエリ,クリック数,表示回数,CTR,掲載順位', 'tee,12,340,3.53%,4.4', '上位のページ'],
];

describe('an import of a table', () => {
  const database = testDatabase();

  const owner = 'acct_one';
  const queriesOf = async (world: Awaited<ReturnType<typeof openImportWorld>>) =>
    (await (await world.ownSites(owner).site('shop.example', market))?.topQueries()) ?? [];
  const ranked = async (world: Awaited<ReturnType<typeof openImportWorld>>) =>
    (await world.index.rankedKeywords({ domain: 'shop.example' }, market, 10)).value.rows;

  it.each(languages)(
    'from Search Console in %s is understood, and its site told by its pages',
    async (_, header, row, pages) => {
      const world = await openImportWorld(database);
      // macOS takes letters and their accents apart.
      const queries = lines(header.normalize('NFD'), row);
      const table = lines(
        header.replace(/^[^,;]*/u, pages),
        row.replace(/^tee/u, 'https://www.shop.example/tee'),
      );
      const reports = await world.importAll({ 'queries.csv': queries, 'pages.csv': table }, { owner });
      for (const report of reports)
        expect(report).toMatchObject({
          format: 'search-console',
          status: 'imported',
          site: 'shop.example',
          rows: 1,
          taken: 1,
          bad_rows: 0,
        });
      const impressions = row.includes('1.340') || row.includes('1\u202f340') ? 1340 : 340;
      expect(await queriesOf(world)).toMatchObject([
        { query: 'tee', own: { clicks: 12, impressions, average_position: 4.4 } },
      ]);
    },
  );

  it('from Search Console in a language that is not known, and without percentages, says which column to name, and takes it then', async () => {
    const world = await openImportWorld(database);
    const table = lines('Flest sökningar,Klick,Visningar,CTR,Position', 'te,12,340,"0,0353","4,4"');
    const domain = 'shop.example';
    const refused = await world.import(table, { domain });
    expect(refused).toMatchObject({ status: 'nothing_imported', import_id: null, problems: [{ line: 1 }] });
    expect(refused.problems[0]?.reason).toContain(
      'Columns found: "Flest sökningar", "Klick", "Visningar", "CTR", "Position". As a table of keywords it lacks keyword.',
    );
    expect(refused.problems[0]?.reason).toContain(
      'As one of Search Console it lacks query, page or date, clicks',
    );
    expect(refused.problems[0]?.reason).toContain('--column "keyword=Flest sökningar"');
    const columns = parseColumnNames(['query=flest sökningar', 'clicks=Klick', 'impressions=Visningar']);
    expect(await world.import(table, { domain, columns, owner })).toMatchObject({
      format: 'search-console',
      status: 'imported',
    });
    expect(await queriesOf(world)).toMatchObject([{ query: 'te', own: { clicks: 12 } }]);
  });

  it('of Search Console with unknown queries beside known counts, and without percentages, does not pass for one without any', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(lines('Begriffe,Klicks,Impressionen,CTR,Position', 'tee,1,2,0.5,3'));
    expect(report).toMatchObject({ status: 'nothing_imported' });
    expect(report.problems[0]?.reason).toContain('--column "query=Begriffe"');
    expect(report.problems[0]?.reason).toContain('`columns`: [{ "header": "Begriffe", "means": "query" }]');
    expect(report.unknown_columns).toEqual([
      { header: 'Begriffe', examples: ['tee'] },
      { header: 'Klicks', examples: ['1'] },
      { header: 'Impressionen', examples: ['2'] },
      { header: 'CTR', examples: ['0.5'] },
      { header: 'Position', examples: ['3'] },
    ]);
  });

  it('that are named for one table of an export leave the others as they are', async () => {
    const world = await openImportWorld(database);
    const files = {
      'Seiten.csv': lines('Seiten,Klicks,Impressionen,CTR,Position', 'https://shop.example/,5,90,"5,6 %",3'),
      'Begriffe.csv': lines('Begriffe,Klick,Visningar', 'tee,12,340', 'kaffee,7,120'),
    };
    const columns = namesOfColumns([
      { header: 'Begriffe', means: 'query' },
      { header: 'Klick', means: 'clicks' },
      { header: 'Visningar', means: 'impressions' },
    ]);
    const reports = await world.importAll(files, { columns, columnsOfSome: true, owner });
    expect(reports).toMatchObject([
      { status: 'imported', taken: 1, site: 'shop.example' },
      { status: 'imported', taken: 2, site: 'shop.example' },
    ]);
    expect(await queriesOf(world)).toMatchObject([{ query: 'tee' }, { query: 'kaffee' }]);
  });

  it('of any tool is taken with its columns named by hand, and again under other names it is another import', async () => {
    const world = await openImportWorld(database);
    const table = lines(
      'Report of 2026-11-20',
      'Search phrase;Rank;Landing page;Searches;Position',
      'green tea;3;https://shop.example/green;1.300;77',
    );
    const columns = parseColumnNames([
      'keyword=Search phrase',
      'position=Rank',
      'url=Landing page',
      'volume=searches',
    ]);
    const report = await world.import(table, { columns });
    expect(report).toMatchObject({ format: 'plain-csv', rows: 1, bad_rows: 0 });
    expect(await ranked(world)).toMatchObject([
      { keyword: 'green tea', position: 3, url: 'https://shop.example/green', monthly_volume: 1300 },
    ]);
    const fewer = parseColumnNames(['keyword=Search phrase', 'position=Rank', 'url=Landing page']);
    const other = await world.import(table, { columns: fewer });
    expect(other.import_id).not.toBe(report.import_id);
  });

  it('names members of JSON lines as well, and tells what a line without them has', async () => {
    const world = await openImportWorld(database);
    const line = `${JSON.stringify({ phrase: 'green tea', rank: 3, url: 'https://shop.example/green' })}\n`;
    const refused = await world.import(line + line);
    expect(refused).toMatchObject({
      status: 'nothing_imported',
      rows: 2,
      bad_rows: 2,
      keywords_changed: 0,
    });
    expect(refused.problems[0]?.reason).toContain('Columns found: "phrase", "rank", "url".');
    const columns = parseColumnNames(['keyword=phrase', 'position=rank']);
    expect(await world.import(line + line, { columns })).toMatchObject({ bad_rows: 0, keywords_changed: 1 });
    expect(await ranked(world)).toMatchObject([{ keyword: 'green tea', position: 3 }]);
  });

  it('names the columns that are not in the file', async () => {
    const world = await openImportWorld(database);
    const columns = parseColumnNames(['keyword=Phrase', 'position=Rank']);
    const report = await world.import(lines('keyword,position,url', 'tea,1,https://shop.example/'), {
      columns,
    });
    expect(report.status).toBe('nothing_imported');
    expect(report.problems[0]?.reason).toContain('Named, but not found: "phrase", "rank".');
  });

  it('saved by a spreadsheet in Western Europe keeps its letters', async () => {
    const world = await openImportWorld(database);
    const table = lines(
      'Häufigste Suchanfragen;Klicks;Impressionen;CTR;Position',
      'grüner tee;12;340;3,53 %;4,4',
    );
    const report = await world.import(Buffer.from(table, 'latin1'), { domain: 'shop.example', owner });
    expect(report).toMatchObject({ format: 'search-console', bad_rows: 0 });
    expect(await queriesOf(world)).toMatchObject([{ query: 'grüner tee' }]);
  });

  it.each([['keyword'], ['keyword='], ['=Phrase'], ['rank=Position']])(
    'refuses %j as the name of a column',
    (text) => {
      expect(() => parseColumnNames([text])).toThrow('NAME=HEADER');
    },
  );

  it('refuses one column for two things, and two columns for one', () => {
    expect(() => parseColumnNames(['keyword=A', 'url=a'])).toThrow('one thing only');
    expect(() => parseColumnNames(['keyword=A', 'keyword=B'])).toThrow('one thing only');
  });
});
