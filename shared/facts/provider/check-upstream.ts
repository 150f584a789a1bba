import { isoTime } from '#shared/platform/clock.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import type { Failure } from './dataforseo/client/failure.ts';
import { createGateStore, type GateState } from './gate-store.ts';
import type { UpstreamAccount } from './upstream-account.ts';

interface CheckOptions extends TableAccess<'facts'> {
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
      readonly advice: string | null;
      readonly balance_usd: number | null;
      readonly paid_in_usd: number | null;
      readonly limits: unknown;
      /** What the service keeps to, set with the account or taken from the provider's documentation. */
      readonly kept: {
        readonly requests_per_minute: number;
        readonly call_budget_usd: number;
        /** Null: each endpoint has its own. */
        readonly request_timeout_seconds: number | null;
      };
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
/** The provider sells a dozen APIs; these are asked. */
const askedApis = /^(?:dataforseo_labs|serp|backlinks)\//u;
const notConfigured =
  'No provider account is configured: the stored index answers alone. Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD on one machine, or put login and password into the upstream secret of the stage.';
const advice: Readonly<Record<Failure['outcome'], string>> = {
  unauthorized:
    'Check DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD, or login and password in the secret: it takes the generated API password, from an address that the account allows.',
  over_quota: 'Top the account up with the provider, or raise the daily limit that is set there.',
  unhealthy:
    'Look at the status page of the provider, and at the network between. The breaker closes by itself.',
  answered: 'The provider answered in a way that was not expected; the reason is under `failure`.',
};

/** Whether a provider is configured and answers, what is left on its account, its prices, and the state of the gate. */
export async function checkUpstream(options: CheckOptions): Promise<UpstreamCheck> {
  const account = await options.upstream();
  if (!account) return { configured: false, note: notConfigured };
  const gateState = await createGateStore(options.documents, options.tables.facts, 'dataforseo').read();
  const gate = describeGate(gateState, options.clock());
  const [{ readAccountStatus }, { limitsThatHold }] = await Promise.all([
    import('./dataforseo/account-status.ts'),
    import('./dataforseo/provider-sources.ts'),
  ]);
  const { requestsPerMinute, callBudgetMicroUsd, requestTimeoutMs } = limitsThatHold(account);
  const kept = {
    requests_per_minute: requestsPerMinute,
    call_budget_usd: callBudgetMicroUsd / 1e6,
    request_timeout_seconds: requestTimeoutMs === undefined ? null : requestTimeoutMs / 1_000,
  };
  const read = await readAccountStatus(account, AbortSignal.timeout(timeoutMs));
  if (!read.ok) {
    const { error, outcome } = read.failure;
    const failure = error.reason ?? error.message;
    const unknown = { balance_usd: null, paid_in_usd: null, limits: null, prices: [] };
    return { configured: true, reachable: false, failure, advice: advice[outcome], ...unknown, kept, gate };
  }
  const { balanceUsd, paidInUsd, limits, prices } = read.status;
  return {
    configured: true,
    reachable: true,
    failure: null,
    advice: null,
    balance_usd: balanceUsd,
    paid_in_usd: paidInUsd,
    limits,
    kept,
    prices: prices
      .filter((price) => askedApis.test(price.function))
      .map(({ costUsd, ...price }) => ({ ...price, cost_usd: costUsd })),
    gate,
  };
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
