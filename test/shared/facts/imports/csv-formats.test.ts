import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { openImportWorld } from '#test/support/index/import-world.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe('a table without dates', () => {
  const database = testDatabase();
  const undated = lines('keyword,position,url,volume', 'oak table,3,https://shop.example/oak,900');
  const dated = lines('keyword,position,url,observed_at', 'oak table,5,https://shop.example/oak,2026-11-20');
  const read = async (content: string, name?: string) => {
    const world = await openImportWorld(database);
    await world.import(content, {}, name);
    return { world, ...(await toldBy(world)) };
  };
  const toldBy = async ({ index }: Awaited<ReturnType<typeof openImportWorld>>) => {
    const [ranked, detail, positions] = await Promise.all([
      index.rankedKeywords({ domain: 'shop.example' }, market, 5),
      index.keywordDetail('oak table', market),
      index.positions('shop.example', ['oak table'], market),
    ]);
    return { facts: [ranked, detail, positions], place: positions.value[0] };
  };

  it('is told as of its file in every answer, and as seen on no day', async () => {
    const { facts, place } = await read(undated);
    for (const { provenance, notices } of facts) {
      expect(provenance).toMatchObject({ observed_at: null, file_date: '2026-11-12' });
      expect(notices.map(({ message }) => message).join()).toContain('Undated; file of 2026-11-12');
    }
    expect(place).toMatchObject({ position: 3, observed_at: null, file_date: '2026-11-12' });
  });

  it.each([
    ['its name', undated, 'shop.example-organic-keywords_2026-09-26_06-05-37.csv'],
    ['its name in one word', undated, 'shop.example-positions-us-20260926.csv'],
    ['a line above it', `Keyword stats 2026-09-26 at 10:00\n${undated}`, undefined],
  ])('is of the day that %s says', async (_, content, name) => {
    const { facts, place } = await read(content, name);
    const [observed_at] = ['2026-09-26T00:00:00.000Z'];
    for (const { provenance } of facts) expect(provenance).toMatchObject({ observed_at });
    expect(place).toMatchObject({ observed_at });
    expect(place).not.toHaveProperty('file_date');
  });

  it('takes no day of its name that is still to come', async () => {
    const { place } = await read(undated, 'plan-20271231.csv');
    expect(place).toMatchObject({ observed_at: null, file_date: '2026-11-12' });
  });

  it('gives way to a table that says its day, and is undated no more', async () => {
    const { world } = await read(undated);
    await world.import(dated, {}, 'dated.csv');
    const { place } = await toldBy(world);
    expect(place).toMatchObject({ position: 5, observed_at: '2026-11-20T00:00:00.000Z' });
    expect(place).not.toHaveProperty('file_date');
  });

  it('of links is told as of its file as well', async () => {
    const world = await openImportWorld(database);
    await world.import(
      lines('Referring page URL,Target URL,Anchor', 'https://a.example/1,https://shop.example/,tea'),
      {
        owner: 'acct_own',
      },
    );
    const { provenance } = await world.ownBacklinks('acct_own').profile('shop.example');
    expect(provenance).toMatchObject({ observed_at: null, file_date: '2026-11-12' });
  });
});

