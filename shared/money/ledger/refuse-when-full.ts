import type { CallKind } from '#shared/money/accounts/account-item.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { type Refusal, ServiceError } from '#shared/platform/errors.ts';
import type { RateStatus } from './credit-ledger.ts';
import { rateStatus } from './plan-hold.ts';

/**
 * Refuses a call early whose write would be refused anyway, from the account
 * and the limits as authentication read them. The conditions of the write
 * decide; this one only spares the work.
 */
export function refuseWhenFull({ account, meters, isTest }: Principal, kind: CallKind, now: number): void {
  // Calls of a test key are counted with the key alone, as those of account endpoints are.
  const status = rateStatus(account.snapshot, meters, isTest ? 'account' : kind, now);
  if (status.remaining < 1) throw new ServiceError(...rateRefusal(status, now));
}

/** The refusal of a full window. `Retry-After` is how long until a call can succeed. */
export function rateRefusal({ limit, remaining, resetAt }: RateStatus, now: number): Refusal {
  const seconds = Math.max(1, Math.ceil(resetAt - now / 1000));
  return [
    'rate_limited',
    `The limit of ${limit} calls is reached. Try again in ${seconds} seconds.`,
    {
      headers: {
        'retry-after': String(seconds),
        'x-ratelimit-limit': String(limit),
        'x-ratelimit-remaining': String(remaining),
        'x-ratelimit-reset': String(resetAt),
      },
    },
  ];
}
