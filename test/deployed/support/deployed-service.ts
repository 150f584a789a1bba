import { type Operations, operationsOn, startSession } from '#local/admin/open-operations.ts';
import type { SecretName } from '#shared/contract/grants.ts';
import { loadSampleMarket } from '#shared/facts/stored-index/sample/sample-market.ts';
import { createClock } from '#shared/platform/clock.ts';
import { callersOf, type RunningService } from '#test/support/service/callers.ts';
import { type DeploymentOptions, type RunningDeployment, startDeployment } from './deployment.ts';
import { createOperators, type Operators } from './operators.ts';

export interface DeployedService extends RunningService {
  readonly running: RunningDeployment;
  readonly operators: Operators;
}

/** The synthesized service with an operator beside it, in the shape that journeys talk to. */
export async function startDeployedService(options: DeploymentOptions = {}): Promise<DeployedService> {
  const running = await startDeployment(options);
  await loadSampleMarket({ documents: running.documents, table: running.tables.index, clock: Date.now });
  const operations = operationsOf(running);
  const demo = await operations.operator.openDemo('demo@oriel.example', 1_000);
  const { baseUrl } = running;
  return {
    running,
    operators: createOperators(running, operations.operator),
    folder: '',
    database: running,
    withoutDatasets: (run) => withoutDatasets(running, run),
    machine: {
      ready: { base_url: baseUrl, dashboard_url: baseUrl, mcp_url: `${baseUrl}/mcp`, ...demo },
      close: running.stop,
    },
    operations,
    ...callersOf(baseUrl, operations),
    stop: running.stop,
  };
}

/** What an operator does to a deployed stage: straight at the tables, with the stage's own secrets. */
function operationsOf(running: RunningDeployment): Operations {
  const { documents, tables, baseUrl } = running;
  const readSecret = async (name: SecretName) =>
    name === 'service' || name === 'signing' ? running.secret(name) : undefined;
  const foundation = { documents, tables, clock: createClock(), readSecret, baseUrl };
  return {
    ...operationsOn(foundation),
    createSession: (accountId) => startSession(foundation, accountId),
    syncSite: () => Promise.reject(new Error('Deployed, the schedule syncs.')),
    rotateSigningKeys: () => Promise.reject(new Error('The secret of a stage is edited by hand.')),
    close: async () => {},
  };
}

/** No role may put a dataset into the bucket. */
async function withoutDatasets<Result>(
  { permissions, deployment }: RunningDeployment,
  run: () => Promise<Result>,
): Promise<Result> {
  const grants = deployment.functions.map(({ name }) => ({
    functionName: name,
    sid: 'ObjectsDatasetsPut',
    action: 's3:PutObject',
  }));
  for (const grant of grants) permissions.withhold(grant);
  try {
    return await run();
  } finally {
    for (const grant of grants) permissions.giveBack(grant);
  }
}
