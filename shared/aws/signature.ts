import { createHash, createHmac } from 'node:crypto';

/** Credentials as the Lambda runtime gives them. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface SigningContext {
  readonly service: 's3' | 'secretsmanager' | 'ses';
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
  readonly body?: Uint8Array | undefined;
}

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * The headers of a request with its signature among them (AWS Signature
 * Version 4, "Create a signed AWS API request"). Written out because the SDK's
 * S3 client alone is 180 kB of a bundle, for five simple requests.
 */
export function signedHeaders(request: UnsignedRequest, context: SigningContext): Record<string, string> {
  const { credentials } = context;
  const bodyHash = sha256(request.body ?? '');
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-date': timestamp(context.now),
    'x-amz-content-sha256': bodyHash,
    ...(credentials.sessionToken ? { 'x-amz-security-token': credentials.sessionToken } : {}),
  };
  const signature = sign(request, headers, bodyHash, context);
  return {
    ...headers,
    authorization:
      `${algorithm} Credential=${credentials.accessKeyId}/${scope(context)}, ` +
      `SignedHeaders=${headerNames(headers)}, Signature=${signature}`,
  };
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
  const signature = sign(request, { host: url.host }, 'UNSIGNED-PAYLOAD', context);
  return `${presigned.origin}${canonicalPath(presigned)}?${canonicalQuery(presigned)}&X-Amz-Signature=${signature}`;
}

function sign(
  { method, url }: UnsignedRequest,
  headers: Readonly<Record<string, string>>,
  bodyHash: string,
  context: SigningContext,
): string {
  const canonicalRequest = [
    method,
    canonicalPath(url),
    canonicalQuery(url),
    ...sortedHeaders(headers).map(([name, value]) => `${name}:${value.trim().replaceAll(/ +/gu, ' ')}`),
    '',
    headerNames(headers),
    bodyHash,
  ].join('\n');
  const toSign = [algorithm, timestamp(context.now), scope(context), sha256(canonicalRequest)].join('\n');
  return hmac(signingKey(context), toSign).toString('hex');
}

function signingKey({ credentials, region, service, now }: SigningContext): Buffer {
  const steps = [timestamp(now).slice(0, 8), region, service, 'aws4_request'];
  return steps.reduce(hmac, Buffer.from(`AWS4${credentials.secretAccessKey}`));
}

function scope({ region, service, now }: SigningContext): string {
  return `${timestamp(now).slice(0, 8)}/${region}/${service}/aws4_request`;
}

/** S3 signs the path encoded once; the other service used here only has the path `/`. */
function canonicalPath(url: URL): string {
  return decodeURIComponent(url.pathname).split('/').map(encode).join('/');
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function sortedHeaders(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).sort(([one], [other]) => (one < other ? -1 : 1));
}

function headerNames(headers: Readonly<Record<string, string>>): string {
  return sortedHeaders(headers)
    .map(([name]) => name)
    .join(';');
}

/** `encodeURIComponent`, and the five characters that it leaves alone although AWS does not. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `20130524T000000Z`. */
function timestamp(now: number): string {
  return new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/gu, '');
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
