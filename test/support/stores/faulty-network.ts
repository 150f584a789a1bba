import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { createRandom } from '../random.ts';

type Handler = Pick<DynamoDBClient['config']['requestHandler'], 'handle'>;
type Request = Parameters<Handler['handle']>[0];
type Answer = ReturnType<Handler['handle']>;

/** Network between the real SDK and a database, on which requests and answers go astray. */
export interface FaultyNetwork {
  /** Sends a request up to three times, as the SDK does by itself. */
  readonly documents: DynamoDBDocumentClient;
  readonly singleAttempt: DynamoDBDocumentClient;
  /** Requests that met a fault so far. */
  faults(): number;
  /** Chance begins again, from this seed. */
  reseed(seed: number): () => number;
  /** Delivers what is still on its way. */
  deliverLate(): Promise<void>;
  destroy(): void;
}

interface FaultyNetworkOptions {
  readonly clientConfig: DynamoDBClientConfig;
  /** Share of requests that meet a fault, 0-1. */
  readonly share: number;
}

export function createFaultyNetwork({ clientConfig, share }: FaultyNetworkOptions): FaultyNetwork {
  const connections = new DynamoDBClient(clientConfig).config.requestHandler;
  const late: Request[] = [];
  let random = createRandom(0);
  let faults = 0;

  const deliver = (request: Request) => connections.handle(request);

  /** Delivers a request and discards its answer; left unread it would keep its connection. */
  async function deliverUnheard(request: Request): Promise<void> {
    const { response } = await deliver(request);
    response.body?.resume();
  }

  /** What is on its way may arrive with any other request. */
  async function deliverSome(): Promise<void> {
    while (late.length > 0 && random() < 0.3) {
      const [request] = late.splice(Math.floor(random() * late.length), 1);
      if (request) await deliverUnheard(request);
    }
  }

  const fates: ((request: Request) => Answer)[] = [
    async () => lose('the request was lost'),
    async (request) => {
      await deliverUnheard(request);
      return lose('the answer was lost');
    },
    async (request) => {
      late.push(request);
      return lose('the request is delayed');
    },
    async (request) => {
      late.push(request);
      return deliver(request);
    },
    async () => throttled(),
  ];

  const handler = {
    async handle(request: Request) {
      await deliverSome();
      if (random() >= share) return deliver(request);
      faults += 1;
      const fate = fates[Math.floor(random() * fates.length)];
      return fate ? fate(request) : deliver(request);
    },
  };

  const client = (attempts: number) =>
    createDocuments({ ...clientConfig, requestHandler: handler, retryStrategy: retryAtOnce(attempts) });

  return {
    documents: client(3),
    singleAttempt: client(1),
    faults: () => faults,
    reseed: (seed) => {
      random = createRandom(seed);
      return random;
    },
    destroy: () => connections.destroy?.(),
    async deliverLate() {
      while (late.length > 0) {
        const [request] = late.splice(Math.floor(random() * late.length), 1);
        if (request) await deliverUnheard(request);
      }
    },
  };
}

function lose(message: string): never {
  throw Object.assign(new Error(message), { name: 'TimeoutError', code: 'ECONNRESET' });
}

async function throttled(): Answer {
  const body = JSON.stringify({
    __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException',
    message: 'Slow down.',
  });
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return {
    response: { statusCode: 400, headers, body: new TextEncoder().encode(body) },
  } as unknown as Awaited<Answer>;
}

/** The SDK's own retries, without their waiting. */
function retryAtOnce(attempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  const token = (retries: number) => ({ getRetryCount: () => retries, getRetryDelay: () => 0 });
  return {
    acquireInitialRetryToken: async () => token(0),
    async refreshRetryTokenForRetry(used) {
      if (used.getRetryCount() + 1 >= attempts) throw new Error('No attempt is left.');
      return token(used.getRetryCount() + 1);
    },
    recordSuccess() {},
  };
}
