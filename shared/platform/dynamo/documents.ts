import { setTimeout as passing } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Item } from './conditional-writes.ts';

/** Errors of a database that had no capacity for a request. */
const throttlings = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/**
 * Whether a request was refused for want of capacity, so that it did not happen. Not where the SDK
 * has sent it several times, since an attempt before the last may have arrived.
 */
export function isThrottled(error: unknown): boolean {
  if (!(error instanceof Error) || !throttlings.has(error.name)) return false;
  return !('$metadata' in error) || attemptsOf(error.$metadata) === 1;
}

function attemptsOf(metadata: unknown): number {
  if (typeof metadata !== 'object' || metadata === null || !('attempts' in metadata)) return 1;
  return typeof metadata.attempts === 'number' ? metadata.attempts : 1;
}

/** What is thrown where a part of a request stayed without an answer for want of capacity; `isUnavailable` of it holds. */
function noCapacity(): Error {
  const error = new Error('The database had no capacity for a part of a request.');
  return Object.assign(error, { name: 'ThrottlingException', $metadata: {} });
}

/** Whether the database did not answer or had no capacity, also as the cause of the error: no fault of the request or of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('$metadata' in error)) return isUnavailable(error.cause);
  const isServerFault = '$fault' in error && error.$fault === 'server';
  return throttlings.has(error.name) || error.name === 'TimeoutError' || isServerFault;
}

/** Reads and writes of plain objects; undefined members are left out of items. */
export function createDocuments(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient(config);
  // It copies every request and answer for a logger that is not there: a twentieth of an import's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * As `createDocuments`, but a request is sent once and given up on after two
 * seconds. The SDK by itself sends up to three times and waits without end:
 * harmless for most writes, and a second debit for one that only its first
 * answer would have told apart.
 */
export function createSingleAttemptDocuments(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  return createDocuments({
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
    ...config,
    maxAttempts: 1,
  });
}

/** Whether a write was refused by its own condition, which is an answer and not a fault. */
export function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** The answer to a conditional write; undefined where its condition did not hold. Any other failure is thrown. */
export async function unlessRefused<Answer>(write: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** The item under a key as it is now, read with strong consistency. */
export async function currentItem(
  documents: DynamoDBDocumentClient,
  TableName: string,
  key: Item,
): Promise<Item | undefined> {
  const { Item: found } = await documents.send(
    new GetCommand({ TableName, Key: { ...key }, ConsistentRead: true }),
  );
  return found;
}

/** The items of a query in its order, however many reads that takes: all, or the first `most`. */
export async function queriedItems(
  documents: DynamoDBDocumentClient,
  query: QueryCommandInput,
  most?: number,
): Promise<Item[]> {
  const items: Item[] = [];
  let rest: QueryCommandInput['ExclusiveStartKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new QueryCommand({
        ...query,
        ...(most !== undefined && { Limit: most - items.length }),
        ...(rest && { ExclusiveStartKey: rest }),
      }),
    );
    items.push(...Items);
    rest = LastEvaluatedKey;
  } while (rest && items.length !== most);
  return items;
}

/** What DynamoDB takes in one batch, of all tables together. */
export const mostKeys = 100;
/** Attempts at what stays unprocessed: less than three seconds with the pauses between them. */
const maxAttempts = 10;

interface WantedItems {
  /** The deployed name of the table. */
  readonly name: string;
  /** No key twice. */
  readonly keys: readonly Item[];
  readonly consistent: boolean;
  /** All where undefined. */
  readonly attributes?: readonly string[] | undefined;
}

/**
 * Items of one table or several in one request, those that there are, in no order: for each wanted table its
 * items. At most `mostKeys` keys in all. What the database leaves unprocessed is asked for again, each time
 * after a longer pause; where it stays unprocessed the read fails as any throttled one. `used` is told the read
 * units of each request.
 */
export async function readBatch(
  documents: DynamoDBDocumentClient,
  wanted: readonly WantedItems[],
  used?: (units: number) => void,
): Promise<readonly (readonly Item[])[]> {
  const found = wanted.map((): Item[] => []);
  let open = wanted.filter(({ keys }) => keys.length > 0);
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw noCapacity();
    await pause(attempt);
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await documents.send(
      new BatchGetCommand({
        RequestItems: Object.fromEntries(open.map(requestOf)),
        ...(used && { ReturnConsumedCapacity: 'TOTAL' }),
      }),
    );
    for (const { CapacityUnits = 0 } of ConsumedCapacity ?? []) used?.(CapacityUnits);
    for (const [index, { name }] of wanted.entries()) found[index]?.push(...(Responses?.[name] ?? []));
    open = open.flatMap((table) => {
      const keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
      return keys.length > 0 ? [{ ...table, keys }] : [];
    });
  }
  return found;
}

