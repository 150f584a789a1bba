import { type AwsEnvironment, awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { createClock } from '#shared/platform/clock.ts';
import { type Config, deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { memoizeWithTtl } from '#shared/platform/memoize-with-ttl.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createSecretStore, type SecretStore } from '#shared/platform/secrets/secret-store.ts';
import { openServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';

/** A foundation without the service's own secret, which not every function may read. */
export interface LiveGround extends Omit<Foundation, 'secrets'> {
  readonly config: Config;
  readonly secretStore: SecretStore;
}

export interface LiveFoundation extends Foundation, LiveGround {}

/** The ground of a deployed function: built with the first call of a container, and again when its secret may have changed. */
export const liveFoundation: () => Promise<LiveFoundation> = memoizeWithTtl(async () => {
  const opened = liveGround();
  const { service } = opened.config.secretArns;
  if (service === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  return { ...opened, secrets: openServiceSecrets(await opened.secretStore.read(service)) };
});

let ground: LiveGround | undefined;

/** What a container keeps as long as it lives, connections above all; enough where no secret of the service is used. */
export function liveGround(): LiveGround {
  if (ground) return ground;
  const env = deployedEnvironment();
  const config = loadConfig(env);
  const aws = awsEnvironment(env);
  ground = {
    config,
    secretStore: createSecretStore(aws),
    documents: createDocuments(),
    singleAttempt: createSingleAttemptDocuments(),
    tables: config.tables,
    objects: bucketObjects(config.objectsBucket, aws),
    clock: createClock(),
    logger: createLogger('oriel'),
    baseUrl: config.baseUrl,
    dashboardUrl: config.dashboardUrl,
  };
  return ground;
}

/** A function without a bucket was granted none, and says so when it asks for an object all the same. */
function bucketObjects(bucket: string | undefined, aws: AwsEnvironment): ObjectStore {
  return createS3ObjectStore(bucket ?? 'not-granted', aws);
}
