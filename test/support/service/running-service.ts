import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperations } from '#local/admin/open-operations.ts';
import { tableNames } from '#local/data/database.ts';
import { startOneMachine } from '#local/one-machine.ts';
import { readSettings } from '#local/settings.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { clearOfTheEnd } from '../calendar.ts';
import { duringTests } from '../during-tests.ts';
import { callersOf, type RunningService } from './callers.ts';

export type { Answer, Caller, RunningService } from './callers.ts';

// The service logs to the console, which would bury what the tests say.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

/** The whole service while the tests of a file or a `describe` run. */
export function testService(): RunningService {
  return duringTests(startService);
}

/**
 * The whole service on a free port: as `npm start` runs it, in a folder of its
 * own, or with `JOURNEYS_ON=deployed` as the synthesized stacks would.
 */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  // Spend limits, margins and books are by the month.
  await clearOfTheEnd('month', 100_000);
  if (process.env.JOURNEYS_ON === 'deployed') {
    const { startDeployedService } = await import('#test/deployed/support/deployed-service.ts');
    const { DATAFORSEO_LOGIN: login, DATAFORSEO_PASSWORD: password, UPSTREAM_BASE_URL } = env;
    const request_timeout_seconds = Number(env.UPSTREAM_TIMEOUT_SECONDS ?? 28);
    const upstream = JSON.stringify({
      login,
      password,
      base_url: UPSTREAM_BASE_URL,
      request_timeout_seconds,
    });
    return startDeployedService(login ? { secrets: { upstream } } : {});
  }
  const folder = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'oriel-test-')));
  const settings = { PORT: '0', DATA_DIR: folder, ...env };
  const machine = await startOneMachine(readSettings(settings), { step: () => {}, line: () => {} });
  const operations = await openOperations(undefined, settings);
  const database = await openDatabase(folder);
  return {
    machine,
    folder,
    database,
    withoutDatasets: (run) => withoutDatasets(folder, run),
    operations,
    ...callersOf(machine.ready.base_url, operations),
    async stop() {
      database.documents.destroy();
      await operations.close();
      await machine.close();
      if (env.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The database of the running server, as its data folder tells. */
async function openDatabase(folder: string): Promise<RunningService['database']> {
  const { endpoint } = JSON.parse(await readFile(join(folder, 'database.json'), 'utf8'));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return { documents: createDocuments({ endpoint, region: 'local', credentials }), tables: tableNames() };
}

/** A file where the folder was: every put fails. */
async function withoutDatasets<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  const datasets = join(folder, 'objects', 'datasets');
  await rename(datasets, `${datasets}-aside`);
  await writeFile(datasets, '');
  try {
    return await run();
  } finally {
    await rm(datasets);
    await rename(`${datasets}-aside`, datasets);
  }
}