function requestOf({ name, keys, consistent, attributes }: WantedItems) {
  const projection = attributes && { ProjectionExpression: attributes.join(', ') };
  return [
    name,
    { Keys: keys.map((key) => ({ ...key })), ConsistentRead: consistent, ...projection },
  ] as const;
}

/** Before a repeated batch: not at all at first, then 20 ms, 40 ms … up to half a second. */
async function pause(attempt: number): Promise<void> {
  if (attempt > 0) await passing(Math.min(10 * 2 ** attempt, 500));
}

/** What DynamoDB writes in one batch. */
const mostPuts = 25;

interface Gathered {
  readonly get: (asked: AskedItem) => Promise<Item | undefined>;
  readonly put: (asked: PutItem) => Promise<void>;
}
interface AskedItem {
  readonly name: string;
  readonly key: Readonly<Record<string, string>>;
}
interface PutItem {
  readonly name: string;
  readonly item: Item;
}

const byClient = new WeakMap<DynamoDBDocumentClient, Gathered>();

/**
 * Eventual reads and unconditional writes of single items, of any table: those that begin in one turn of the
 * event loop go out as one request. Each is answered for itself: what the database leaves unprocessed keeps
 * nobody waiting but who asked for it.
 */
export function gatheredIn(documents: DynamoDBDocumentClient): Gathered {
  const known = byClient.get(documents);
  if (known) return known;
  const made = {
    get: gather(mostKeys, (asked: readonly AskedItem[]) => getItems(documents, asked)),
    put: gather(mostPuts, (asked: readonly PutItem[]) => putItems(documents, asked)),
  };
  byClient.set(documents, made);
  return made;
}

/** What came for each that was asked, in order; undefined where it stayed unprocessed. */
type Answers<Answer> = readonly ({ readonly value: Answer } | undefined)[];

function gather<Asked, Answer>(
  most: number,
  send: (asked: readonly Asked[]) => Promise<Answers<Answer>>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = [];
  const flush = () => {
    const all = waiting;
    waiting = [];
    for (let start = 0; start < all.length; start += most)
      void answerAll(all.slice(start, start + most), send);
  };
  return (asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    if (waiting.length === 0) setImmediate(flush);
    waiting.push({ asked, resolve, reject });
    return promise;
  };
}

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  resolve(answer: Answer): void;
  reject(cause: unknown): void;
}

/** Never rejects: those who wait are told. */
async function answerAll<Asked, Answer>(
  all: readonly Waiting<Asked, Answer>[],
  send: (asked: readonly Asked[]) => Promise<Answers<Answer>>,
): Promise<void> {
  let open = all;
  try {
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === maxAttempts) throw noCapacity();
      await pause(attempt);
      const answers = await send(open.map(({ asked }) => asked));
      open = open.filter(({ resolve }, at) => {
        const answer = answers[at];
        if (answer) resolve(answer.value);
        return answer === undefined;
      });
    }
  } catch (cause) {
    for (const { reject } of open) reject(cause);
  }
}

async function getItems(
  documents: DynamoDBDocumentClient,
  asked: readonly AskedItem[],
): Promise<Answers<Item | undefined>> {
  // No key twice: two who ask for the same item share it.
  const distinct = new Map(asked.map((each) => [JSON.stringify([each.name, each.key]), each]));
  const byTable = Map.groupBy(distinct.values(), ({ name }) => name);
  const requests = [...byTable].map(([name, keys]) => [name, { Keys: keys.map(({ key }) => key) }]);
  const answer = await documents.send(new BatchGetCommand({ RequestItems: Object.fromEntries(requests) }));
  return asked.map(({ name, key }) => {
    const isThis = (item: Item) =>
      Object.entries(key).every(([attribute, value]) => item[attribute] === value);
    const isOpen = answer.UnprocessedKeys?.[name]?.Keys?.some(isThis);
    return isOpen ? undefined : { value: answer.Responses?.[name]?.find(isThis) };
  });
}

async function putItems(
  documents: DynamoDBDocumentClient,
  asked: readonly PutItem[],
): Promise<Answers<undefined>> {
  const byTable = Map.groupBy(asked, ({ name }) => name);
  const requests = [...byTable].map(([name, puts]) => [
    name,
    puts.map(({ item }) => ({ PutRequest: { Item: { ...item } } })),
  ]);
  const answer = await documents.send(new BatchWriteCommand({ RequestItems: Object.fromEntries(requests) }));
  return asked.map(({ name, item }) => {
    const open = answer.UnprocessedItems?.[name] ?? [];
    return open.some(({ PutRequest }) => isDeepStrictEqual(PutRequest?.Item, item))
      ? undefined
      : { value: undefined };
  });
}
