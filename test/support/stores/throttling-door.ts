import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { tables as definitions } from '#shared/platform/dynamo/tables.ts';

type Handler = Pick<DynamoDBClient['config']['requestHandler'], 'handle'>;
type Request = Parameters<Handler['handle']>[0];
type Answer = ReturnType<Handler['handle']>;

/** Units a second that one partition key has (DynamoDB developer guide, "Burst and adaptive capacity"). */
const writeUnits = 1_000;
const readUnits = 3_000;

interface DoorOptions {
  readonly clientConfig: DynamoDBClientConfig;
  /** Units a second and key in place of DynamoDB's own. */
  readonly limits?: { readonly write: number; readonly read: number };
  /** Milliseconds; a test may own the time. */
  readonly clock?: () => number;
  /** Throttles besides what has no capacity, by table and whether it is a write. */
  readonly refuses?: (table: string, isWrite: boolean) => boolean;
}

interface Budget {
  left: number;
  at: number;
}

/** Clients of a database whose keys have the capacity of DynamoDB's and no more; what is beyond is throttled and does not happen. */
export function createThrottlingDoor(options: DoorOptions) {
  const { clientConfig, clock = Date.now, refuses = () => false } = options;
  const limits = options.limits ?? { write: writeUnits, read: readUnits };
  const connections = new DynamoDBClient(clientConfig).config.requestHandler;
  const budgets = new Map<string, Budget>();
  const writes = new Map<string, number>();

  /** The budget of a key as it is now; a second's units at most. */
  function budgetOf(place: string, perSecond: number): Budget {
    const now = clock();
    const budget = budgets.get(place) ?? { left: perSecond, at: now };
    budget.left = Math.min(perSecond, budget.left + ((now - budget.at) / 1_000) * perSecond);
    budget.at = now;
    budgets.set(place, budget);
    return budget;
  }

  /** Sends a request of one key as far as that has units left. */
  async function sendWithin(place: string, perSecond: number, request: Request, input: Input): Answer {
    const budget = budgetOf(place, perSecond);
    if (budget.left <= 0) return throttled();
    // What the request takes is known with its answer; until then a unit keeps the others of this moment out.
    budget.left -= 1;
    const { units, answer } = await unitsIn(await connections.handle(withCapacity(request, input)));
    budget.left -= units - 1;
    return answer;
  }

  const handler = {
    async handle(request: Request) {
      const input = JSON.parse(textOf(request)) as Input;
      const isWrite = /\.(?:Put|Update|Delete)Item$/u.test(request.headers['x-amz-target'] ?? '');
      const { TableName: table = '' } = input;
      if (isWrite) writes.set(table, (writes.get(table) ?? 0) + 1);
      if (refuses(table, isWrite)) return throttled();
      const key = partitionOf(table, input);
      if (key === undefined) return connections.handle(request);
      const place = `${isWrite} ${table} ${key}`;
      return sendWithin(place, isWrite ? limits.write : limits.read, request, input);
    },
  };

  const client = (maxAttempts: number) =>
    createDocuments({ ...clientConfig, requestHandler: handler, maxAttempts });
  return {
    documents: client(3),
    singleAttempt: client(1),
    /** Writes that were sent to a table, the throttled ones too. */
    sent: (table: string) =>
      [...writes].reduce((sum, [name, sent]) => (name.endsWith(table) ? sum + sent : sum), 0),
    destroy: () => connections.destroy?.(),
  };
}

interface Input {
  readonly TableName?: string;
  readonly Key?: Readonly<Record<string, unknown>>;
  readonly Item?: Readonly<Record<string, unknown>>;
}

function textOf({ body }: Request): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** The partition key that a request of one item goes to. */
function partitionOf(table: string, { Key, Item }: Input): string | undefined {
  const definition = Object.entries(definitions).find(([name]) => table.endsWith(name))?.[1];
  const item = Key ?? Item;
  return definition && item && JSON.stringify(item[definition.partitionKey]);
}

function withCapacity(request: Request, input: Input): Request {
  const body = JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(body)) };
  return Object.assign(Object.create(Object.getPrototypeOf(request)), request, { body, headers });
}

/** What a request took, and its answer to be read again. */
async function unitsIn(answer: Awaited<Answer>) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.response.body) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const { ConsumedCapacity } = JSON.parse(body.toString()) as {
    ConsumedCapacity?: { CapacityUnits?: number };
  };
  return {
    units: ConsumedCapacity?.CapacityUnits ?? 1,
    answer: { response: Object.assign(answer.response, { body: new Uint8Array(body) }) },
  };
}

function throttled(): Awaited<Answer> {
  const body = JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
    message: 'The level of configured provisioned throughput for the table was exceeded.',
  });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  const response = { statusCode: 400, headers, body: new TextEncoder().encode(body) };
  return { response } as unknown as Awaited<Answer>;
}
