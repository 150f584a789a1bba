import { undoImport } from '#shared/facts/imports/import-bundle.ts';
import type { ImportProgress } from '#shared/facts/imports/import-services.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { openImportWorld, sourceOf } from '#test/support/index/import-world.ts';
import { answeringRows, dumpIndex } from '#test/support/index/index-dump.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

describe('an import', () => {
  const database = testDatabase();

  const plain = lines(
    'keyword,position,url,title,volume,cpc,observed_at',
    'tea kettle,1,https://www.pots.example/kettle,"Kettles, all",1300,1.2,2026-11-10',
    'tea kettle,2,https://blog.pots.example/kettles,,1300,1.2,2026-11-10',
    'tea kettle,3,https://pans.example/,,1300,1.2,2026-11-10',
    'tea kettle,4,https://brew.example/k,,1300,1.2,2026-11-10',
    'gas stove,1,https://pans.example/stove,,,,2026-11-10',
    'gas stove,2,https://pots.example/stove,,,,2026-11-10',
    'gas stove,3,https://heat.example/,,,,2026-11-10',
    'gas stove,x,https://heat.example/,,,,2026-11-10',
    ',5,https://heat.example/,,,,2026-11-10',
    'gas stove,6,javascript:alert(1),,,,2026-11-10',
  );

  it('is named by answers made of its rows alone, and no more once another gave some or it is undone', async () => {
    const world = await openImportWorld(database);
    const first = await world.import(plain);
    const connections = async () => {
      const { index } = world;
      const asked = await Promise.all([
        index.rankedKeywords({ domain: 'pans.example' }, market, 10),
        index.rankedKeywords({ url: 'https://pans.example/stove' }, market, 10),
        index.pageOverview('https://pans.example/stove', market),
        index.coverage('heat.example', ['pans.example'], market, 10),
      ]);
      return asked.map(({ provenance }) => provenance.connection_id);
    };
    const named = `import:${first.import_id}`;
    expect(await connections()).toEqual([named, named, named, named]);
    const second = await world.import(
      lines(
        'keyword,position,url,observed_at',
        'iron pan,1,https://pans.example/iron,2026-11-11',
        'iron pan,2,https://heat.example/,2026-11-11',
      ),
    );
    expect(await connections()).toEqual([null, named, named, null]);
    await undoImport(second.import_id ?? '', undefined, world.services);
    expect(await connections()).toEqual([named, named, named, named]);
  });

  it('is named by what is said of a keyword only where it said that: its metrics, or who ranks', async () => {
    const world = await openImportWorld(database);
    const rankings = await world.import(
      lines(
        'keyword,position,url,observed_at',
        'oak table,1,https://wood.example/,2026-11-10',
        'oak table,2,https://oak.example/,2026-11-10',
      ),
    );
    const metrics = await world.import(lines('keyword,volume,observed_at', 'oak table,900,2026-11-11'));
    expect([rankings.status, metrics.status]).toEqual(['imported', 'imported']);
    const { index } = world;
    const connectionOf = async (fact: Promise<{ provenance: { connection_id: string | null } }>) =>
      (await fact).provenance.connection_id;
    const ranks = `import:${rankings.import_id}`;
    expect(await connectionOf(index.positions('wood.example', ['oak table'], market))).toBe(ranks);
    expect(await connectionOf(index.competitorsForKeywords(['oak table'], market, 5))).toBe(ranks);
    // One answer has both, and neither import said all of it.
    expect(await connectionOf(index.keywordDetail('oak table', market))).toBe(null);
  });

  it('of a plain table answers as one counts by hand in the file', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(plain);
    expect(report).toMatchObject({
      format: 'plain-csv',
      status: 'imported',
      rows: 10,
      bad_rows: 3,
      keywords_changed: 2,
    });
    expect(report.problems.map(({ line }) => line)).toEqual([9, 10, 11]);
    const { value: pots } = await world.index.domainOverview('pots.example', market);
    // 1,300 × .304 for `tea kettle` at 1; the volume of `gas stove` is not known, and not 0.
    expect(pots).toMatchObject({
      organic_keywords: 2,
      top_3_keywords: 2,
      estimated_organic_traffic_per_month: 395.2,
      traffic_value_usd: 474.24,
    });
    const { value: blog } = await world.index.domainOverview('blog.pots.example', market);
    expect(blog).toMatchObject({ organic_keywords: 1, estimated_organic_traffic_per_month: 210.6 });
    const { value: ranked } = await world.index.rankedKeywords({ domain: 'pots.example' }, market, 10);
    expect(ranked.rows).toEqual([
      expect.objectContaining({ keyword: 'tea kettle', position: 1, url: 'https://www.pots.example/kettle' }),
      expect.objectContaining({
        keyword: 'gas stove',
        position: 2,
        monthly_volume: null,
        estimated_traffic: null,
      }),
    ]);
    const { value: detail } = await world.index.keywordDetail('Tea Kettle', market);
    expect(detail?.serp_top[0]).toMatchObject({ position: 1, title: 'Kettles, all' });
    const { value: rivals } = await world.index.competitors('pots.example', market, 10);
    expect(rivals.rows[0]).toMatchObject({ competitor: 'pans.example', shared_keywords: 2, avg_position: 2 });
  });

  it('changes nothing the second time, and is undone without a trace', async () => {
    const world = await openImportWorld(database);
    const rows = async () => answeringRows(await dumpIndex(database.documents, world.table));
    const first = await world.import(plain);
    const before = await rows();
    expect(await world.import(plain)).toEqual({ ...first, status: 'already_imported' });
    expect(await rows()).toEqual(before);
    await undoImport(first.import_id ?? '', undefined, world.services);
    expect(await rows()).toEqual({});
    expect(await world.services.register(null).list()).toEqual([]);
    expect(await world.import(plain)).toMatchObject({ status: 'imported' });
    expect(await rows()).toEqual(expect.objectContaining({}));
  });

  it('puts together the rows of a keyword that lie apart in the file', async () => {
    const world = await openImportWorld(database);
    // More rows than are gathered at once, in the order of their positions.
    const rows = Array.from({ length: 5_200 }, (_, index) => {
      const position = Math.floor(index / 52) + 1;
      return `word ${index % 52},${position},https://s${position}.example/${index % 52}`;
    });
    const report = await world.import(lines('keyword,position,url', ...rows));
    expect(report).toMatchObject({ rows: 5_200, bad_rows: 0 });
    const { value } = await world.storedListings.listing('word 7', market, 100);
    expect(value?.organic).toHaveLength(100);
    const { value: overview } = await world.index.domainOverview('s100.example', market);
    expect(overview.organic_keywords).toBe(52);
    const { value: position } = await world.index.positions('s101.example', ['word 7'], market);
    expect(position[0]?.status).toBe('not_in_top_n');
  });

  it('tells how far it is from the first row to the last domain', async () => {
    const world = await openImportWorld(database);
    const heard: ImportProgress[] = [];
    const rows = Array.from(
      { length: 5_500 },
      (_, index) => `word ${index},1,https://s${index % 7}.example/`,
    );
    const source = sourceOf(lines('keyword,position,url', ...rows));
    const services = { ...world.services, onProgress: (progress: ImportProgress) => heard.push(progress) };
    await importSource(source, { market: {} }, services);
    const [writing, counting] = ['writing', 'counting'].map((phase) =>
      heard.filter((progress) => progress.phase === phase),
    );
    expect(heard).toEqual([...(writing ?? []), ...(counting ?? [])]);
    expect([writing?.[0]?.rows, writing?.at(-1)?.rows]).toEqual([0, rows.length]);
    // Rounds are of at most two hundred keywords.
    expect(writing?.length).toBeGreaterThan(5);
    for (const phase of [writing?.map(({ rows }) => rows), counting?.map(({ share }) => share ?? -1)]) {
      expect(phase).toEqual(phase?.toSorted((a, b) => a - b));
      expect(phase?.length).toBeGreaterThan(7);
    }
    expect(Math.max(...(counting ?? []).map(({ share }) => share ?? 0))).toBeLessThanOrEqual(1);
  }, 180_000);

  it.each([
    ['next to nothing', 'of one site', () => 'own.example', { from: 0.9, to: 1 }],
    ['most', 'of a site each', (index: number) => `s${index}.example`, { from: 0, to: 0.3 }],
  ] as const)(
    'leaves %s of the whole to the counting where rows are %s',
    async (_, __, site, { from, to }) => {
      const world = await openImportWorld(database);
      const heard: ImportProgress[] = [];
      const rows = Array.from({ length: 300 }, (___, index) => `word ${index},1,https://${site(index)}/`);
      const services = { ...world.services, onProgress: (progress: ImportProgress) => heard.push(progress) };
      await importSource(sourceOf(lines('keyword,position,url', ...rows)), { market: {} }, services);
      const written = heard.filter(({ phase }) => phase === 'writing').at(-1)?.share;
      expect(written).toBeGreaterThanOrEqual(from);
      expect(written).toBeLessThanOrEqual(to);
    },
  );

  it('tells how far taking it back is, too', async () => {
    const world = await openImportWorld(database);
    const rows = Array.from({ length: 600 }, (_, index) => `word ${index},1,https://s${index % 7}.example/`);
    const { import_id: id } = await world.import(lines('keyword,position,url', ...rows));
    const heard: ImportProgress[] = [];
    const onProgress = (progress: ImportProgress) => heard.push(progress);
    await undoImport(id ?? '', undefined, { ...world.services, onProgress });
    const shares = heard.map(({ share }) => share ?? -1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares[0]).toBeGreaterThan(0);
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(heard.filter(({ phase }) => phase === 'writing').at(-1)).toMatchObject({
      rows: 600,
      unit: 'keywords',
    });
    expect(new Set(heard.map(({ phase }) => phase))).toEqual(new Set(['writing', 'counting']));
  });

  it('of a rank tracker with one row a keyword does not claim that others are absent', async () => {
    const world = await openImportWorld(database);
    await world.import(lines('keyword,position,url', 'tea,1,https://a.example/'));
    const { value } = await world.index.positions('b.example', ['tea'], market);
    expect(value[0]).toMatchObject({ status: 'unknown', checked_depth: null });
  });

  it('lets a newer listing replace an older one, whatever the order of the files', async () => {
    const older = lines(
      'keyword,position,url,observed_at',
      'tea,1,https://a.example/,2026-01-01',
      'tea,2,https://b.example/,2026-01-01',
      'tea,3,https://c.example/,2026-01-01',
    );
    const newer = older.replaceAll('2026-01-01', '2026-02-01').replaceAll('a.example', 'z.example');
    for (const files of [
      [older, newer],
      [newer, older],
    ]) {
      const world = await openImportWorld(database);
      for (const file of files) await world.import(file);
      const { value } = await world.storedListings.listing('tea', market, 10);
      expect(value?.organic[0]?.url).toBe('https://z.example/');
      expect((await world.index.rankedKeywords({ domain: 'a.example' }, market, 10)).value.rows).toEqual([]);
    }
  });

  it('adds a site of its own export to a whole listing without touching the others', async () => {
    const world = await openImportWorld(database);
    const listing = {
      searchParameters: { q: 'tea', gl: 'us', num: 10 },
      organic: [
        { link: 'https://a.example/', position: 1 },
        { link: 'https://shop.example/', position: 2 },
      ],
    };
    await world.import(JSON.stringify(listing), {}, 'l.json');
    await world.import(
      lines('Keyword,Volume,KD,Position,URL,Last update', 'tea,90,3,5,https://shop.example/new,2026-11-20'),
    );
    const { value } = await world.index.positions('a.example', ['tea'], market);
    expect(value[0]).toMatchObject({ status: 'ranked', position: 1 });
    const { value: own } = await world.index.positions('shop.example', ['tea'], market);
    expect(own[0]).toMatchObject({ position: 5, url: 'https://shop.example/new', monthly_volume: 90 });
    const { value: none } = await world.index.positions('z.example', ['tea'], market);
    expect(none[0]).toMatchObject({ status: 'not_in_top_n' });
  });

  it('says so when a file is of no known format', async () => {
    const world = await openImportWorld(database);
    for (const content of ['', 'hello world', 'a,b\n1,2\n', Buffer.from([0, 1, 2, 3, 255])])
      expect(await world.import(content)).toMatchObject({
        status: 'nothing_imported',
        import_id: null,
        problems: [{ reason: expect.stringMatching(/^The (?:table|file) is n/u) }],
      });
  });

  it('says that a table of a known format has no row', async () => {
    const world = await openImportWorld(database);
    expect(await world.import('keyword,position,url,volume\n')).toMatchObject({
      status: 'nothing_imported',
      format: 'plain-csv',
      notes: ['The file has its columns or members, and no row.'],
    });
  });

  it('bounds what a hostile file can do: huge cells, unclosed quotes, control characters, formulas', async () => {
    const world = await openImportWorld(database);
    const report = await world.import(
      lines(
        'keyword,position,url,title',
        `${'x'.repeat(300)},1,https://a.example/,t`,
        'bell\u0007,1,https://a.example/,t',
        `tea,1,https://a.example/,"${'t'.repeat(20_000)}"`,
        'tea,2,https://b.example/,t',
        'tea,3,https://c.example/,t',
        '=cmd|calc,2,https://a.example/,@SUM(1)',
        `mate,1,https://a.example/${'p'.repeat(3_000)},t`,
        'maté,999999999999999999999,https://a.example/,t',
        `last,1,https://a.example/,"${'never closed '.repeat(40_000)}`,
      ),
    );
    expect(report).toMatchObject({ status: 'imported', keywords_changed: 2 });
    expect(report.bad_rows).toBeGreaterThanOrEqual(3);
    const { value } = await world.storedListings.listing('tea', market, 10);
    expect(value?.organic[0]?.title).toHaveLength(500);
  });
});
