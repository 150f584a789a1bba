import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Operations, openOperations } from '#local/admin/open-operations.ts';
import { type OneMachine, startOneMachine } from '#local/one-machine.ts';
import { readSettings } from '#local/settings.ts';

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
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  balance(): Promise<number>;
}

export interface RunningService {
  readonly machine: OneMachine;
  readonly baseUrl: string;
  readonly folder: string;
  readonly operations: Operations;
  /** An account of its own with credits and a key. */
  openAccount(credits: number, features?: readonly 'backlinks'[]): Promise<Caller>;
  /** Any request at all. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  callerWith(accountId: string, key: string): Caller;
  stop(): Promise<void>;
}

// The service logs to the console, which would bury what the tests say.
process.env.POWERTOOLS_LOG_LEVEL ??= 'SILENT';

let accounts = 0;

/** The whole service on a free port and a folder of its own, as `npm start` runs it. */
export async function startService(env: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  const folder = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'oriel-test-')));
  const settings = { PORT: '0', DATA_DIR: folder, ...env };
  const machine = await startOneMachine(readSettings(settings), { step: () => {}, line: () => {} });
  const { base_url: baseUrl } = machine.ready;
  const operations = await openOperations(undefined, settings);

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
      balance: async () => (await get('/v1/me/credits')).body.balance,
    };
  };
  return {
    machine,
    baseUrl,
    folder,
    operations,
    callerWith,
    send,
    async openAccount(credits, features = []) {
      accounts += 1;
      const opened = await operations.operator.createAccount({
        email: `caller-${process.pid}-${accounts}@test.example`,
        credits,
        features,
        rateLimits: { minute: 100_000, hour: 100_000, day: 100_000 },
        maxConcurrentCalls: undefined,
      });
      return callerWith(opened.account_id, opened.api_key);
    },
    async stop() {
      await operations.close();
      await machine.close();
      if (env.DATA_DIR === undefined) await rm(folder, { recursive: true, force: true });
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
