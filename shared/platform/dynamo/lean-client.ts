import { randomUUID } from 'node:crypto';
import {
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
  GetItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  type ServiceInputTypes,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { signedHeaders } from '#shared/platform/aws/signature.ts';
import { readAnswer, type WireAnswer, writeBody } from './json-wire.ts';

/** The database's names of the commands that the service sends. */
const operations = new Map<unknown, string>([
  [BatchGetCommand, 'BatchGetItem'],
  [BatchWriteCommand, 'BatchWriteItem'],
  [DeleteCommand, 'DeleteItem'],
  [GetCommand, 'GetItem'],
  [PutCommand, 'PutItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [TransactWriteCommand, 'TransactWriteItems'],
  [UpdateCommand, 'UpdateItem'],
]);

interface DocumentCommand {
  readonly input: ServiceInputTypes;
}

/**
 * The SDK's document client with its commands, endpoints, credentials, retries
 * and HTTP handler, and with one step of our own behind the retries: what a
 * request says in JSON, its signature, and what the answer says. The SDK's own
 * steps are put together again for every request, walk a schema for every value
 * and derive a signing key each time; they took most of a call's processor
 * time. `test/shared/platform/dynamo` compares both.
 */
export function createLeanDocuments(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient(config);
  const exchange = exchangeOf(client, endpointOf(client));
  const documents = DynamoDBDocumentClient.from(client);
  const stack = retriesOf(documents);
  return Object.assign(documents, {
    /** Steps that are added here run before the retries. */
    middlewareStack: stack,
    async send(command: DocumentCommand) {
      const operation = operations.get(command.constructor);
      if (operation === undefined)
        throw new TypeError(`${command.constructor.name} is none of our commands.`);
      const handler = stack.resolve(
        ({ input }: { readonly input: ServiceInputTypes }) => exchange(operation, input),
        { commandName: `${operation}Command` },
      );
      return (await handler({ input: withToken(command.input) })).output;
    },
  });
}

/** A transaction that is sent again has to be known as the same one. */
function withToken(input: ServiceInputTypes): ServiceInputTypes {
  return 'TransactItems' in input ? { ClientRequestToken: randomUUID(), ...input } : input;
}

/** Of all the steps of the SDK's client the retries alone. */
function retriesOf({ middlewareStack }: DynamoDBDocumentClient): DynamoDBDocumentClient['middlewareStack'] {
  const stack = middlewareStack.clone();
  const listed = stack.identify().map((step) => step.split(' ')[0] ?? '');
  // This one stands relative to a step that only commands bring, so that it is not listed before.
  for (const name of [...listed, 'httpAuthSchemeMiddleware'])
    if (name !== 'retryMiddleware') stack.remove(name);
  return stack;
}

/** Where requests go by the SDK's own rules, which are asked once: by a request that ends when they have answered. */
function endpointOf(client: DynamoDBClient): () => Promise<URL> {
  let known: URL | undefined;
  client.middlewareStack.add(
    (_next, context) => async () => {
      known = context.endpointV2?.url;
      return { response: undefined, output: { $metadata: {} } };
    },
    // The endpoint is found before this step of the SDK.
    { name: 'serializerMiddleware', step: 'serialize', override: true },
  );
  return async () => {
    if (!known) await client.send(new GetItemCommand({ TableName: 'any', Key: {} }));
    if (!known) throw new Error('The client resolved no endpoint.');
    return known;
  };
}

/** A request as the SDK's HTTP handler expects it. */
interface WireRequest {
  readonly method: 'POST';
  readonly protocol: string;
  readonly hostname: string;
  readonly port: number | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends one request once, signed at its own time. */
function exchangeOf({ config }: DynamoDBClient, endpoint: () => Promise<URL>) {
  const clock = createSkewedClock();
  return async (operation: string, input: object) => {
    const [url, credentials, region] = await Promise.all([endpoint(), config.credentials(), config.region()]);
    const body = writeBody(input);
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'oriel aws-sdk-js/3',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    };
    const request = { method: 'POST', url, headers, body };
    const signed = signedHeaders(request, { service: 'dynamodb', region, credentials, now: clock.now() });
    const { response } = await config.requestHandler.handle(wireRequest(url, signed, body));
    if (!isWireAnswer(response)) throw new TypeError('The HTTP handler gave no answer.');
    return { response, output: await readAnswer(response).catch(clock.correct) };
  };
}

function wireRequest(url: URL, headers: Record<string, string>, body: string): WireRequest {
  return {
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    port: url.port === '' ? undefined : Number(url.port),
    path: url.pathname,
    query: {},
    headers,
    body,
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

/** The time for signatures: ours, or the database's where ours turned out to be wrong. */
function createSkewedClock() {
  let offsetMs = 0;
  return {
    now: () => Date.now() + offsetMs,
    correct(error: unknown): never {
      if (error instanceof DynamoDBServiceException && skewErrors.includes(error.name)) {
        const difference = Date.parse(error.$response?.headers.date ?? '') - Date.now();
        if (Math.abs(difference - offsetMs) > skewMs) {
          offsetMs = difference;
          Object.assign(error.$metadata, { clockSkewCorrected: true });
        }
      }
      throw error;
    },
  };
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
