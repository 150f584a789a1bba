import { createHash } from 'node:crypto';
import type { Change } from '#shared/platform/dynamo/conditional-writes.ts';
import type { Refusal } from '#shared/platform/errors.ts';
import { idAt } from '#shared/platform/ids.ts';
import type { AccountItem, CallKind } from '../accounts/account-item.ts';
import { type Meter, spentNow } from '../accounts/meter.ts';
import { type CallReport, callName, reportedItem } from '../usage/usage-item.ts';
import type { RunFault } from './open-run.ts';
import { change, create, type Flow, type Reply } from './operations.ts';
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
      `This run may spend ${limit} credits, and with this call of ${credits} would exceed it (${spent} spent). Start a new run to continue.`,
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

/** Refused calls of one credential with one error share a record for a minute, and one for a second when that is full. */
const windowsMs = [60_000, 1_000];
/** Calls that a record names, so that each can be found: about a kilobyte with the rest. */
const namedCalls = 60;

/**
 * Counts a refused call in the record of its minute. The first makes the
 * record with its particulars; a thousand bad requests are a few records with that
 * number, and the log stays readable. Where more are refused in a second than a record
 * can name, the rest are only counted.
 */
export function* countRefusal(report: CallReport, now: number): Flow<Reply['outcome']> {
  const which = createHash('sha256').update(`${report.credentialId} ${report.errorType}`).digest('hex');
  const ids = windowsMs.map((windowMs) => `${idAt('use', now - (now % windowMs))}${which.slice(0, 16)}`);
  const name = callName(report.requestId);
  const write = function* (id: string, counted: Change): Flow<Reply['outcome']> {
    return (yield* change('usage', { account_id: report.accountId, id }, counted)).outcome;
  };
  const named: Change = {
    checks: [{ test: 'below', path: ['calls'], value: namedCalls }],
    steps: [...oneMore, { do: 'set', path: [name], value: true }],
  };
  for (const id of ids) {
    const counted = yield* write(id, named);
    if (counted !== 'refused') return counted;
  }
  for (const id of ids) {
    const created = yield* create('usage', {
      ...reportedItem(id, report, 'free', 0),
      calls: 1,
      [name]: true,
    });
    if (created !== 'refused') return created;
    const counted = yield* write(id, named);
    if (counted !== 'refused') return counted;
  }
  return yield* write(ids.at(-1) ?? '', { checks: [{ test: 'present', path: ['calls'] }], steps: oneMore });
}

const oneMore = [{ do: 'add', path: ['calls'], value: 1 }] as const;
