import { Readable } from 'node:stream';
import { ConditionalCheckFailedException, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { fromWireAttributes, toWireAttributes } from './attribute-values.ts';

/** An answer as the SDK's HTTP handler gives it. */
export interface WireAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A command's input in the database's JSON. */
export function writeBody(input: object): string {
  return JSON.stringify(convertMembers(input, toWireAttributes));
}

/** An answer's members with their attributes as plain values; throws the database's error as the SDK would. */
export async function readAnswer(answer: WireAnswer): Promise<{ $metadata: Metadata }> {
  const text = await collect(answer.body);
  const requestId = answer.headers['x-amzn-requestid'];
  const $metadata = { httpStatusCode: answer.statusCode, ...(requestId !== undefined && { requestId }) };
  if (answer.statusCode >= 300) throw errorOf(text, answer, $metadata);
  const output = text === '' ? {} : asObject(JSON.parse(text));
  return { ...convertMembers(output, fromWireAttributes), $metadata };
}

/** Attributes of an item, one way or the other. */
type Convert = (attributes: object) => object;
type Place = (value: unknown, convert: Convert) => unknown;

/** Where attributes are in a request and in an answer, by the name of the member; all else is JSON as it is. */
const places: ReadonlyMap<string, Place> = new Map([
  ...['Key', 'Item', 'Attributes', 'ExpressionAttributeValues'].map((name) => [name, attributes] as const),
  ...['Keys', 'Items', 'ExclusiveStartKey', 'LastEvaluatedKey'].map((name) => [name, attributes] as const),
  ...['PutRequest', 'DeleteRequest', 'TransactItems'].map((name) => [name, members] as const),
  ...['Put', 'Update', 'Delete', 'ConditionCheck'].map((name) => [name, members] as const),
  ...['RequestItems', 'UnprocessedItems', 'UnprocessedKeys'].map((name) => [name, byTable(members)] as const),
  ['Responses', byTable(attributes)],
]);

function convertMembers(given: object, convert: Convert): Record<string, unknown> {
  const converted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const place = value === undefined ? undefined : places.get(name);
    converted[name] = place ? place(value, convert) : value;
  }
  return converted;
}

/** One item's attributes, or a list of them. */
function attributes(value: unknown, convert: Convert): unknown {
  return Array.isArray(value) ? value.map((each) => convert(each)) : convert(asObject(value));
}

/** Members that hold members in turn, or a list of such. */
function members(value: unknown, convert: Convert): unknown {
  if (Array.isArray(value)) return value.map((each) => members(each, convert));
  return convertMembers(asObject(value), convert);
}

function byTable(place: Place): Place {
  return (tables, convert) =>
    Object.fromEntries(
      Object.entries(asObject(tables)).map(([table, value]) => [table, place(value, convert)]),
    );
}
/** Refusals keep the class that callers look for; every other error is told by its name, as retries do. */
function errorOf(text: string, answer: WireAnswer, $metadata: Metadata): Error {
  const body = errorBody(text);
  const name = String(body.__type ?? 'UnknownError').replace(/^.*#/u, '');
  const message = String(body.message ?? body.Message ?? name);
  const error =
    name === 'ConditionalCheckFailedException'
      ? new ConditionalCheckFailedException({ message, $metadata })
      : new DynamoDBServiceException({
          name,
          message,
          $fault: answer.statusCode < 500 ? 'client' : 'server',
          $metadata,
        });
  Object.defineProperty(error, '$response', { value: answer, enumerable: false });
  return error;
}

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId?: string;
}

/** Something between us and the database may answer in HTML. */
function errorBody(text: string): Record<string, unknown> {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function collect(body: unknown): Promise<string> {
  if (!(body instanceof Readable)) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.once('error', reject);
    body.once('end', () =>
      resolve((chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString('utf8')),
    );
  });
}
