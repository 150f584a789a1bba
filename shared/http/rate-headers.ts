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