describe('an import of a tool’s table', () => {
  const database = testDatabase();

  const tables: readonly [string, string | Buffer, string, Record<string, unknown>][] = [
    [
      'ahrefs-organic-keywords',
      utf16(
        lines(
          'Keyword\tCountry\tSERP features\tVolume\tKD\tCPC\tOrganic traffic\tCurrent position\tCurrent URL\tUpdated',
          '"tea, green"\tUS\tSitelinks, People also ask\t1,300\t12\t0.85\t55\t4\thttps://shop.example/green\t2026-11-01 08:00:00',
        ),
      ),
      'tea, green',
      { monthly_volume: 1300, difficulty: 12, cpc_usd: 0.85, position: 4 },
    ],
    [
      'semrush-organic-positions',
      lines(
        'Keyword;Position;Previous position;Search Volume;Keyword Difficulty;CPC;URL;Traffic;Competition;Trends;Timestamp;Keyword Intents;Position Type',
        'tea green;4;6;1.300;12,5;0,85;https://shop.example/green;55;0,9;"1,0.5,0.5,1,1,1,1,1,1,1,1,1";2026-11-01;commercial, transactional;Organic',
        'tea green;1;1;1.300;12,5;0,85;https://shop.example/ad;55;0,9;;2026-11-01;commercial;Ads',
      ),
      'tea green',
      {
        monthly_volume: 1300,
        difficulty: 12.5,
        cpc_usd: 0.85,
        position: 4,
        competition_level: 'high',
        intent: 'commercial',
      },
    ],
  ];
  it.each(tables)('reads a table of %s', async (format, content, keyword, expected) => {
    const world = await openImportWorld(database);
    const report = await world.import(content, { domain: 'shop.example' });
    expect(report).toMatchObject({ format, bad_rows: 0 });
    const { value } = await world.index.rankedKeywords({ domain: 'shop.example' }, market, 10);
    expect(value.rows).toEqual([expect.objectContaining({ keyword, ...expected })]);
  });

  const explorers: readonly [string, string | Buffer, Record<string, unknown>][] = [
    [
      'ahrefs-keywords-explorer',
      lines(
        '#,Keyword,Country,Difficulty,Volume,CPC,Parent Keyword,Last Update',
        '1,tea,us,"5","0-10",,tea,2026-11-01',
      ),
      { monthly_volume: 5, difficulty: 5, cpc_usd: null },
    ],
    [
      'semrush-keywords',
      lines(
        'Keyword,Intent,Volume,Trend,Keyword Difficulty,CPC (USD),Competitive Density',
        'tea,"Informational, Commercial",2400,"",n/a,0.5,0.2',
      ),
      { monthly_volume: 2400, difficulty: null, intent: 'informational', competition_level: 'low' },
    ],
    [
      'google-keyword-planner',
      utf16(
        lines(
          'Keyword Stats 2026-11-20 at 10_00_00',
          '"November 1, 2025 - October 31, 2026"',
          'Keyword\tCurrency\tAvg. monthly searches\tCompetition\tTop of page bid (low range)\tTop of page bid (high range)\tSearches: Sep 2026\tSearches: Oct 2026',
          'tea\tUSD\t5400\tMedium\t0.50\t1.50\t4400\t6600',
        ),
      ),
      {
        monthly_volume: 5400,
        cpc_usd: 1,
        competition_level: 'medium',
        trend: [
          { month: '2026-09', volume: 4400 },
          { month: '2026-10', volume: 6600 },
        ],
      },
    ],
  ];
  it('keeps the parent topic and the listing features of a keyword file, for related keywords and details', async () => {
    const world = await openImportWorld(database);
    await world.import(
      lines(
        '#,Keyword,Country,Difficulty,Volume,CPC,Parent Keyword,Last Update,SERP Features',
        '1,green tea,us,5,900,,tea,2026-11-01,"Sitelinks, AI Overview"',
        '2,matcha powder,us,9,700,,tea,2026-11-01,',
        '3,tea,us,50,4000,,tea,2026-11-01,Image pack',
        '4,coffee,us,60,9000,,coffee,2026-11-01,',
      ),
    );
    const related = async (seed: string) =>
      (await world.index.keywordIdeas({ seed, mode: 'related', limit: 20 }, market)).value.rows.map(
        ({ keyword }) => keyword,
      );
    expect((await related('green tea')).toSorted()).toEqual(['matcha powder', 'tea']);
    expect((await related('tea')).toSorted()).toEqual(['green tea', 'matcha powder']);
    expect(await related('coffee')).toEqual([]);
    const { value } = await world.index.keywordDetail('green tea', market);
    expect(value?.serp_features).toEqual(['organic', 'sitelinks', 'ai_overview']);
    expect((await world.index.keywordDetail('coffee', market)).value?.serp_features).toEqual([]);
  });

  it.each(explorers)('reads a table of %s', async (format, content, expected) => {
    const world = await openImportWorld(database);
    const report = await world.import(content);
    expect(report).toMatchObject({ format, bad_rows: 0, rows: 1 });
    const { value, provenance } = await world.index.keywordDetail('tea', market);
    expect(value).toMatchObject(expected);
    expect(provenance.connection_id).toBe(`import:${report.import_id}`);
  });
});
