import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { conditions, type HoldCondition, type HoldRequest, rateStatus } from './plan-hold.ts';

interface RefusedCall {
  readonly principal: HoldRequest['principal'];
  readonly credits: number;
}

/**
 * What to tell a caller whose call broke `condition`, or undefined where the
 * plan was merely out of date and a new one may well succeed.
 */
export function explainRefusal(
  condition: HoldCondition,
  account: AccountItem,
  { principal, credits }: RefusedCall,
  now: number,
): ServiceError | undefined {
  switch (condition) {
    case conditions.active:
      return new ServiceError(
        'account_suspended',
        'This account is suspended. Write to support to reopen it.',
      );
    case conditions.covered:
      return new ServiceError(
        'insufficient_credits',
        `This call costs ${credits} credits and the balance is ${account.balance}. Buy credits on the billing page of the dashboard.`,
        { details: { credits_required: credits, balance: account.balance } },
      );
    case conditions.spendLimit:
      return spendLimitReached(account, principal, credits);
    case conditions.rate:
      return rateLimited(account, principal, now);
    case conditions.concurrency:
      return new ServiceError(
        'too_many_concurrent_calls',
        `${account.max_concurrent_calls} calls of this account are running. Wait until one has ended.`,
        { headers: { 'retry-after': '1' } },
      );
    default:
      return undefined;
  }
}

function spendLimitReached(
  account: AccountItem,
  { credentialId, keyLimits }: RefusedCall['principal'],
  credits: number,
): ServiceError {
  const spent = account.keys[credentialId]?.spent ?? 0;
  return new ServiceError(
    'spend_limit_reached',
    `This key may spend ${keyLimits.spendLimit} credits a month, and with this call of ${credits} would exceed it ` +
      `(${spent} spent). It resets on the first of the month, UTC; another key can go on now.`,
    { details: { credits_required: credits, balance: account.balance } },
  );
}

/**
 * Refuses a call early whose write would be refused anyway, from the account as
 * authentication read it. The conditions of the write decide; this one only
 * spares the work.
 */
export function refuseWhenFull(principal: Principal, now: number): void {
  const { snapshot } = principal.account;
  if (rateStatus(snapshot, principal, now).remaining < 1) throw rateLimited(snapshot, principal, now);
}

/** The refusal of a full window. `Retry-After` is how long until a call can succeed. */
function rateLimited(account: AccountItem, principal: RefusedCall['principal'], now: number): ServiceError {
  const { limit, remaining, resetAt } = rateStatus(account, principal, now);
  const seconds = Math.max(1, Math.ceil(resetAt - now / 1000));
  return new ServiceError(
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
  );
}
