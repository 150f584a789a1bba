import type { AccountItem, OpenHold } from '#shared/money/accounts/account-item.ts';
import { accountCallLimits, type CallKind } from '#shared/money/accounts/account-limits.ts';
import type { Meter } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { Change, Check, Step } from '#shared/platform/dynamo/conditional-change.ts';
import type { MeteredCall, RateStatus } from './credit-ledger.ts';
import {
  nothingCounted,
  planCount,
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
  concurrency: 'fewer calls are running than the account may run',
  newHold: 'the hold was never made before',
  nothingCounted,
  rate: rateLimitKept,
  sameWindow: windowUnchanged,
} as const;
export type HoldCondition = (typeof conditions)[keyof typeof conditions];

/** A hold that is planned and not yet written. */
export interface HoldPlan {
  readonly callId: string;
  readonly slot: string;
  /** The moment it was planned at; milliseconds since 1970. */
  readonly now: number;
  readonly hold: OpenHold;
  readonly change: Change<Check<HoldCondition>>;
}

/** Who wants what, within which limits; planning begins from those as they were read. */
export interface HoldRequest {
  readonly principal: Pick<Principal, 'credentialId' | 'authSource'>;
  readonly call: MeteredCall;
  readonly meters: readonly Meter[];
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
  const ofAccount = planWindows(['windows'], account.windows, account.rate_limits, now);
  const hold: OpenHold = {
    credits: call.credits,
    at,
    request: call.requestId,
    credential: principal.credentialId,
    source: principal.authSource,
    tool: call.tool,
    ...(call.run && { run: call.run.id }),
  };
  const checks: Check<HoldCondition>[] = [
    isActive,
    { condition: conditions.covered, path: ['balance'], test: 'at least', value: call.credits },
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
    ...ofAccount.steps,
  ];
  return { callId, slot, now, hold, change: { checks, steps } };
}

/** The one write in the account that counts a call which costs nothing. */
export function planFreeCall(
  account: AccountItem,
  kind: CallKind,
  now: number,
): Change<Check<HoldCondition>> {
  const windows =
    kind === 'tool'
      ? planWindows(['windows'], account.windows, account.rate_limits, now)
      : planCount(['session_windows'], account.session_windows, accountCallLimits(account.rate_limits), now);
  return { checks: [isActive, ...windows.checks], steps: windows.steps };
}

/** The tightest window of those that a call of this kind is counted in. */
export function rateStatus(
  account: AccountItem,
  meters: readonly Meter[],
  kind: CallKind,
  now: number,
): RateStatus {
  const [own] = meters;
  if (kind === 'account') {
    const windows = own ? own.item.account_windows : account.session_windows;
    return tightestWindow(windows, accountCallLimits(account.rate_limits), now);
  }
  const ofMeters = meters.flatMap(({ item }) =>
    item.rates ? [tightestWindow(item.windows, item.rates, now)] : [],
  );
  return ofMeters.reduce(tighter, tightestWindow(account.windows, account.rate_limits, now));
}

const isActive = { condition: conditions.active, path: ['status'], test: 'equals', value: 'active' } as const;
