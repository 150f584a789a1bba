import { readFile } from 'node:fs/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { openOperations } from '#local/admin/open-operations.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { createLocalFoundation } from '#local/foundation.ts';
import { readSettings } from '#local/settings.ts';
import { parseIdempotencyItem } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { type ServerProcess, startServerProcess } from '#test/support/service/server-process.ts';
import { chance, pick } from '#test/support/upstream/chance.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { startUpstream } from '#test/support/upstream/server.ts';
import { type Attempt, carryOut, type Ended } from './caller.ts';
import { type Books, type BooksReport, checkBooks } from './check-books.ts';
import { planOperation } from './plan.ts';

export interface LoadOptions {
  /** An empty folder, which is the caller's to remove. */
  readonly folder: string;
  readonly seconds: number;
  /** Goes on after the time is over until so many operations have begun, on however slow a machine. */
  readonly leastOperations?: number;
  readonly accounts: number;
  /** Callers at the same time; each waits for its answer before it asks again. */
  readonly workers: number;
  /** Share of the provider's answers that fail. */
  readonly upstreamFaults: number;
  /** Kills the server with SIGKILL when half of the time is over, and starts it again. */
  readonly kills: boolean;
  readonly seed: string;
  readonly tell?: (line: string) => void;
}

export interface LoadReport extends BooksReport {
  readonly seconds: number;
  readonly operations: number;
  readonly attempts: number;
  readonly per_second: number;
  readonly milliseconds: Readonly<Record<'p50' | 'p95' | 'p99' | 'worst', number>>;
  /** Answers by status; 0 are attempts that were given up or met a dead server. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly replays: number;
  readonly upstream_faults: number;
  readonly restarts: number;
  readonly server_peak_mb: number | undefined;
}

/** Credits of each account: more than a run can spend. */
const granted = 1_000_000;
/** Later than any hold of the run may live, so that the last sweep decides all of them. */
const sweepOffsetSeconds = 3_600;

/** Faults of single answers; those that close the way to the provider for all would leave little to load. */
const faults: readonly FaultName[] = ['reset', 'rate_limited', 'internal_error', 'not_json', 'wrong_shape'];

/** Loads the whole service through HTTP for a while, with everything that goes wrong, and proves its books. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { folder, seconds, seed, tell = () => {} } = options;
  const upstream = await startUpstream({
    fault: ({ path }, number) =>
      chance(`${seed} fault ${number} ${path}`) < options.upstreamFaults
        ? pick(`${seed} kind ${number}`, faults)
        : undefined,
  });
  const env = {
    PORT: '0',
    DATA_DIR: folder,
    UPSTREAM_BASE_URL: upstream.baseUrl,
    DATAFORSEO_LOGIN: upstream.login,
    DATAFORSEO_PASSWORD: upstream.password,
  };
  const service = createService(env);
  try {
    await service.baseUrl();
    const callers = await openAccounts(env, options.accounts);
    tell(`${options.accounts} accounts, ${options.workers} callers, ${seconds} seconds`);
    const deadline = performance.now() + seconds * 1_000;
    const start = performance.now();
    const killing = options.kills ? killHalfWay(service, seconds, tell) : undefined;
    const ended = await work(options, deadline, {
      baseUrl: service.baseUrl,
      keyOf: (account) => callers[account]?.key ?? '',
    });
    await killing;
    const took = (performance.now() - start) / 1_000;
    const peak = await service.peakMb();
    tell(`${ended.length} operations; checking the books`);
    const books = await withBooks(env, (open) =>
      checkBooks(ended, { ...open, accountIds: callers.map(({ accountId }) => accountId), granted }),
    );
    return report(ended, books, {
      seconds: took,
      restarts: service.restarts(),
      server_peak_mb: peak,
      upstream_faults: upstream.requests.filter(({ fault }) => fault).length,
    });
  } finally {
    await service.stop();
    await upstream.stop();
  }
}

/** The server as a process that can be killed and started again on the same folder. */
function createService(env: NodeJS.ProcessEnv) {
  let server: ServerProcess = startServerProcess(env);
  let ready = server.ready();
  let restarts = 0;
  return {
    baseUrl: async () => (await ready).base_url,
    restarts: () => restarts,
    async restart() {
      await server.kill('SIGKILL');
      server = startServerProcess(env);
      ready = server.ready();
      restarts += 1;
      await ready;
    },
    /** Most memory that the server's process has had, on Linux. */
    async peakMb() {
      const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '');
      const kilobytes = /VmHWM:\s+(\d+)/u.exec(status)?.[1];
      return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1_024);
    },
    stop: () => server.kill('SIGTERM'),
  };
}

