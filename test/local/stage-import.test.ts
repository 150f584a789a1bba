import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTables, type Database, startDatabase } from '#local/data/database.ts';
import { exportedFiles } from '#test/support/index/import-files.ts';

const run = promisify(execFile);

/** The table that the data stack makes for a stage `dev`, and a shell with credentials for it. */
describe('npm run import --stage', () => {
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-stage-import-'));
    database = await startDatabase({ env: {} });
    await createTables(database.clientConfig, 'oriel-dev-');
  });
  afterAll(async () => {
    await database.stop();
    await rm(folder, { recursive: true });
  });

  const command = async (...args: readonly string[]) => {
    const { stdout } = await run(process.execPath, ['bin/import.ts', ...args], {
      env: {
        ...process.env,
        DATA_DIR: join(folder, 'unused'),
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKIATEST',
        AWS_SECRET_ACCESS_KEY: 'not a secret',
        AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      },
    });
    return JSON.parse(stdout);
  };

  it('fills the index of a deployed stage, where it can be listed and undone', async () => {
    const [file] = exportedFiles;
    if (!file) throw new Error('There is no file to import.');
    const path = join(folder, file.name);
    await writeFile(path, file.content);
    const { imports } = await command(path, '--stage', 'dev');
    expect(imports).toMatchObject([{ status: 'imported', rows: file.rows }]);
    const [{ import_id }] = imports;
    expect((await command('--list', '--stage', 'dev')).imports).toHaveLength(1);
    await command('--undo', import_id, '--stage', 'dev');
    expect((await command(path, '--stage', 'dev')).imports).toMatchObject([{ status: 'imported' }]);
  });

  it('says what cannot be the name of a stage', async () => {
    await expect(command('--list', '--stage', 'no stage')).rejects.toThrow('validation_error: --stage');
  });
});
