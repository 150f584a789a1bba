import type { IdempotencyStore } from '#shared/callers/idempotency/idempotency-store.ts';
import type { Delta, Resource } from '#shared/contract/envelope.ts';
import type { DatasetDraft, DatasetReader, Observation } from '#shared/facts/answers/tool-answer.ts';
import type { Sources } from '#shared/facts/sources/ports.ts';
import type { Spend } from '#shared/facts/sources/spend.ts';
import type { CreditLedger } from '#shared/money/ledger/credit-ledger.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

/** What every call needs from outside, however it came in. */
export interface MeteringServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Origin of the API and its docs, without a trailing slash. */
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly ledger: CreditLedger;
  readonly idempotency: IdempotencyStore;
}

/** What a tool call needs beside. */
export interface ToolCallServices extends MeteringServices {
  readonly datasets: DatasetStore;
  readonly observations: ObservationStore;
  /** Credits of each tool, by name: what `next_actions` quote. */
  readonly prices: Readonly<Record<string, number>>;
  openSources(spend: Spend, signal: AbortSignal): Promise<Sources> | Sources;
}

/** One account's earlier answer to the same question. */
export interface ObservationStore {
  /** What changed since the account's last answer to this question; keeps the new values for the next. */
  compareAndKeep(question: AskedQuestion, observations: readonly Observation[]): Promise<readonly Delta[]>;
}

export interface AskedQuestion {
  readonly accountId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface DatasetStore {
  reader(accountId: string): DatasetReader;
  store(question: AskedQuestion, drafts: readonly DatasetDraft[]): Promise<readonly Resource[]>;
}
