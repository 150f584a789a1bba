import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createGenerationTables } from '#shared/facts/generations/generation-tables.ts';
import { type Generations, openGenerations } from '#shared/facts/generations/generations.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { bucketOf } from './stage-bucket.ts';
import { stageTables } from './stage-foundation.ts';

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
