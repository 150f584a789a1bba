// biome-ignore lint/correctness/noUndeclaredDependencies: a part of the SDK, in the version that the SDK brings.
import { Client } from '@smithy/core/client';
// biome-ignore lint/correctness/noUndeclaredDependencies: a part of the SDK, in the version that the SDK brings.
import { getRetryPlugin, resolveRetryConfig } from '@smithy/core/retry';
// biome-ignore lint/correctness/noUndeclaredDependencies: a part of the SDK, in the version that the SDK brings.
import { NodeHttpHandler, type NodeHttpHandlerOptions } from '@smithy/node-http-handler';
import { defaultProvider } from './lambda-credentials.ts';

/** What this service sets; everything else is the runtime's. */
interface ClientSettings {
  readonly requestHandler?: NodeHttpHandlerOptions;
  readonly maxAttempts?: number;
}

interface Answered {
  $metadata: object;
}

/** Attempts of a request in the SDK's standard mode. */
const standardAttempts = 3;

function openConfig({ requestHandler, maxAttempts = standardAttempts }: ClientSettings) {
  // biome-ignore lint/style/noProcessEnv: the runtime's own variables, set before the first line runs.
  const { AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB } = process.env;
  const region = async () => {
    if (!AWS_REGION) throw new Error('The runtime gave no region: AWS_REGION is unset.');
    return AWS_REGION;
  };
  let endpoint: { readonly url: URL } | undefined;
  return {
    apiVersion: '2012-08-10',
    requestHandler: new NodeHttpHandler(requestHandler),
    credentials: defaultProvider(),
    region,
    endpoint: async () => {
      endpoint ??= { url: new URL(AWS_ENDPOINT_URL_DYNAMODB ?? regionalEndpoint(await region())) };
      return endpoint;
    },
    ...resolveRetryConfig({ maxAttempts, retryMode: 'standard' }),
  };
}

function regionalEndpoint(region: string): string {
  return `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/**
 * Stands in for `DynamoDBClient` of `@aws-sdk/client-dynamodb` in the bundles.
 * The SDK's reads profiles, weighs partitions and account endpoints, and brings
 * the protocol and the signature that `shared/platform/dynamo/lean-client.ts` replaces:
 * 90 kB that nothing on Lambda runs. What is left is the SDK's own: the stack
 * of steps, the commands, the retries and the HTTP handler. They are imported as
 * the SDK brings them: a version listed of our own could become a second copy.
 */
export class DynamoDBClient extends Client<object, object, Answered, ReturnType<typeof openConfig>> {
  constructor(settings: ClientSettings = {}) {
    const config = openConfig(settings);
    super(config);
    this.middlewareStack.use(getRetryPlugin(config));
  }
}
