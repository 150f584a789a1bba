import { parseUpstreamAccount, type UpstreamAccount } from '#shared/facts/providers/upstream-account.ts';
import { type ComposedServices, composeCallServices } from '#shared/http/compose-services.ts';
import { awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createClock } from '#shared/platform/clock.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';
import { openServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';
import { tableNames } from '../data/create-tables.ts';
import { type Operator, openOperator } from './operator.ts';

export interface StageFoundation extends Foundation {
  readonly call: ComposedServices;
  readonly operator: Operator;
  /** The live provider's account, where the stage has one. */
  readonly upstream: () => Promise<UpstreamAccount | undefined>;
}

/** The tables of a deployed stage; `validation_error` for what cannot be the name of one. */
export function stageTables(stage: string): TableNames {
  if (!/^[a-z][a-z0-9-]{0,20}$/u.test(stage))
    throw new ServiceError('validation_error', '--stage is the name of a deployed stage, such as prod.');
  return tableNames(`oriel-${stage}-`);
}

/**
 * A deployed stage as its operator reaches it: with the AWS credentials of the
 * shell. Tables and secrets have the names that the data stack gives them.
 */
export async function openStageFoundation(stage: string, env: NodeJS.ProcessEnv): Promise<StageFoundation> {
  const aws = awsEnvironment(env);
  const tables = stageTables(stage);
  const secretStore = createSecretStore(aws);
  const secrets = openServiceSecrets(await secretStore.read(`oriel/${stage}/service`));
  const clock = createClock();
  const documents = createDocuments();
  const foundation: Foundation = {
    documents,
    singleAttempt: createSingleAttemptDocuments(),
    tables,
    objects: createS3ObjectStore('not-used', aws),
    secrets,
    clock,
    logger: createLogger('oriel-admin'),
    baseUrl: `https://${stage}.invalid`,
    dashboardUrl: `https://${stage}.invalid`,
  };
  const call = composeCallServices(foundation);
  return {
    ...foundation,
    call,
    upstream: async () => parseUpstreamAccount(await secretStore.read(`oriel/${stage}/upstream`)),
    operator: openOperator(foundation, call),
  };
}
