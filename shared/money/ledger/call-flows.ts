import { type AccountItem, type OpenHold, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import {
  parseUsageItem,
  reportedItem,
  type UsageItem,
  unreportedItem,
} from '#shared/money/usage/usage-item.ts';
import type { CallReport } from '#shared/money/usage/usage-record.ts';
import { type Change, failedCheck } from '#shared/platform/dynamo/conditional-change.ts';
import type { Outcome } from './credit-ledger.ts';
import { change, create, type Flow, read, tryRead } from './operations.ts';
import {
  conditions,
  type HoldCondition,
  type HoldEnvironment,
  type HoldPlan,
  type HoldRequest,
  planFreeCall,
  planHold,
} from './plan-hold.ts';

/** Plans that may meet an account which changed since it was read. */
const maxPlans = 16;
/** Holds of one call whose answers may be lost before the call is refused. */
const maxLostHolds = 3;
/** Times that a commit without an answer is looked up and sent again. */
const maxCommits = 3;

export type HoldResult =
  | { readonly held: true; readonly plan: HoldPlan; readonly account: AccountItem }
  /** `condition` is the condition that does not hold; undefined where the database did not answer. */
  | { readonly held: false; readonly condition: HoldCondition | undefined; readonly account: AccountItem };

/**
 * Sets credits aside. Each attempt is a new hold under a new id: an attempt
 * whose answer was lost is decided `void` before the next begins, so whatever
 * becomes of its request, its credits come back.
 */
export function* holdCredits(
  snapshot: AccountItem,
  request: HoldRequest,
  environment: HoldEnvironment,
): Flow<HoldResult> {
  let account = snapshot;
  let lost = 0;
  for (let plans = 0; plans < maxPlans && lost < maxLostHolds; plans += 1) {
    const plan = planHold(account, request, environment);
    const failed = failedCheck(plan.change, account);
    if (failed) return { held: false, condition: failed.condition, account };
    const reply = yield* change('accounts', accountKey(account.account_id), plan.change, true);
    if (reply.outcome === 'done') return { held: true, plan, account: parseAccountItem(reply.item) };
    if (reply.outcome === 'lost') lost += yield* abandonHold(account.account_id, plan);
    account = parseAccountItem(yield* read('accounts', accountKey(account.account_id)));
  }
  return { held: false, condition: undefined, account };
}

/** Decides a hold of unknown fate `void`. Gives how many lost attempts it counts for: all, where even that was lost. */
function* abandonHold(accountId: string, { callId, hold }: HoldPlan): Flow<number> {
  const outcome = yield* decide(unreportedItem(accountId, callId, hold, 'call'));
  yield* settleHold(accountId, callId, hold, outcome);
  return outcome === 'unknown' ? maxLostHolds : 1;
}

export type CountResult =
  | { readonly counted: true; readonly account: AccountItem }
  | { readonly counted: false; readonly condition: HoldCondition | undefined; readonly account: AccountItem };

/** Counts a call against the rate limits. After lost answers it may be counted twice, never not at all. */
export function* countCall(
  snapshot: AccountItem,
  principal: HoldRequest['principal'],
  now: number,
): Flow<CountResult> {
  let account = snapshot;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const plan = planFreeCall(account, principal, now);
    const failed = failedCheck(plan, account);
    if (failed) return { counted: false, condition: failed.condition, account };
    const reply = yield* change('accounts', accountKey(account.account_id), plan);
    if (reply.outcome === 'done') return { counted: true, account: parseAccountItem(reply.item) };
    if (reply.outcome === 'lost') break;
    account = parseAccountItem(yield* read('accounts', accountKey(account.account_id)));
  }
  return { counted: false, condition: undefined, account };
}

/** Decides a call from its report, or learns how it was decided before. */
export function* commitCall(
  callId: string,
  credits: number,
  decision: 'charged' | 'void',
  report: CallReport,
): Flow<Outcome> {
  const item = reportedItem(callId, report, decision, decision === 'charged' ? credits : 0);
  const outcome = yield* decide(item);
  if (outcome === 'void' && decision === 'charged') yield* amendSweptRecord(item);
  return outcome;
}

