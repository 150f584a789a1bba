import type { MiddlewareObj } from '@middy/core';
import type { Account } from '#shared/money/accounts/account.ts';
import type { RateLimits } from '#shared/money/accounts/account-limits.ts';
import type { CreditLedger, RateStatus } from '#shared/money/ledger/credit-ledger.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent } from './call.ts';

const windowSeconds: Readonly<Record<keyof RateLimits, number>> = { minute: 60, hour: 3_600, day: 86_400 };
const windowNames = ['minute', 'hour', 'day'] as const;

/**
 * Refuses early, from the account as authentication read it, without a write.
 * The counting is done where the call is written anyway: in the hold of a paid
 * call, or by `countCall` for a free one. Those conditions decide; this one
 * only spares the work.
 */
export function limitRate(clock: Clock): MiddlewareObj<GatewayEvent & Begun & Authenticated, CallResult> {
  return {
    name: 'limit-rate',
    before({ event }) {
      // An optional credential may be absent.
      if (!event.call.principal) return;
      const status = fullestWindow(event.principal.account, clock());
      if (status.remaining > 0) return;
      event.call.rate = status;
      throw rateLimited(status, clock());
    },
  };
}

/** Counts a call that costs nothing. Paid calls are counted by their hold. */
export function countCall(
  ledger: CreditLedger,
): MiddlewareObj<GatewayEvent & Begun & Authenticated, CallResult> {
  return {
    name: 'count-call',
    async before({ event }) {
      if (event.call.principal && !event.call.replayed)
        event.call.rate = await ledger.countFreeCall(event.principal);
    },
  };
}

/** The refusal of a full window. `Retry-After` is when the window ends. */
export function rateLimited(status: RateStatus, now: number): ServiceError {
  const waitSeconds = Math.max(1, Math.ceil(status.resetAt - now / 1000));
  return new ServiceError(
    'rate_limited',
    `The limit of ${status.limit} calls in this window is used up. Try again in ${waitSeconds} s.`,
    { headers: { 'retry-after': String(waitSeconds) } },
  );
}

/** The window of an account with the smallest share left at a moment. */
export function fullestWindow(account: Pick<Account, 'rateLimits' | 'windows'>, now: number): RateStatus {
  const statuses = windowNames.map((name): RateStatus => {
    const length = windowSeconds[name];
    const start = Math.floor(now / 1000 / length) * length;
    const { start: counted, calls } = account.windows[name];
    const limit = account.rateLimits[name];
    return {
      limit,
      remaining: Math.max(0, limit - (counted === start ? calls : 0)),
      resetAt: start + length,
    };
  });
  return statuses.reduce((fullest, next) =>
    next.remaining / next.limit < fullest.remaining / fullest.limit ? next : fullest,
  );
}
