import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, isoTime } from '#shared/clock.ts';
import { ServiceError } from '#shared/errors.ts';
import { createGateStore, type GateState } from './gate-store.ts';
import type { UpstreamAccount } from './upstream-account.ts';

interface CheckOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: { readonly facts: string };
  readonly clock: Clock;
  readonly upstream: () => Promise<UpstreamAccount | undefined>;
}

/** The state of the way to the provider, as the operator's command prints it. */
export type UpstreamCheck =
  | { readonly configured: false; readonly note: string }
  | {
      readonly configured: true;
      readonly reachable: boolean;
      /** Why not, in the provider's or the network's words. */
      readonly failure: string | null;
      readonly balance_usd: number | null;
      readonly paid_in_usd: number | null;
      readonly limits: unknown;
      readonly prices: readonly {
        readonly function: string;
        readonly cost_usd: number;
        readonly per: string | null;
      }[];
      readonly gate: {
        readonly requests_in_flight: number;
        readonly requests_this_minute: number;
        readonly failures_in_a_row: number;
        readonly breaker: 'closed' | 'open';
        readonly open_until: string | null;
        readonly reason: string | null;
      };
    };

const timeoutMs = 15_000;

/** Whether a provider is configured and answers, what is left on its account, its prices, and the state of the gate. */
export async function checkUpstream(options: CheckOptions): Promise<UpstreamCheck> {
  const account = await options.upstream();
  if (!account)
    return { configured: false, note: 'No provider account is configured: the stored index answers alone.' };
  const gateState = await createGateStore(options.documents, options.tables.facts, 'dataforseo').read();
  const gate = describeGate(gateState, options.clock());
  const { readStanding } = await import('./dataforseo/standing.ts');
  try {
    const standing = await readStanding(account, AbortSignal.timeout(timeoutMs));
    return {
      configured: true,
      reachable: true,
      failure: null,
      balance_usd: standing.balanceUsd,
      paid_in_usd: standing.paidInUsd,
      limits: standing.limits,
      prices: standing.prices.map(({ costUsd, ...price }) => ({ ...price, cost_usd: costUsd })),
      gate,
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const failure = error.reason ?? error.message;
    const unknown = { balance_usd: null, paid_in_usd: null, limits: null, prices: [] };
    return { configured: true, reachable: false, failure, ...unknown, gate };
  }
}

function describeGate(state: GateState | undefined, now: number) {
  const isOpen = (state?.open_until ?? 0) > now;
  const isThisMinute = state?.window_minute === Math.floor(now / 60_000);
  return {
    requests_in_flight: Object.values(state?.slots ?? {}).filter((expiresAt) => expiresAt > now).length,
    requests_this_minute: isThisMinute ? (state?.window_count ?? 0) : 0,
    failures_in_a_row: state?.failures ?? 0,
    breaker: isOpen ? ('open' as const) : ('closed' as const),
    open_until: isOpen && state ? isoTime(state.open_until) : null,
    reason: isOpen && state ? state.open_reason : null,
  };
}
