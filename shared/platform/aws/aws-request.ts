import { type ClientRequest, request as plainRequest } from 'node:http';
import { Agent, request as tlsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AwsCredentials,
  type SigningContext,
  signedHeaders,
  type UnsignedRequest,
} from './signature.ts';

/** Where AWS is and as whom it is asked; the Lambda runtime sets these variables. */
export interface AwsEnvironment {
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Stand-ins for tests, as the SDKs name them. */
  readonly endpoints: {
    readonly s3: string | undefined;
    readonly secretsManager: string | undefined;
    readonly ses: string | undefined;
    readonly lambda: string | undefined;
  };
}

/** Throws where the runtime gave no region or credentials: nothing can be signed then. */
export function awsEnvironment(env: NodeJS.ProcessEnv): AwsEnvironment {
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env;
  if (!AWS_REGION || !AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error('AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.');
  return {
    region: AWS_REGION,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
    endpoints: {
      s3: env.AWS_ENDPOINT_URL_S3,
      secretsManager: env.AWS_ENDPOINT_URL_SECRETS_MANAGER,
      ses: env.AWS_ENDPOINT_URL_SESV2,
      lambda: env.AWS_ENDPOINT_URL_LAMBDA,
    },
  };
}

export interface AwsAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/** AWS answered with an error, or not at all. The message names service, status and code, never what was sent. */
export class AwsRequestError extends Error {
  override readonly name = 'AwsRequestError';
  readonly status: number;
  /** The service's own code, such as `ResourceNotFoundException`, where it gave one. */
  readonly code: string | undefined;

  constructor(message: string, status: number, { code, cause }: { code?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

const attempts = 3;
const firstPauseMs = 100;
const attemptTimeoutMs = 5_000;
/** Kept open between calls of one container: a new TLS connection costs three round trips. */
const agent = new Agent({ keepAlive: true, maxSockets: 10 });

/**
 * Sends a signed request and gives the answer with status below 300, or the
 * 404 where `missing` allows it. What may succeed on repetition is repeated
 * twice: every request sent through here can be.
 */
export async function sendAwsRequest(
  request: UnsignedRequest,
  context: UnclockedContext,
  { missing = false }: { readonly missing?: boolean } = {},
): Promise<AwsAnswer> {
  let outcome = await tryOnce(request, context);
  for (let attempt = 1; attempt < attempts && isPassing(outcome); attempt += 1) {
    await delay(firstPauseMs * 2 ** (attempt - 1));
    outcome = await tryOnce(request, context);
  }
  if (outcome instanceof AwsRequestError) throw outcome;
  if (outcome.status < 300 || (missing && outcome.status === 404)) return outcome;
  throw refusal(outcome, context);
}

type UnclockedContext = Omit<SigningContext, 'now'>;

async function tryOnce(
  request: UnsignedRequest,
  context: UnclockedContext,
): Promise<AwsAnswer | AwsRequestError> {
  try {
    return await sendOnce(request, context);
  } catch (error) {
    return new AwsRequestError(`${context.service} did not answer`, 0, { cause: error });
  }
}

async function sendOnce(request: UnsignedRequest, context: UnclockedContext): Promise<AwsAnswer> {
  const headers = signedHeaders(request, { ...context, now: Date.now() });
  const options = { method: request.method, headers, timeout: attemptTimeoutMs };
  return new Promise((resolve, reject) => {
    const sent: ClientRequest =
      request.url.protocol === 'http:'
        ? plainRequest(request.url, options)
        : tlsRequest(request.url, { ...options, agent });
    sent.once('error', reject);
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    sent.end(request.body);
  });
}

/** Whether the same request may succeed a moment later. */
function isPassing(outcome: AwsAnswer | AwsRequestError): boolean {
  return outcome.status === 0 || outcome.status >= 500 || outcome.status === 429;
}

function refusal({ status, body }: AwsAnswer, { service }: UnclockedContext): AwsRequestError {
  // `<Code>AccessDenied</Code>` of S3, `"__type":"AccessDeniedException"` of the JSON services.
  const code = /(?:<Code>|"__type":\s*")([\w.#]+)/u.exec(body.toString('utf8', 0, 2_000))?.[1];
  return new AwsRequestError(`${service} refused: ${status} ${code ?? ''}`.trim(), status, {
    ...(code !== undefined && { code: code.split('#').at(-1) ?? code }),
  });
}