/**
 * The one decision point: the first record written under a call's id decides
 * it, and every later writer accepts the record it finds. Only the call itself
 * proposes `charged`, so a `charged` that is found is the call's own.
 * Never fails: where nothing can be learned the answer is `unknown`.
 */
export function* decide(item: UsageItem): Flow<Outcome> {
  for (let commits = 0; commits < maxCommits; commits += 1) {
    const outcome = yield* create('usage', item);
    if (outcome === 'done') return decisionOf(item);
    const found = yield* tryRead('usage', { account_id: item.account_id, id: item.id });
    if (found.outcome === 'done' && found.item) return decisionOf(parseUsageItem(found.item));
  }
  return 'unknown';
}

function decisionOf({ decision }: UsageItem): Outcome {
  return decision === 'charged' ? 'charged' : 'void';
}

/** The sweeper decided without knowing what the call had cost upstream; now it is known. */
function* amendSweptRecord(item: UsageItem): Flow<void> {
  yield* change(
    'usage',
    { account_id: item.account_id, id: item.id },
    {
      checks: [{ condition: 'the sweeper wrote the record', path: ['by'], test: 'equals', value: 'sweep' }],
      steps: [
        { do: 'set', path: ['upstream_cost_micro_usd'], value: item.upstream_cost_micro_usd },
        {
          do: 'set',
          path: ['upstream_estimated_micro_usd'],
          value: item.upstream_estimated_micro_usd ?? 0,
        },
        { do: 'set', path: ['response_time_ms'], value: item.response_time_ms },
      ],
    },
  );
}

/** What settling needs of a hold. */
export type SettledHold = Pick<OpenHold, 'credits' | 'credential' | 'month'>;

/**
 * Carries a decision out: the hold goes, and its credits go to what was spent
 * or back to the balance. Each is one write under the condition that the hold
 * is there, so of all who settle a call, one does.
 */
export function* settleHold(
  accountId: string,
  callId: string,
  hold: SettledHold,
  outcome: Outcome,
): Flow<void> {
  if (outcome === 'unknown') return;
  if (outcome === 'charged') {
    yield* change('accounts', accountKey(accountId), chargeHold(callId, hold));
    return;
  }
  if (hold.month !== undefined) {
    const reply = yield* change(
      'accounts',
      accountKey(accountId),
      refundHoldAndKey(callId, hold, hold.month),
    );
    if (reply.outcome !== 'refused') return;
  }
  yield* change('accounts', accountKey(accountId), refundHold(callId, hold));
}

function chargeHold(callId: string, { credits }: SettledHold): Change {
  return {
    checks: [isHeld(callId)],
    steps: [
      { do: 'add', path: ['spent'], value: credits },
      { do: 'remove', path: ['holds', callId] },
    ],
  };
}

function refundHold(callId: string, { credits }: SettledHold): Change {
  return {
    checks: [isHeld(callId)],
    steps: [
      { do: 'add', path: ['balance'], value: credits },
      { do: 'remove', path: ['holds', callId] },
    ],
  };
}

/** As `refundHold`, and off what the key spent this month. Refused when that month has ended, or the key is no longer in the item. */
function refundHoldAndKey(callId: string, hold: SettledHold, month: string): Change {
  const refund = refundHold(callId, hold);
  const use = ['keys', hold.credential];
  return {
    checks: [
      ...refund.checks,
      { condition: conditions.sameMonth, path: [...use, 'month'], test: 'equals', value: month },
    ],
    steps: [...refund.steps, { do: 'add', path: [...use, 'spent'], value: -hold.credits }],
  };
}

function isHeld(callId: string): Change['checks'][number] {
  return { condition: 'the hold is there', path: ['holds', callId], test: 'present' };
}

/** Decides an abandoned hold, unless it is decided already, and carries the decision out. */
export function* sweepHold(accountId: string, callId: string, hold: OpenHold): Flow<Outcome> {
  const outcome = yield* decide(unreportedItem(accountId, callId, hold, 'sweep'));
  yield* settleHold(accountId, callId, hold, outcome);
  return outcome;
}

export function accountKey(accountId: string): { account_id: string } {
  return { account_id: accountId };
}
