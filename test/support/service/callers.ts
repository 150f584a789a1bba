import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Operations } from '#local/admin/open-operations.ts';
import type { OneMachine } from '#local/one-machine.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';

/** What came back, parsed where it is JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

export interface Caller {
  readonly accountId: string;
  readonly key: string;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  balance(): Promise<number>;
}

export interface RunningService {
  readonly machine: OneMachine;
  readonly baseUrl: string;
  readonly folder: string;
  /** The service's own tables, for what no caller can do. */
  readonly database: { readonly documents: DynamoDBDocumentClient; readonly tables: TableNames };
  /** What a run finds while no dataset can be stored. */
  withoutDatasets<Result>(run: () => Promise<Result>): Promise<Result>;
  readonly operations: Operations;
  /** An account of its own with credits and a key. */
  openAccount(credits: number, features?: readonly 'backlinks'[]): Promise<Caller>;
  /** Any request at all. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  callerWith(accountId: string, key: string): Caller;
  stop(): Promise<void>;
}

let accounts = 0;

/** Requests to a service, wherever it runs, with or without an account behind them. */
export function callersOf(
  baseUrl: string,
  operations: Operations,
): Pick<RunningService, 'baseUrl' | 'openAccount' | 'send' | 'callerWith'> {
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const callerWith = (accountId: string, key: string): Caller => {
    const get = (path: string, headers: Record<string, string> = {}) =>
      send(path, { headers: { authorization: `Bearer ${key}`, ...headers } });
    return {
      accountId,
      key,
      get,
      post: (path, body, headers = {}) =>
        send(path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        } as RequestInit),
      patch: (path, body) =>
        send(path, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      delete: (path) => send(path, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } }),
      balance: async () => (await get('/v1/me/credits')).body.balance,
    };
  };
  return {
    baseUrl,
    callerWith,
    send,
    async openAccount(credits, features = []) {
      accounts += 1;
      const opened = await operations.operator.createAccount({
        email: `caller-${process.pid}-${accounts}@test.example`,
        credits,
        features,
        rateLimits: { minute: 100_000, hour: 100_000, day: 100_000 },
      });
      return callerWith(opened.account_id, opened.api_key);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
