import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { awsPatience } from '../aws-patience.ts';

/** Calls functions by their names and gives their answers as parsed JSON; rejects where one fails. */
export function createInvoker(
  config: LambdaClientConfig = {},
): (functionName: string, question: object) => Promise<unknown> {
  const requestHandler = { ...awsPatience.requestHandler, socketTimeout: 12_000 };
  // A function that was too slow once is not asked again meanwhile: a person waits for the answer.
  const client = new LambdaClient({ ...awsPatience, requestHandler, maxAttempts: 1, ...config });
  return async (FunctionName, question) => {
    const Payload = Buffer.from(JSON.stringify(question));
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    if (answer.FunctionError) throw new Error(`${FunctionName} failed: ${answer.FunctionError}`);
    return JSON.parse(Buffer.from(answer.Payload ?? []).toString());
  };
}

/** Starts functions by their names with an event; done when the start is taken down, long before the function is. */
export function createStarter(
  config: LambdaClientConfig = {},
): (functionName: string, event: object) => Promise<void> {
  const client = new LambdaClient({ ...awsPatience, ...config });
  return async (FunctionName, event) => {
    const Payload = Buffer.from(JSON.stringify(event));
    await client.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }));
  };
}
