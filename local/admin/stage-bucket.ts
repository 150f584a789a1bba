import {
  GetFunctionConfigurationCommand,
  type GetFunctionConfigurationCommandOutput,
  LambdaClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { ServiceError } from '#shared/platform/errors.ts';

/** Name of a stage's bucket, which is no fixed one: the function that writes to it by schedule knows it. `not_found` where there is no such stage. */
export async function bucketOf(stage: string): Promise<string> {
  const bucket = (await upkeepFunction(stage, 'export-usage')).Environment?.Variables?.OBJECTS_BUCKET;
  if (bucket === undefined) throw new Error(`The exports of ${stage} know no bucket.`);
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
