import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import * as v from 'valibot';
import { awsPatience } from '../aws-patience.ts';

/** The function was called and did not answer; told by its name, since bundles have copies of this module. */
class FunctionFailed extends Error {
  override name = 'FunctionFailed';
}

interface InvokerConfig extends LambdaClientConfig {
  /** 12 where it is left out. */
  readonly answersWithinSeconds?: number;
}

/** Calls functions by their names and gives their answers as parsed JSON; rejects where one fails. */
export function createInvoker(
  config: InvokerConfig = {},
): (functionName: string, question: object) => Promise<unknown> {
  const invoke = createTextInvoker(config);
  return async (functionName, question) => JSON.parse(await invoke(functionName, question));
}

/** As `createInvoker`, with answers as they are: those of functions that stream are no JSON. */
export function createTextInvoker({
  answersWithinSeconds = 12,
  ...config
}: InvokerConfig = {}): (functionName: string, question: object) => Promise<string> {
  const requestHandler = { ...awsPatience.requestHandler, socketTimeout: answersWithinSeconds * 1_000 };
  // A function that was too slow once is not asked again meanwhile: the caller who waits for the answer decides.
  const client = new LambdaClient({ ...awsPatience, requestHandler, maxAttempts: 1, ...config });
  return async (FunctionName, question) => {
    const Payload = Buffer.from(JSON.stringify(question));
    const answer = await client.send(new InvokeCommand({ FunctionName, Payload }));
    const text = Buffer.from(answer.Payload ?? []).toString();
    if (answer.FunctionError) throw new FunctionFailed(`${FunctionName} failed: ${reasonIn(text)}`);
    return text;
  };
}

const crash = v.pipe(v.string(), v.parseJson(), v.object({ errorMessage: v.string() }));

/** What Lambda says of a function that ended without an answer, in one line and at most 300 characters. */
function reasonIn(text: string): string {
  const parsed = v.safeParse(crash, text);
  const said = parsed.success ? parsed.output.errorMessage : text;
  return said.replaceAll(/\s+/gu, ' ').slice(0, 300);
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
