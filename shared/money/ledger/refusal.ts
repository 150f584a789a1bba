import type { AccountItem, CallKind } from '#shared/money/accounts/account-item.ts';
import { type Meter, spentNow } from '#shared/money/accounts/meter.ts';
import type { Refusal } from '#shared/platform/errors.ts';
import type { RunFault } from './open-run.ts';
import { conditions, type HoldCondition, rateRefusal, rateStatus } from './plan-hold.ts';
import { type MeterCondition, meterConditions } from './plan-meter.ts';

export interface RefusedCall {
  readonly account: AccountItem;
  readonly meters: readonly Meter[];
  readonly kind: CallKind;
  readonly credits: number;
  readonly now: number;
}

/**
 * What to tell a caller whose call broke `condition`, or undefined where the
 * plan was merely out of date and a new one may well succeed. `meter` is the
 * limit that refused; without one the account did.
 */
export function explainRefusal(
  condition: HoldCondition | MeterCondition,
  meter: Meter | undefined,
  call: RefusedCall,
): Refusal | undefined {
  const { account, credits, now } = call;
  switch (condition) {
    case conditions.active:
      return ['account_suspended', 'This account is suspended. Write to support to reopen it.'];
    case conditions.covered:
      return [
        'insufficient_credits',
        `This call costs ${credits} credits and the balance is ${account.balance}. Buy credits on the billing page of the dashboard.`,
        { details: { credits_required: credits, balance: account.balance } },
      ];
    case meterConditions.spendLimit:
      return meter && limitReached(meter, call);
    case conditions.rate:
      return rateRefusal(
        rateStatus(account, meter ? withMeter(call.meters, meter) : call.meters, call.kind, now),
        now,
      );
    case conditions.concurrency:
      return [
        'too_many_concurrent_calls',
        `${account.max_concurrent_calls} calls of this account are running. Wait until one has ended.`,
        { headers: { 'retry-after': '1' } },
      ];
    default:
      return undefined;
  }
}

/** The limits with one of them as it was read last. */
function withMeter(meters: readonly Meter[], last: Meter): readonly Meter[] {
  return meters.map((meter) => (meter.kind === last.kind ? last : meter));
}

function limitReached(meter: Meter, { account, credits, now }: RefusedCall): Refusal {
  const limit = meter.item.spend_limit ?? 0;
  const spent = spentNow(meter, now);
  if (meter.kind === 'run')
    return [
      'run_budget_exceeded',
      `This run may spend ${limit} credits, and with this call of ${credits} would exceed it (${spent} spent). Start a new run to go on.`,
      {
        details: { credits_required: credits, balance: account.balance, run_spent: spent, run_budget: limit },
      },
    ];
  const who = { key: 'This key', 'parent key': 'The key that made this key', connection: 'This connection' };
  return [
    'spend_limit_reached',
    `${who[meter.kind]} may spend ${limit} credits a month, and with this call of ${credits} would exceed it ` +
      `(${spent} spent). It resets on the first of the month, UTC; the account's owner can change it in the dashboard.`,
    { details: { credits_required: credits, balance: account.balance } },
  ];
}

/** What to tell a caller whose run cannot be used. */
export function runRefused(fault: RunFault): Refusal {
  const message =
    fault.fault === 'no run'
      ? 'There is no such run, or it has ended. Send X-Run-Budget with the first call of a run.'
      : `This run was opened with a budget of ${fault.budget} credits. Send that budget, a smaller one that becomes the run's, or none.`;
  return [
    'validation_error',
    `${message} Nothing was charged.`,
    {
      faults: [{ pointer: '', loc: ['header', 'X-Run-Budget'], type: 'run_budget', message }],
    },
  ];
}
