import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import {
  type CapacityOptions,
  createKeyCapacity,
  isItemWrite,
  type KeyedRequest,
  throttledBody,
  unitsOf,
} from './key-capacity.ts';

type Handler = Pick<DynamoDBClient['config']['requestHandler'], 'handle'>;
type Request = Parameters<Handler['handle']>[0];
type Settings = Parameters<Handler['handle']>[1];
type Answer = ReturnType<Handler['handle']>;

interface DoorOptions extends CapacityOptions {
  readonly clientConfig: DynamoDBClientConfig;
  /** Throttles besides what has no capacity, by table and whether it is a write. */
  readonly refuses?: (table: string, isWrite: boolean) => boolean;
}

/** Clients of a database whose keys have the capacity of DynamoDB's and no more; what is beyond is throttled and does not happen. */
export function createThrottlingDoor({ clientConfig, refuses = () => false, ...options }: DoorOptions) {
  const connections = new DynamoDBClient(clientConfig).config.requestHandler;
  const capacity = createKeyCapacity(options);
  const writes = new Map<string, number>();

  /** Sends what the door lets through; what is of one item says what it took. */
  async function send(request: Request, input: KeyedRequest, settings: Settings): Promise<Awaited<Answer>> {
    const spend = capacity.admit(operationOf(request), input);
    if (!spend) return throttled();
    if (input.Key === undefined && input.Item === undefined) return connections.handle(request, settings);
    const { units, answer } = await unitsIn(await connections.handle(withCapacity(request, input), settings));
    spend(units);
    return answer;
  }

  const handler = {
    async handle(request: Request, settings?: Settings) {
      const input = JSON.parse(textOf(request)) as KeyedRequest;
      const isWrite = isItemWrite(operationOf(request));
      const { TableName: table = '' } = input;
      if (isWrite) writes.set(table, (writes.get(table) ?? 0) + 1);
      return refuses(table, isWrite) ? throttled() : send(request, input, settings);
    },
    destroy: () => connections.destroy?.(),
  };
  const config = { ...clientConfig, requestHandler: handler };

  return {
    /** Of clients that go through the door. */
    clientConfig: config,
    documents: createDocuments({ ...config, maxAttempts: 3 }),
    singleAttempt: createDocuments({ ...config, maxAttempts: 1 }),
    /** Writes that were sent to a table, the throttled ones too. */
    sent: (table: string) =>
      [...writes].reduce((sum, [name, sent]) => (name.endsWith(table) ? sum + sent : sum), 0),
    destroy: handler.destroy,
  };
}

const operationOf = ({ headers }: Request) => (headers['x-amz-target'] ?? '').replace(/^.*\./u, '');

function textOf({ body }: Request): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function withCapacity(request: Request, input: KeyedRequest): Request {
  const body = JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body, headers });
}

/** What a request took, and its answer to be read again. */
async function unitsIn(answer: Awaited<Answer>) {
  const body = await buffer(answer.response.body);
  return {
    units: unitsOf(body.toString()),
    answer: { response: Object.assign(answer.response, { body: Readable.from([body]) }) },
  };
}

function throttled(): Awaited<Answer> {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  const response = { statusCode: 400, headers, body: Readable.from([Buffer.from(throttledBody)]) };
  return { response } as unknown as Awaited<Answer>;
}
