import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  type GetFunctionConfigurationCommandOutput,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import type { Foundation } from '#functions/foundation.ts';
import { tableNames } from '#local/data/database.ts';
import { createGenerationTables } from '#shared/facts/generations/generation-tables.ts';
import { type Generations, openGenerations } from '#shared/facts/generations/generations.ts';
import { createClock } from '#shared/platform/clock.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';

export type AdminFoundation = Pick<Foundation, 'documents' | 'tables' | 'clock' | 'readSecret'>;

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
export function openStageFoundation(stage: string): AdminFoundation {
  const tables = stageTables(stage);
  const secretStore = createSecretStore();
  return {
    documents: createDocuments(),
    tables,
    clock: createClock(),
    readSecret: (name) => secretStore.read(`oriel/${stage}/${name}`),
  };
}

/** Name of a stage's bucket, which is no fixed one: the function that writes to it by schedule knows it. `not_found` where there is no such stage. */
export async function bucketOf(stage: string): Promise<string> {
  const bucket = (await upkeepFunction(stage, 'export-usage')).Environment?.Variables?.OBJECTS_BUCKET;
  if (bucket === undefined) throw new Error(`The exports of ${stage} name no bucket.`);
  return bucket;
}

async function upkeepFunction(stage: string, name: string): Promise<GetFunctionConfigurationCommandOutput> {
  const client = new LambdaClient();
  const FunctionName = `oriel-${stage}-upkeep-${name}`;
  try {
    return await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    const region = await client.config.region();
    throw new ServiceError(
      'not_found',
      `There is no deployed stage ${stage} in ${region}, or it was deployed before it had ${FunctionName}. See AWS_REGION.`,
    );
  } finally {
    client.destroy();
  }
}

/** The generations of a deployed stage's index, with the AWS credentials and region of the shell. */
export interface StageGenerations extends Generations {
  close(): Promise<void>;
}

export async function openStageGenerations(stage: string): Promise<StageGenerations> {
  const { index: home } = stageTables(stage);
  const bucket = await bucketOf(stage);
  const client = new DynamoDBClient();
  const documents = createDocuments();
  const generations = openGenerations({
    ...{ documents, home, bucket },
    tables: createGenerationTables(client),
    objects: createS3ObjectStore(bucket),
    clock: Date.now,
    pause: async (milliseconds) => {
      await sleep(milliseconds);
    },
  });
  return {
    ...generations,
    async close() {
      documents.destroy();
      client.destroy();
    },
  };
}
