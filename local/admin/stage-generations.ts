import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { createGenerationTables } from '#shared/facts/generations/generation-tables.ts';
import { type Generations, openGenerations } from '#shared/facts/generations/generations.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createTransformMachine, type TransformMachine } from '../bulk/transform-machine.ts';
import { bucketOf, transformMachineOf } from './stage-bucket.ts';
import { stageTables } from './stage-foundation.ts';

/** The generations of a deployed stage's index, and the machine that can make them, with the AWS credentials and region of the shell. */
export interface StageGenerations extends Generations {
  machine(): Promise<TransformMachine>;
  close(): Promise<void>;
}

export async function openStageGenerations(stage: string): Promise<StageGenerations> {
  const { index: home } = stageTables(stage);
  const bucket = await bucketOf(stage);
  const client = new DynamoDBClient();
  const states = new SFNClient();
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
    async machine() {
      return createTransformMachine(states, await transformMachineOf(stage));
    },
    async close() {
      states.destroy();
      documents.destroy();
      client.destroy();
    },
  };
}
