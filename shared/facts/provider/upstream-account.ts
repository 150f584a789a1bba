import * as v from 'valibot';
import { jsonOf } from '#shared/platform/is-record.ts';

/** A wrong limit counts as none: it must not switch the provider off. `upstream check` shows what holds. */
const limit = (most: number) =>
  v.fallback(v.optional(v.pipe(v.number(), v.gtValue(0), v.maxValue(most))), undefined);

const limitEntries = {
  /** Tools have less than 28 seconds. */
  request_timeout_seconds: limit(28),
  requests_per_minute: limit(1_000_000),
  call_budget_usd: limit(1_000),
};

const schema = v.object({
  login: v.pipe(v.string(), v.minLength(1)),
  password: v.pipe(v.string(), v.minLength(1)),
  base_url: v.optional(v.pipe(v.string(), v.url())),
  ...limitEntries,
});

/** What an operator sets differently from what the service takes by itself. */
export interface UpstreamLimits {
  /** No request is waited for longer than this, whatever its endpoint is given. */
  readonly requestTimeoutMs?: number | undefined;
  /** Over all functions; the provider grants some accounts more than others. */
  readonly requestsPerMinute?: number | undefined;
  readonly callBudgetMicroUsd?: number | undefined;
}

/** The provider's account: in the secret store on AWS, in the environment on one machine. */
export interface UpstreamAccount extends UpstreamLimits {
  readonly login: string;
  /** The generated API password, not the one of the provider's dashboard. */
  readonly password: string;
  /** Another origin than the provider's own: its sandbox, or a test server. */
  readonly baseUrl?: string | undefined;
}

/**
 * Reads the upstream secret, `{"login": …, "password": …}`, with its limits
 * where it has some. Undefined where it holds no login, such as the placeholder
 * of a fresh deployment: the service then answers from its stored index.
 */
export function parseUpstreamAccount(secret: string): UpstreamAccount | undefined {
  const parsed = v.safeParse(schema, jsonOf(secret));
  if (!parsed.success) return undefined;
  const { login, password, base_url, ...limits } = parsed.output;
  return { login, password, baseUrl: base_url, ...limitsOf(limits) };
}

/** Limits by the names of the secret, in the units of the code. */
export function limitsOf(settings: unknown): UpstreamLimits {
  const { request_timeout_seconds, requests_per_minute, call_budget_usd } = v.parse(
    v.object(limitEntries),
    settings,
  );
  return {
    requestTimeoutMs: scaled(request_timeout_seconds, 1_000),
    requestsPerMinute: requests_per_minute,
    callBudgetMicroUsd: scaled(call_budget_usd, 1_000_000),
  };
}

function scaled(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : Math.round(value * factor);
}
