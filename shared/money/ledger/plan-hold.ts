import type { AccountItem, KeyUse, OpenHold } from '#shared/money/accounts/account-item.ts';
import type { KeyLimits, Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { Change, Check, Step } from '#shared/platform/dynamo/conditional-change.ts';
import type { MeteredCall, RateStatus } from './credit-ledger.ts';
import {
  firstWindows,
  planWindows,
  rateLimitKept,
  tighter,
  tightestWindow,
  windowUnchanged,
} from './rate-windows.ts';

/** What a hold conditions, one condition each, in plain words. */
export const conditions = {
  active: 'the account is active',
  covered: 'the balance covers the call',
  spendLimit: 'the key stays within its spend limit',
  concurrency: 'fewer calls are running than the account may run',
  newHold: 'the hold was never made before',
  sameMonth: 'the month of the key is the one that was read',
  keyUnknown: 'nothing was counted for the key yet',
  rate: rateLimitKept,
  sameWindow: windowUnchanged,
} as const;
export type HoldCondition = (typeof conditions)[keyof typeof conditions];

/** A hold that is planned and not yet written. */
export interface HoldPlan {
  readonly callId: string;
  readonly hold: OpenHold;
  readonly change: Change<Check<HoldCondition>>;
}

/** Who wants what; `snapshot` of the principal is where planning begins. */
export interface HoldRequest {
  readonly principal: Pick<Principal, 'credentialId' | 'authSource' | 'keyLimits'>;
  readonly call: MeteredCall;
}

/** Time and chance, passed in so that the model checker owns them. */
export interface HoldEnvironment {
  now(): number;
  /** A new `use_…` id of that moment. */
  newCallId(time: number): string;
  /** One of the account's lanes. */
  pickSlot(): string;
}

/**
 * The one write that makes a hold, planned from the account as it was read.
 *
 * It succeeds at most once, even if the network delivers it again later: the
 * hold's time must lie after the last one in its slot, and then is the last.
 * Conditions are on fields and never on a version of the item, so that holds
 * made at the same moment do not push each other out.
 */
export function planHold(
  account: AccountItem,
  { principal, call }: HoldRequest,
  environment: HoldEnvironment,
): HoldPlan {
  const now = environment.now();
  const slot = environment.pickSlot();
  const at = Math.max(now, (account.lanes[slot] ?? 0) + 1);
  const callId = environment.newCallId(at);
  const key = planKey(account, principal, call.credits, now);
  const ofAccount = planWindows(['windows'], account.windows, account.rate_limits, now);
  const hold: OpenHold = {
    credits: call.credits,
    at,
    request: call.requestId,
    credential: principal.credentialId,
    source: principal.authSource,
    tool: call.tool,
    ...(principal.keyLimits.spendLimit === undefined
      ? {}
      : { month: spendMonth(account.keys[principal.credentialId], now) }),
  };
  const checks: Check<HoldCondition>[] = [
    isActive,
    { condition: conditions.covered, path: ['balance'], test: 'at least', value: call.credits },
    ...key.checks,
    ...ofAccount.checks,
    {
      condition: conditions.concurrency,
      path: ['holds'],
      test: 'fewer entries than',
      value: account.max_concurrent_calls,
    },
    { condition: conditions.newHold, path: ['lanes', slot], test: 'below', value: at },
  ];
  const steps: Step[] = [
    { do: 'add', path: ['balance'], value: -call.credits },
    { do: 'set', path: ['holds', callId], value: hold },
    { do: 'set', path: ['lanes', slot], value: at },
    ...key.steps,
    ...ofAccount.steps,
  ];
  return { callId, hold, change: { checks, steps } };
}

/** The one write that counts a call which costs nothing. */
export function planFreeCall(
  account: AccountItem,
  principal: HoldRequest['principal'],
  now: number,
): Change<Check<HoldCondition>> {
  const key = planKey(account, principal, 0, now);
  const windows = planWindows(['windows'], account.windows, account.rate_limits, now);
  return {
    checks: [isActive, ...key.checks, ...windows.checks],
    steps: [...key.steps, ...windows.steps],
  };
}

/** The tightest window of account and key. */
export function rateStatus(
  account: AccountItem,
  { credentialId, keyLimits }: HoldRequest['principal'],
  now: number,
): RateStatus {
  const ofAccount = tightestWindow(account.windows, account.rate_limits, now);
  const windows = account.keys[credentialId]?.windows;
  if (!keyLimits.rateLimits || !windows) return ofAccount;
  return tighter(ofAccount, tightestWindow(windows, keyLimits.rateLimits, now));
}

/** Month of UTC in which a key's spend counts now; never before the one that already began elsewhere. */
function spendMonth(use: KeyUse | undefined, now: number): string {
  const month = isoTime(now).slice(0, 7);
  return use && use.month > month ? use.month : month;
}

const isActive = { condition: conditions.active, path: ['status'], test: 'equals', value: 'active' } as const;

type Part = Pick<Change<Check<HoldCondition>>, 'checks' | 'steps'>;

/** Counts the call against the key's own limits, where it has any. */
function planKey(
  account: AccountItem,
  { credentialId, keyLimits }: HoldRequest['principal'],
  credits: number,
  now: number,
): Part {
  if (keyLimits.spendLimit === undefined && !keyLimits.rateLimits) return { checks: [], steps: [] };
  const path = ['keys', credentialId];
  const use = account.keys[credentialId];
  if (!use) return firstUse(path, keyLimits, credits, now);
  const spend = planSpend(path, use, keyLimits, credits, now);
  const rate = planKeyWindows(path, use, keyLimits, now);
  return { checks: [...spend.checks, ...rate.checks], steps: [...spend.steps, ...rate.steps] };
}

function firstUse(path: string[], { spendLimit, rateLimits }: KeyLimits, credits: number, now: number): Part {
  const use: KeyUse = {
    month: spendMonth(undefined, now),
    spent: spendLimit === undefined ? 0 : credits,
    ...(rateLimits ? { windows: firstWindows(now) } : {}),
  };
  return {
    checks: [{ condition: conditions.keyUnknown, path, test: 'absent' }, ...fits(path, credits, spendLimit)],
    steps: [{ do: 'set', path, value: use }],
  };
}

function planSpend(
  path: string[],
  use: KeyUse,
  { spendLimit }: KeyLimits,
  credits: number,
  now: number,
): Part {
  if (spendLimit === undefined || credits === 0) return { checks: [], steps: [] };
  const sameMonth = {
    condition: conditions.sameMonth,
    path: [...path, 'month'],
    test: 'equals',
    value: use.month,
  } as const;
  const spent = [...path, 'spent'];
  const month = spendMonth(use, now);
  if (use.month === month) {
    const within = {
      condition: conditions.spendLimit,
      path: spent,
      test: 'below',
      value: spendLimit - credits + 1,
    } as const;
    return { checks: [sameMonth, within], steps: [{ do: 'add', path: spent, value: credits }] };
  }
  return {
    checks: [sameMonth, ...fits(path, credits, spendLimit)],
    steps: [
      { do: 'set', path: [...path, 'month'], value: month },
      { do: 'set', path: spent, value: credits },
    ],
  };
}

/** A check that no key passes, for a call that alone is over the key's limit. */
function fits(path: string[], credits: number, spendLimit: number | undefined): Check<HoldCondition>[] {
  if (spendLimit === undefined || credits <= spendLimit) return [];
  return [{ condition: conditions.spendLimit, path: [...path, 'never'], test: 'present' }];
}

function planKeyWindows(path: string[], use: KeyUse, { rateLimits }: KeyLimits, now: number): Part {
  if (!rateLimits) return { checks: [], steps: [] };
  const place = [...path, 'windows'];
  if (use.windows) return planWindows(place, use.windows, rateLimits, now);
  return {
    checks: [{ condition: conditions.keyUnknown, path: place, test: 'absent' }],
    steps: [{ do: 'set', path: place, value: firstWindows(now) }],
  };
}
