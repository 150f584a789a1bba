import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Credentials as the Lambda runtime gives them. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface SigningContext {
  readonly service: 's3' | 'secretsmanager' | 'ses' | 'dynamodb' | 'lambda';
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface UnsignedRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | undefined;
}

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * The headers of a request with its signature among them (AWS Signature
 * Version 4, "Create a signed AWS API request"). Written out because the SDK's
 * S3 client alone is 180 kB of a bundle, for five simple requests.
 */
export function signedHeaders(request: UnsignedRequest, context: SigningContext): Record<string, string> {
  const { credentials } = context;
  const bodyHash = hash('sha256', request.body ?? '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-date': timestamp(context.now),
    'x-amz-content-sha256': bodyHash,
  };
  if (credentials.sessionToken) headers['x-amz-security-token'] = credentials.sessionToken;
  const names = Object.keys(headers).sort();
  const signature = sign(request, { headers, names, bodyHash }, context);
  headers.authorization =
    `${algorithm} Credential=${credentials.accessKeyId}/${scope(context)}, ` +
    `SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return headers;
}

/**
 * A URL that carries its own signature and works without a credential until
 * it expires (at most seven days, and never longer than the credentials that
 * signed it).
 */
export function presignedUrl(url: URL, expiresInSeconds: number, context: SigningContext): string {
  const { accessKeyId, sessionToken } = context.credentials;
  const presigned = new URL(url);
  const parameters = {
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${accessKeyId}/${scope(context)}`,
    'X-Amz-Date': timestamp(context.now),
    'X-Amz-Expires': String(expiresInSeconds),
    'X-Amz-SignedHeaders': 'host',
    ...(sessionToken ? { 'X-Amz-Security-Token': sessionToken } : {}),
  };
  for (const [name, value] of Object.entries(parameters)) presigned.searchParams.set(name, value);
  const request = { method: 'GET', url: presigned, headers: {} };
  const signed = { headers: { host: url.host }, names: ['host'], bodyHash: 'UNSIGNED-PAYLOAD' };
  const signature = sign(request, signed, context);
  return `${presigned.origin}${canonicalPath(presigned)}?${canonicalQuery(presigned)}&X-Amz-Signature=${signature}`;
}

/** What is signed beside method and address. */
interface SignedParts {
  readonly headers: Readonly<Record<string, string>>;
  /** Names of `headers` in their order. */
  readonly names: readonly string[];
  readonly bodyHash: string;
}

function sign(
  { method, url }: UnsignedRequest,
  { headers, names, bodyHash }: SignedParts,
  context: SigningContext,
): string {
  let canonicalRequest = `${method}\n${canonicalPath(url)}\n${canonicalQuery(url)}\n`;
  for (const name of names) canonicalRequest += `${name}:${canonicalValue(headers[name] ?? '')}\n`;
  canonicalRequest += `\n${names.join(';')}\n${bodyHash}`;
  const toSign = `${algorithm}\n${timestamp(context.now)}\n${scope(context)}\n${hash('sha256', canonicalRequest)}`;
  return createHmac('sha256', signingKey(context)).update(toSign).digest('hex');
}

/** The latest keys by what they are made of; each holds for a day, one service and one region. */
const signingKeys = new Map<string, KeyObject>();
const keptSigningKeys = 20;

function signingKey(context: SigningContext): KeyObject {
  const made = `${context.credentials.secretAccessKey}/${scope(context)}`;
  const known = signingKeys.get(made);
  if (known) return known;
  const steps = scope(context).split('/');
  const key = createSecretKey(steps.reduce(hmac, Buffer.from(`AWS4${context.credentials.secretAccessKey}`)));
  if (signingKeys.size >= keptSigningKeys) signingKeys.clear();
  signingKeys.set(made, key);
  return key;
}

function scope({ region, service, now }: SigningContext): string {
  return `${timestamp(now).slice(0, 8)}/${region}/${service}/aws4_request`;
}

function canonicalValue(value: string): string {
  const trimmed = value.trim();
  return trimmed.includes('  ') ? trimmed.replaceAll(/ +/gu, ' ') : trimmed;
}

/** S3 signs the path encoded once; the other service used here only has the path `/`. */
function canonicalPath({ pathname }: URL): string {
  if (pathname === '/') return pathname;
  return decodeURIComponent(pathname).split('/').map(encode).join('/');
}

function canonicalQuery(url: URL): string {
  if (url.search === '') return '';
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** `encodeURIComponent`, and the five characters that it leaves alone although AWS does not. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

let lastTimestamp = { second: Number.NaN, text: '' };

/** `20130524T000000Z`; written once a second, since a call signs many requests. */
function timestamp(now: number): string {
  const second = Math.floor(now / 1_000);
  if (second !== lastTimestamp.second)
    lastTimestamp = { second, text: new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '') };
  return lastTimestamp.text;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
