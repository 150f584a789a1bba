import type { SpendStatus } from '#shared/money/accounts/meter.ts';
import type { RateStatus } from '#shared/money/ledger/credit-ledger.ts';

/** The headers that tell a caller of the tightest window; none where the call was not counted. */
export function rateHeaders(rate: RateStatus | undefined): Record<string, string> {
  if (!rate) return {};
  return {
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': String(rate.resetAt),
  };
}

/** The headers that tell a caller what its own limit leaves this month; none where it has no limit. */
export function limitHeaders(limit: SpendStatus | undefined): Record<string, string> {
  if (!limit) return {};
  return {
    'x-credential-limit': String(limit.limit),
    'x-credential-remaining': String(limit.remaining),
  };
}
