import { type AwsEnvironment, awsEnvironment } from '#shared/aws/aws-request.ts';
import { createSecretStore, type SecretStore } from '#shared/aws/secret-store.ts';
import { createClock } from '#shared/clock.ts';
import { type Config, loadConfig } from '#shared/config.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/dynamo/documents.ts';
import { createLogger } from '#shared/logger.ts';
import type { ObjectStore } from '#shared/objects/object-store.ts';
import { createS3ObjectStore } from '#shared/objects/s3-object-store.ts';
import { openServiceSecrets } from '#shared/secrets.ts';
import type { Foundation } from './compose-services.ts';

/** A foundation without the service's own secret, which not every function may read. */
export interface LiveGround extends Omit<Foundation, 'secrets'> {
  readonly config: Config;
  readonly secretStore: SecretStore;
}

export interface LiveFoundation extends Foundation, LiveGround {}

let ground: LiveGround | undefined;
let opened: Promise<LiveFoundation> | undefined;

/** What a deployed function stands on that has no use for secrets of the service. */
export function liveGround(): LiveGround {
  ground ??= openGround();
  return ground;
}

/** The ground of a deployed function: built with the first call of a container and kept for the others. */
export function liveFoundation(): Promise<LiveFoundation> {
  opened ??= openFoundation().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function openFoundation(): Promise<LiveFoundation> {
  const live = liveGround();
  const { service } = live.config.secretArns;
  if (service === undefined) throw new Error('SERVICE_SECRETS_ARN must be set.');
  return { ...live, secrets: openServiceSecrets(await live.secretStore.read(service)) };
}

function openGround(): LiveGround {
  const { env } = process;
  const config = loadConfig(env);
  const aws = awsEnvironment(env);
  return {
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
}

/** A function without a bucket was granted none, and says so when it asks for an object all the same. */
function bucketObjects(bucket: string | undefined, aws: AwsEnvironment): ObjectStore {
  return createS3ObjectStore(bucket ?? 'not-granted', aws);
}
