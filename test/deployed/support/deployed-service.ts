import { bookkeeping, type Operations } from '#local/admin/open-operations.ts';
import { openOperator } from '#local/admin/operator.ts';
import { upstreamReports } from '#local/admin/upstream-reports.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken, sessionTokenSeconds } from '#shared/callers/identity/session-token.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import { openSigningSecret } from '#shared/callers/identity/signing-secret.ts';
import { loadSampleMarket } from '#shared/facts/stored-index/sample/load-sample.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { createClock, isoTime } from '#shared/platform/clock.ts';
import { createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { openServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { callersOf, type RunningService } from '#test/support/service/callers.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';
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
    operators: createOperators(running),
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
  const { documents, tables, baseUrl, databaseConfig } = running;
  const clock = createClock();
  const secrets = openServiceSecrets(running.secret('service'));
  const foundation: Foundation = {
    documents,
    singleAttempt: createSingleAttemptDocuments(databaseConfig),
    tables,
    objects: memoryObjects(),
    secrets,
    clock,
    logger: createLogger('oriel-admin'),
    baseUrl,
    dashboardUrl: baseUrl,
  };
  const call = composeCallServices(foundation);
  const identity = { documents, name: tables.identity, clock };
  return {
    ...bookkeeping({ documents, tables, clock, call }),
    ...upstreamReports({ documents, tables, clock, call }, async () => undefined),
    operator: openOperator(foundation, call),
    async createSession(accountId) {
      const { keys } = openSigningSecret(running.secret('signing'));
      await createPublishedKeys(identity).publish(publicKeysOf(keys));
      const { session } = await createSessionRepository(identity).start({
        accountId,
        method: 'email',
        userAgent: 'test',
      });
      return {
        session_token: mintSessionToken(session, { issuer: baseUrl, key: keys.current, now: clock() }),
        session_id: session.sessionId,
        expires_at: isoTime(clock() + sessionTokenSeconds * 1_000),
      };
    },
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
