import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOperations } from '#local/admin/open-operations.ts';
import { startOneMachine } from '#local/one-machine.ts';
import { readSettings } from '#local/settings.ts';
import { callersOf, type RunningService } from './callers.ts';

export type { Answer, Caller, RunningService } from './callers.ts';

// The service logs to the console, which would bury what the tests say.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

/**
 * The whole service on a free port: as `npm start` runs it, in a folder of its
 * own, or with `JOURNEYS_ON=deployed` as the synthesized stacks would.
 */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
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
  return {
    machine,
    folder,
    operations,
    ...callersOf(machine.ready.base_url, operations),
    async stop() {
      await operations.close();
      await machine.close();
      if (env.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