async function killHalfWay(
  service: ReturnType<typeof createService>,
  seconds: number,
  tell: (line: string) => void,
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (seconds * 1_000) / 2));
  const start = performance.now();
  await service.restart();
  tell(`killed, and ready again after ${Math.round(performance.now() - start)} ms`);
}

async function openAccounts(env: NodeJS.ProcessEnv, count: number) {
  const operations = await openOperations(undefined, env);
  const callers: { accountId: string; key: string }[] = [];
  for (let account = 0; account < count; account += 1) {
    const opened = await operations.operator.createAccount({
      email: `load-${account}@test.example`,
      credits: granted,
      features: ['backlinks'],
      rateLimits: { minute: 1_000_000, hour: 1_000_000, day: 1_000_000 },
    });
    callers.push({ accountId: opened.account_id, key: opened.api_key });
  }
  await operations.close();
  return callers;
}

async function work(
  { seed, accounts, workers, leastOperations = 0 }: LoadOptions,
  deadline: number,
  parts: Pick<Parameters<typeof carryOut>[1], 'baseUrl' | 'keyOf'>,
): Promise<Ended[]> {
  const ended: Ended[] = [];
  let next = 0;
  const goesOn = () => performance.now() < deadline || next < leastOperations;
  const worker = async () => {
    while (goesOn()) {
      const operation = planOperation(seed, next++, accounts);
      ended.push(await carryOut(operation, { ...parts, goesOn }));
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return ended;
}

/** The tables behind the server, for the checks of the books; the clock is ahead, so that every abandoned hold is old. */
async function withBooks<Result>(
  env: NodeJS.ProcessEnv,
  check: (books: Pick<Books, 'operations' | 'records' | 'findKey'>) => Promise<Result>,
): Promise<Result> {
  const later = { ...env, CLOCK_OFFSET_SECONDS: String(sweepOffsetSeconds) };
  const operations = await openOperations(undefined, later);
  const folder = await openDataFolder(env.DATA_DIR ?? '');
  const storage = await shareStorage(folder);
  const logger = { info() {}, warn() {}, error() {} };
  const settings = readSettings(later);
  const baseUrl = 'http://127.0.0.1';
  const { documents, tables } = createLocalFoundation({ folder, storage, settings, logger, baseUrl });
  const usage = createUsageLog({ documents, tables });
  try {
    return await check({
      operations,
      records: (accountId) => usage.records({ accountId }),
      async findKey(pk) {
        const { Item } = await documents.send(new GetCommand({ TableName: tables.idempotency, Key: { pk } }));
        return Item && parseIdempotencyItem(Item);
      },
    });
  } finally {
    await storage.close();
    await operations.close();
  }
}

/** Codes of failures that the provider's faults bring about. */
const injected = /^upstream_/u;

function report(
  ended: readonly Ended[],
  books: BooksReport,
  run: Pick<LoadReport, 'seconds' | 'restarts' | 'server_peak_mb' | 'upstream_faults'>,
): LoadReport {
  const attempts = ended.flatMap((operation) => operation.attempts);
  const failures = attempts.filter(({ status, code = '' }) => status >= 500 && !injected.test(code));
  return {
    ...run,
    operations: ended.length,
    attempts: attempts.length,
    per_second: Math.round(attempts.length / run.seconds),
    milliseconds: percentiles(attempts),
    statuses: countBy(attempts, ({ status, code }) =>
      code === undefined ? `${status}` : `${status} ${code}`,
    ),
    replays: attempts.filter(({ isReplay }) => isReplay).length,
    ...books,
    faults: [
      ...books.faults,
      ...failures.map(({ status, code, requestId }) => `${requestId} was answered ${status} ${code}.`),
    ],
  };
}

function percentiles(attempts: readonly Attempt[]): LoadReport['milliseconds'] {
  const answered = attempts.filter(({ status }) => status > 0);
  const sorted = answered.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), worst: at(1) };
}

function countBy<Value>(values: readonly Value[], nameOf: (value: Value) => string): Record<string, number> {
  const groups = [...Map.groupBy(values, nameOf)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(groups.map(([name, { length }]) => [name, length]));
}
