import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { createSpend, type Spend } from '#shared/facts/ports/fact.ts';
import {
  connectDataForSeo,
  type ProviderSources,
} from '#shared/facts/provider/dataforseo/provider-sources.ts';
import type { OperatorLog } from '#shared/facts/provider/upstream-care.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { startUpstream, type UpstreamServer } from './server.ts';

export interface LogEntry {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface TestCall extends ProviderSources {
  readonly spend: Spend;
}

export interface ConnectedProvider {
  readonly upstream: UpstreamServer;
  readonly entries: LogEntry[];
  readonly database: TestDatabase;
  /** Opens the provider's ports for one call with a spend of its own. */
  open(signal?: AbortSignal): TestCall;
  /** Moves the provider's clock. */
  advance(milliseconds: number): void;
  /** Forgets requests in flight, rates and an open breaker. */
  resetGate(): Promise<void>;
  stop(): Promise<void>;
}

interface ConnectOptions {
  readonly callBudgetMicroUsd?: number;
  readonly slowMs?: number;
  /** The clock moves by `advance` alone, so that nothing gives up because the machine is slow. */
  readonly hasStoppedClock?: boolean;
}

/** The provider on an embedded database, with the test server for its upstream. */
export async function connectProvider(options: ConnectOptions = {}): Promise<ConnectedProvider> {
  const [database, upstream] = await Promise.all([
    startTestDatabase(),
    startUpstream({ slowMs: options.slowMs ?? 60_000 }),
  ]);
  const entries: LogEntry[] = [];
  const log: OperatorLog = {
    warn: (message, facts) => entries.push({ message, facts }),
    error: (message, facts) => entries.push({ message, facts }),
  };
  let offset = 0;
  const startedAt = Date.now();
  const openProvider = connectDataForSeo({
    account: {
      login: upstream.login,
      password: upstream.password,
      baseUrl: upstream.baseUrl,
      callBudgetMicroUsd: options.callBudgetMicroUsd ?? 1_000_000,
    },
    documents: database.documents,
    factsTable: database.tables.facts,
    clock: () => (options.hasStoppedClock ? startedAt : Date.now()) + offset,
    log,
    keepListing: async () => {},
    pause: async () => {},
  });
  return {
    upstream,
    entries,
    database,
    open(signal = AbortSignal.timeout(120_000)) {
      const spend = createSpend();
      return { ...openProvider(spend, signal), spend };
    },
    advance(milliseconds) {
      offset += milliseconds;
    },
    async resetGate() {
      const gate = { pk: 'upstream#dataforseo', sk: 'gate' };
      await database.documents.send(new DeleteCommand({ TableName: database.tables.facts, Key: gate }));
    },
    async stop() {
      await upstream.stop();
      await database.stop();
    },
  };
}
