import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { consoleTables, type ExportedFile, exportedFiles } from '#test/support/index/import-files.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';
import { zipOf } from '#test/support/zip.ts';

const run = promisify(execFile);

interface Report {
  readonly file: string;
  readonly import_id: string | null;
  readonly format: string | null;
  readonly status: string;
  readonly rows: number;
  readonly bad_rows: number;
  readonly problems: readonly { readonly line: number; readonly reason: string }[];
}

describe('npm run import, beside the running server', () => {
  let caller: Caller;
  let folder: string;
  const service = testService();
  beforeAll(async () => {
    caller = await service.openAccount(1_000);
    folder = await mkdtemp(join(tmpdir(), 'oriel-files-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** What the command prints, parsed. */
  const command = async (...args: readonly string[]) => {
    const { stdout } = await run(process.execPath, ['bin/import.ts', ...args], {
      env: { ...process.env, DATA_DIR: service.folder },
    });
    return JSON.parse(stdout);
  };
  const importing = async (...args: readonly string[]): Promise<readonly Report[]> =>
    (await command(...args)).imports;
  const written = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const keywordData = async (keyword: string) =>
    (await caller.post('/v1/tools/inspect_keyword', { keyword })).body.data;
  const domainData = async (domain: string) =>
    (await caller.post('/v1/tools/inspect_domain', { domain })).body.data;

  it('takes a file of every format at once, and the service answers from each', async () => {
    const paths = await Promise.all(exportedFiles.map(({ name, content }) => written(name, content)));
    const reports = await importing(...paths);
    const told = reports.map(({ format, status, rows, bad_rows }) => [format, status, rows, bad_rows]);
    expect(told).toEqual(exportedFiles.map(({ format, rows }) => [format, 'imported', rows, 0]));
    const answers = new Map<ExportedFile, unknown>();
    for (const file of exportedFiles) answers.set(file, await keywordData(file.keyword));
    for (const [{ known, keyword }, answer] of answers) expect(answer).toMatchObject({ keyword, ...known });
    expect((await keywordData('import serper')).serp_top).toMatchObject([
      { position: 1, domain: 'one.example', title: 'One' },
      { position: 2, domain: 'two.example' },
    ]);
    for (const site of ['ahrefs-site.example', 'semrush-site.example'])
      expect((await domainData(site)).top_keywords).toMatchObject([{ position: 4, monthly_volume: 1300 }]);
    expect(
      (await domainData('plain-site.example')).top_keywords.map((row: { position: number }) => row.position),
    ).toEqual([1, 2]);
  });

  it('takes a Search Console archive: its site is read from the table of pages', async () => {
    const tables = consoleTables('zip-site.example', 'import from zip');
    const path = await written('Performance.zip', zipOf(tables));
    const reports = await importing(path, '--account', caller.accountId);
    const told = new Map(reports.map(({ file, ...report }) => [file.slice(path.length + 1), report]));
    expect([...told.keys()].sort()).toEqual(Object.keys(tables).sort());
    for (const name of ['Queries.csv', 'Pages.csv', 'Countries.csv', 'Devices.csv'])
      expect(told.get(name)).toMatchObject({ format: 'search-console', status: 'imported', bad_rows: 0 });
    // The table of days lies in the archive under two names; it counts once.
    const days = [told.get('Dates.csv'), told.get('Chart.csv')].map((report) => report?.status);
    expect(days.sort()).toEqual(['imported', 'nothing_imported']);
    expect(told.get('Filters.csv')).toMatchObject({ format: 'search-console-filters' });
    const data = await domainData('zip-site.example');
    expect(data.own).toMatchObject({
      clicks: 1204,
      impressions: 34_000,
      from: '2026-11-19',
      to: '2026-11-19',
    });
    expect(data.top_keywords).toMatchObject([
      {
        keyword: 'import from zip',
        position: 4,
        basis: 'average',
        own: { clicks: 1204, impressions: 34_000 },
      },
      { keyword: 'import from zip, second hand', position: 62 },
      { keyword: 'seen on no page of results', position: 140, own: { clicks: 0, impressions: 9 } },
    ]);
    expect(data.top_pages).toMatchObject([{ url: 'https://zip-site.example/', own: { clicks: 1204 } }]);
    const again = await importing(path, '--account', caller.accountId);
    const imported = (list: readonly Report[]) => list.filter(({ import_id: id }) => id !== null);
    expect(imported(again)).toEqual(
      imported(reports).map((report) => ({ ...report, status: 'already_imported' })),
    );
  });

  it('shows no other account what one has brought', async () => {
    const stranger = await service.openAccount(100);
    const { body } = await stranger.post('/v1/tools/inspect_domain', { domain: 'zip-site.example' });
    expect(JSON.stringify(body)).not.toContain('import from zip');
    expect(body.data.own).toBeUndefined();
  });

  it('takes a Search Console folder with byte order marks; where no page tells the site, --domain does', async () => {
    const { 'Pages.csv': _, ...tables } = consoleTables('folder-site.example', 'import from folder');
    const path = join(folder, 'export');
    await mkdir(path);
    for (const [name, content] of Object.entries(tables))
      await writeFile(join(path, name), `\uFEFF${content}`);
    await expect(importing(path, '--account', caller.accountId)).rejects.toMatchObject({
      stdout: expect.stringContaining('`--domain` of the command'),
    });
    await importing(path, '--account', caller.accountId, '--domain', 'www.folder-site.example');
    expect((await domainData('folder-site.example')).top_keywords).toMatchObject([
      { keyword: 'import from folder', position: 4 },
      { keyword: 'import from folder, second hand', position: 62 },
      { keyword: 'seen on no page of results' },
    ]);
  });

  it('tells a table without dates as undated, with the day of its file, and keeps its places of no day', async () => {
    const path = await written(
      'ranks.csv',
      'keyword,position,url\nimport undated,3,https://undated-site.example/a\n',
    );
    await importing(path);
    const told = { observed_at: null, file_date: new Date().toISOString().slice(0, 10) };
    const ask = { domain: 'undated-site.example', keywords: ['import undated'] };
    const { body } = await caller.post('/v1/tools/inspect_search_visibility', ask);
    expect(body.data.positions).toMatchObject([{ status: 'ranked', position: 3, ...told }]);
    expect(body.facts).toMatchObject([{ type: 'ranks_for', provenance: told }]);
    expect(body.coverage.as_of).toBeNull();
    const { body: domain } = await caller.post('/v1/tools/inspect_domain', { domain: ask.domain });
    for (const { warnings } of [body, domain])
      expect(warnings).toContainEqual({
        code: 'undated_data',
        message: `Undated; file of ${told.file_date}. The table says no day of its own.`,
      });
  });

  it('exits 1 where nothing was imported, and says why', async () => {
    const path = await written('no-table.csv', 'a,b\n1,2\n');
    await expect(importing(path)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/"nothing_imported"[\s\S]*Columns found: \\"a\\", \\"b\\"/u),
    });
  });

  it('counts rows of a wrong width with their lines, and undoes an import without a trace', async () => {
    const table = [
      'keyword,position,url,volume,,',
      'import width,1,https://width-site.example/,90,,',
      'broken row',
      'import, width,2,https://width-site.example/b,90,,',
      'import width two,3,https://width-site.example/c,90',
      'import width three,4',
    ];
    const path = await written('width.csv', `${table.join('\n')}\n`);
    const [report] = await importing(path);
    expect(report).toMatchObject({ status: 'imported', rows: 5, bad_rows: 3 });
    expect(report?.problems.map(({ line }) => line)).toEqual([3, 4, 6]);
    expect(report?.problems[0]?.reason).toBe('The row has 1 cells where the table has 4 columns.');
    expect((await domainData('width-site.example')).summary.organic_keywords).toBe(2);
    const [again] = await importing(path);
    expect(again).toMatchObject({ status: 'already_imported', import_id: report?.import_id });
    expect((await importing('--list')).map(({ import_id: id }) => id)).toContain(report?.import_id);
    expect(await command('--undo', report?.import_id ?? '')).toMatchObject({ status: 'undone', keywords: 2 });
    expect((await domainData('width-site.example')).summary.organic_keywords).toBeNull();
    expect((await keywordData('broken row')).monthly_volume).toBeNull();
  });
});
