import { Readable } from 'node:stream';
import { ConditionalCheckFailedException, DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

/** An answer as the SDK's HTTP handler gives it. */
export interface WireAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A command's input in the database's JSON: as it is, with binary values in base64. */
export function writeBody(input: object): string {
  return JSON.stringify(encodeBinary(input));
}

/** The same value where it holds nothing binary, so that most requests are not copied. */
function encodeBinary(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.some(holdsBinary) ? value.map(encodeBinary) : value;
  if (!holdsBinary(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encodeBinary(member)]));
}

function holdsBinary(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Uint8Array) return true;
  for (const member of Object.values(value)) if (holdsBinary(member)) return true;
  return false;
}

/** An answer's members with binary values decoded; throws the database's error as the SDK would. */
export async function readAnswer(answer: WireAnswer): Promise<{ $metadata: Metadata }> {
  const text = await collect(answer.body);
  const requestId = answer.headers['x-amzn-requestid'];
  const $metadata = { httpStatusCode: answer.statusCode, ...(requestId !== undefined && { requestId }) };
  if (answer.statusCode >= 300) throw errorOf(text, answer, $metadata);
  const output = text === '' ? {} : asObject(JSON.parse(text));
  if (binaryMember.test(text)) decodeBinary(output);
  return { ...output, $metadata };
}

/** Only values are decoded: an attribute that is called `B` holds an object and never a string. */
const binaryMember = /"BS?"\s*:\s*["[]/u;

/** Decodes in place: the answer was parsed a moment ago and nobody else has it. */
function decodeBinary(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('B' in value && typeof value.B === 'string') value.B = bytesOf(value.B);
  else if ('BS' in value && Array.isArray(value.BS)) value.BS = value.BS.map(bytesOf);
  else for (const member of Object.values(value)) decodeBinary(member);
}

function bytesOf(base64: unknown): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(String(base64), 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
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
  return typeof value === 'object' && value !== null ? { ...value } : {};
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
