import type { IdempotencyStore } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import type { Findings } from '#shared/callers/watch/findings.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Observations } from '#shared/facts/answers/observations.ts';
import type { ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Datasets } from '#shared/facts/datasets/datasets.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { ProviderUse, Sources } from '#shared/facts/ports/sources.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { FallenBalance, FallenLimit } from '#shared/money/billing/low-balance.ts';
import type { CallCounter, CreditLedger } from '#shared/money/ledger/operations.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallLogger } from '#shared/platform/logger.ts';

/** What is known of a call when it begins. Nothing is added to it later. */
export interface Call {
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Path called, such as `/v1/tools/inspect_domain`. */
  readonly endpoint: string;
  /** The same with its parameters in braces: they may be names of the account's own, which no record keeps. */
  readonly route: string;
  readonly method: string;
  /** Wire name of the tool; null for what is no tool. */
  readonly tool: string | null;
  readonly requestBytes: number;
  /** What the distribution calls it (`x-amz-cf-id`), and the gateway; null where there is none. */
  readonly edgeId: string | null;
  readonly gatewayId: string | null;
  /** Network that it came from, such as `198.51.100.0/24`; null in functions that cannot tell callers apart. */
  readonly network: string | null;
}

type Optional = 'route' | 'edgeId' | 'gatewayId';

export function beginCall(
  clock: Clock,
  parts: Omit<Call, 'requestId' | 'startedAt' | Optional> & Partial<Pick<Call, Optional>>,
): Call {
  const startedAt = clock();
  const route = parts.endpoint;
  return { route, edgeId: null, gatewayId: null, ...parts, requestId: newId('req', startedAt), startedAt };
}

/** What every call needs from outside, however it came in. */
export interface MeteringServices {
  readonly clock: Clock;
  readonly logger: CallLogger;
  /** Origin of the API and its docs, without a trailing slash. */
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly ledger: CallCounter;
  readonly idempotency: IdempotencyStore;
}

export interface ToolCallServices extends MeteringServices {
  readonly ledger: CreditLedger;
  readonly datasets: Datasets;
  readonly observations: Observations;
  /** Keeps an answer that was paid for. Never rejects. */
  archive(call: PaidCall, body: string): Promise<void>;
  /** Starts what tells an account of a mark that a call took it to, or of what an answer found, and does not wait for it. */
  tellAccount(told: FallenBalance | FallenLimit | Findings): Promise<void>;
  /** Credits of each tool, by name: what `next_actions` quote. */
  readonly prices: Readonly<Record<string, number>>;
  /** What an account has brought itself is opened for that account alone. */
  openSources(
    spend: Spend,
    signal: AbortSignal,
    accountId: string,
    use: ProviderUse,
  ): Promise<Sources> | Sources;
  /** All that a test key can ask: the sample market, and nothing that an account or a provider knows. */
  openSampleSources(): Promise<Sources> | Sources;
  /** Tools whose work runs apart from this thread, by name; the others run their logic in place. */
  readonly runners?: Readonly<Record<string, ToolRunner>>;
}

/** Does the work of a tool somewhere else and gives what its logic would give, or throws what it would throw. */
export type ToolRunner = (
  input: unknown,
  context: ToolContext,
) => Promise<ToolAnswer<Readonly<Record<string, unknown>>>>;

export interface PaidCall {
  readonly call: Pick<Call, 'requestId'>;
  readonly principal: Pick<Principal, 'account' | 'credentialId' | 'isTest'>;
  readonly tool: Pick<ToolContract, 'name' | 'credits' | 'priced'>;
  readonly input: Readonly<Record<string, unknown>>;
}
