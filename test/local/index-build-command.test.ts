import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDataFolder } from '#local/data/data-folder.ts';
import { tableNames } from '#local/data/database.ts';
import { openStorage } from '#local/data/storage.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { consoleTables, exportedFiles } from '#test/support/index/import-files.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';

const run = promisify(execFile);

describe('npm run index-build', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-build-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const build = (...args: readonly string[]) =>
    run(process.execPath, ['bin/index-build.ts', ...args], {
      env: { ...process.env, DATA_DIR: join(folder, 'data') },
    });
  const written = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };

  it('makes a folder with files of every format and the sample market in it, from which the service answers', async () => {
    const paths = await Promise.all(exportedFiles.map(({ name, content }) => written(name, content)));
    const { stdout } = await build('--threads', '2', ...paths);
    const { files, items, peak_megabytes } = JSON.parse(stdout);
    expect(files).toMatchObject(
      exportedFiles.map(({ format, rows }) => ({ format, rows, status: 'imported', bad_rows: 0 })),
    );
    expect(items).toBeGreaterThan(50_000);
    expect(peak_megabytes).toBeLessThan(512);
    const storage = await openStorage(await openDataFolder(join(folder, 'data')));
    const documents = createDocuments(storage.database.clientConfig);
    const { index } = createStoredIndex({ documents, table: tableNames().index });
    const market = resolveMarket();
    for (const { keyword } of exportedFiles)
      expect((await index.keywordDetail(keyword, market)).value).toMatchObject({ keyword });
    const sample = await index.domainOverview('grindhaus.example', market);
    expect(sample.value.organic_keywords).toBeGreaterThan(10);
    documents.destroy();
    await storage.close();
    // What is in the folder by now is not built over.
    await expect(build(paths[0] ?? '')).rejects.toMatchObject({
      stderr: expect.stringContaining('has a database already'),
    });
  });

  it('takes nothing that belongs to an account, says so, and leaves the folder fresh', async () => {
    const queries = await written(
      'Queries.csv',
      consoleTables('own.example', 'own query')['Queries.csv'] ?? '',
    );
    await expect(build(queries)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('belong to one account'),
    });
    expect(await readdir(join(folder, 'data', 'database'))).toEqual([]);
  });
});
