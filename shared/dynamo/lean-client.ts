import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
} from '@aws-sdk/client-dynamodb';
import { signedHeaders } from '#shared/aws/signature.ts';
import { readAnswer, type WireAnswer, writeBody } from './json-wire.ts';

/** A request as the SDK's retries and its HTTP handler expect it. */
interface WireRequest {
  readonly method: 'POST';
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Where it goes, for the signature. */
  readonly url: URL;
}

/** Steps of the SDK that the two below stand for, and those that write logs or count the SDK's own features. */
const replacedSteps = [
  'getUserAgentMiddleware',
  'contentLengthMiddleware',
  'hostHeaderMiddleware',
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
];

/**
 * The SDK's DynamoDB client with its endpoints, credentials, retries and HTTP
 * handler, and with steps of our own where it is general: what a request says
 * in JSON, what an answer says, and the signature. The SDK's own walk a schema
 * for every value and derive a signing key for every request; they took half of
 * a call's processor time and 60 kB of every bundle. `test/shared/dynamo`
 * compares both.
 */
export function createLeanClient(config: DynamoDBClientConfig = {}): DynamoDBClient {
  const client = new DynamoDBClient(config);
  const { middlewareStack: stack } = client;
  for (const name of replacedSteps) stack.remove(name);
  stack.add(
    (next, context) => async (args) => {
      const { commandName = '', endpointV2 } = context;
      if (!endpointV2) throw new Error('The client resolved no endpoint.');
      return next({ ...args, request: requestOf(commandName, endpointV2.url, args.input) });
    },
    { name: 'serializerMiddleware', step: 'serialize', override: true },
  );
  const sign = signerOf(client);
  stack.add(
    (next) => async (args) => {
      if (!isWireRequest(args.request)) throw new TypeError('The request is none of this client.');
      const { request, correctSkew } = await sign(args.request);
      return next({ ...args, request }).catch(correctSkew);
    },
    // After the retries, so that each attempt is signed at its own time.
    { name: 'signStep', step: 'finalizeRequest', priority: 'low' },
  );
  stack.add(
    (next) => async (args) => {
      const { response } = await next(args);
      if (!isWireAnswer(response)) throw new TypeError('The HTTP handler gave no answer.');
      return { response, output: await readAnswer(response) };
    },
    { name: 'deserializerMiddleware', step: 'deserialize', override: true },
  );
  return client;
}

/** The commands' names on the wire, such as `GetItem` for `GetItemCommand`. */
const targets = new Map<string, string>();

function targetOf(commandName: string): string {
  const known = targets.get(commandName);
  if (known !== undefined) return known;
  const target = `DynamoDB_20120810.${commandName.replace(/Command$/u, '')}`;
  targets.set(commandName, target);
  return target;
}

function requestOf(commandName: string, url: URL, input: object): WireRequest {
  const body = writeBody(input);
  return {
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    path: url.pathname,
    query: {},
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'oriel aws-sdk-js/3',
      'x-amz-target': targetOf(commandName),
    },
    body,
    url,
  };
}

/** Errors of an own clock that is wrong; the database answers them with its time. */
const skewErrors = [
  'RequestTimeTooSkewed',
  'RequestExpired',
  'RequestInTheFuture',
  'InvalidSignatureException',
];
/** From what difference on the clock is the cause and not the signature; AWS takes five minutes. */
const skewMs = 4 * 60 * 1_000;

/** Signs with the client's credentials and region, and with AWS's clock where ours turned out to be wrong. */
function signerOf({ config }: DynamoDBClient) {
  let offsetMs = 0;
  const correctSkew = (error: unknown): never => {
    if (error instanceof DynamoDBServiceException && skewErrors.includes(error.name)) {
      const serverTime = Date.parse(error.$response?.headers.date ?? '');
      const difference = serverTime - Date.now();
      if (Math.abs(difference - offsetMs) > skewMs) {
        offsetMs = difference;
        Object.assign(error.$metadata, { clockSkewCorrected: true });
      }
    }
    throw error;
  };
  return async (request: WireRequest) => {
    const [credentials, region] = await Promise.all([config.credentials(), config.region()]);
    const headers = signedHeaders(request, {
      service: 'dynamodb',
      region,
      credentials,
      now: Date.now() + offsetMs,
    });
    return { request: { ...request, headers }, correctSkew };
  };
}

function isWireRequest(request: unknown): request is WireRequest {
  return typeof request === 'object' && request !== null && 'url' in request && request.url instanceof URL;
}

function isWireAnswer(answer: unknown): answer is WireAnswer {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'statusCode' in answer &&
    typeof answer.statusCode === 'number' &&
    'headers' in answer &&
    typeof answer.headers === 'object'
  );
}
