import {
  type Change,
  type Check,
  failedCheck,
  type Step,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { type Refusal, ServiceError } from '#shared/platform/errors.ts';
import {
  type AccountItem,
  accountCallLimits,
  type CallKind,
  type OpenHold,
} from '../accounts/account-item.ts';
import type { Meter } from '../accounts/meter.ts';
import type { Principal } from '../accounts/principal.ts';
import {
  type Books,
  callsOfSub,
  directCallsOf,
  isSplit,
  type SplitTerms,
  type SubAccount,
  splitTerms,
  wholeAccount,
} from '../accounts/sub-accounts.ts';
import type { Flow, MeteredCall, RateStatus } from './operations.ts';
import {
  callsLeft,
  nothingCounted,
  planCount,
  planWindows,
  rateLimitKept,
  tighter,
  tightestWindow,
  windowUnchanged,
} from './rate-windows.ts';
import { readyPosition, recallSubs } from './sub-account-flows.ts';

/** What a hold conditions, one condition each, in plain words. */
export const conditions = {
  active: 'the account is active',
  covered: 'the balance covers the call',
  concurrency: 'fewer calls are running than the account may run',
  newHold: 'the hold was never made before',
  sameSubs: 'the account has no more sub-accounts than were read',
  sameTransfer: 'the sub-account is the one that was read',
  callLeft: 'the sub-account has a call left',
  nothingCounted,
  rate: rateLimitKept,
  sameWindow: windowUnchanged,
} as const;
export type HoldCondition = (typeof conditions)[keyof typeof conditions];

export interface HoldPlan {
  readonly callId: string;
  /** The account whose item has the hold, or its sub-account. */
  readonly place: string;
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
  newCallId(time: number): string;
  pickSlot(): string;
  /** Those of the service where undefined. */
  readonly terms?: SplitTerms;
}

/**
 * The one write that makes a hold, planned from the account as it was read.
 *
 * It succeeds at most once, even if the network delivers it again later: the hold's time must lie after the last
 * one in its slot, and then is the last. Conditions are on fields and never on a version of the item, so that holds
 * made at the same moment do not push each other out.
 */
function planHold(account: AccountItem, request: HoldRequest, environment: HoldEnvironment): HoldPlan {
  const now = environment.now();
  const plan = planIn(account, now, environment.pickSlot(), request, environment);
  const ofAccount = planWindows(['windows'], account.windows, account.rate_limits, now);
  const [covered, ...others] = plan.change.checks;
  const checks: Check<HoldCondition>[] = [
    isActive,
    ...(covered ? [covered] : []),
    ...ofAccount.checks,
    {
      condition: conditions.concurrency,
      path: ['holds'],
      test: 'fewer entries than',
      value: directCallsOf(account),
    },
    ...noMoreSubs(account),
    ...others,
  ];
  return { ...plan, change: { checks, steps: [...plan.change.steps, ...ofAccount.steps] } };
}

/** As `planHold`, in a sub-account, which has calls that the account's windows count already; undefined where its minute is over. */
function planSubHold(
  { main, subs, behind }: Books,
  { slot, now, position = slot }: Pick<HoldPlan, 'slot' | 'now'> & { readonly position?: string },
  request: HoldRequest,
  environment: HoldEnvironment,
): HoldPlan | undefined {
  const sub = subs[position];
  if (!sub || behind.includes(position) || now >= sub.until * 1_000) return undefined;
  const plan = planIn(sub, now, slot, request, environment);
  const checks: Check<HoldCondition>[] = [
    { condition: conditions.sameTransfer, path: ['seq'], test: 'equals', value: sub.seq },
    { condition: conditions.callLeft, path: ['calls'], test: 'at least', value: 1 },
    {
      condition: conditions.concurrency,
      path: ['holds'],
      test: 'fewer entries than',
      value: callsOfSub(main),
    },
    ...plan.change.checks,
  ];
  const steps: Step[] = [...plan.change.steps, { do: 'add', path: ['calls'], value: -1 }];
  const change = { checks, steps };
  return failedCheck(change, sub) ? undefined : { ...plan, change };
}

function planIn(
  { account_id, lanes }: Pick<AccountItem | SubAccount, 'account_id' | 'lanes'>,
  now: number,
  slot: string,
  { principal, call }: HoldRequest,
  environment: HoldEnvironment,
): HoldPlan {
  const at = Math.max(now, (lanes[slot] ?? 0) + 1);
  const callId = environment.newCallId(at);
  const hold: OpenHold = {
    credits: call.credits,
    at,
    request: call.requestId,
    credential: principal.credentialId,
    source: principal.authSource,
    tool: call.tool,
    ...(call.run && { run: call.run.id }),
  };
  return {
    ...{ callId, slot, now, hold, place: account_id },
    change: {
      checks: [
        { condition: conditions.covered, path: ['balance'], test: 'at least', value: call.credits },
        { condition: conditions.newHold, path: ['lanes', slot], test: 'below', value: at },
      ],
      steps: [
        { do: 'add', path: ['balance'], value: -call.credits },
        { do: 'set', path: ['holds', callId], value: hold },
        { do: 'set', path: ['lanes', slot], value: at },
      ],
    },
  };
}

/** Each sub-account may run some of the account's calls, which are then not the account's own to run. */
function noMoreSubs(account: AccountItem): Check<HoldCondition>[] {
  const { subs } = account;
  if (!subs)
    return isSplit(account) ? [{ condition: conditions.sameSubs, path: ['subs'], test: 'absent' }] : [];
  const open = Object.keys(subs).length;
  return [{ condition: conditions.sameSubs, path: ['subs'], test: 'fewer entries than', value: open + 1 }];
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

/** In place of a plan: what does not hold, or that sub-accounts were changed, so that another attempt can find more. */
type NoPlan = { readonly condition: HoldCondition | undefined } | 'changed';

/**
 * Where a hold is made: in the account's own item while few calls run there, else in one of its sub-accounts, and
 * where these have not what the call needs, in the account's item again. What is refused is refused of the whole
 * account: before that, what lies in sub-accounts is called back.
 */
export function* planInPlace(
  books: Books,
  request: HoldRequest,
  environment: HoldEnvironment,
): Flow<HoldPlan | NoPlan> {
  const { main } = books;
  const { terms = splitTerms } = environment;
  const direct = planHold(main, request, environment);
  const failed = failedCheck(direct.change, main);
  const isQuiet = Object.keys(main.holds).length < terms.directCalls;
  if (!failed && (isQuiet || !isSplit(main))) return direct;
  const elsewhere = yield* planInSubs(books, direct, { request, environment, terms });
  if (elsewhere) return elsewhere;
  if (!failed) return direct;
  if (!hasWhatFailed(failed.condition, books, request.call.credits, direct.now)) return failed;
  // It is there: too little in each place, or beside calls that are running.
  return (yield* recallSubs(books)) ? 'changed' : { condition: undefined };
}

interface Placing {
  readonly request: HoldRequest;
  readonly environment: HoldEnvironment;
  readonly terms: SplitTerms;
}

/** A plan in the position that chance has picked, which is made ready where it is not, else in any other that can take the call. */
function* planInSubs(
  books: Books,
  direct: HoldPlan,
  { request, environment, terms }: Placing,
): Flow<HoldPlan | 'changed' | undefined> {
  // What was clawed back is owed by the whole account.
  if (books.main.balance < 0) return undefined;
  const own = planSubHold(books, direct, request, environment);
  if (own) return own;
  if (yield* readyPosition(books, direct.slot, direct.now, terms)) return 'changed';
  for (const position of Object.keys(books.subs)) {
    const other = planSubHold(books, { ...direct, position }, request, environment);
    if (other) return other;
  }
  return undefined;
}

/** Whether the account as a whole has what its own item lacks. */
function hasWhatFailed(condition: HoldCondition, books: Books, credits: number, now: number): boolean {
  if (Object.keys(books.subs).length === 0) return false;
  const { balance, windows, rate_limits, holds, max_concurrent_calls } = wholeAccount(books);
  if (condition === conditions.covered) return balance >= credits;
  if (condition === conditions.concurrency) return Object.keys(holds).length < max_concurrent_calls;
  return condition === conditions.rate && callsLeft(windows, rate_limits, now) > 0;
}

/**
 * Refuses a call early whose write would be refused anyway, from the account and the limits as authentication
 * read them. The conditions of the write decide; this one only saves work.
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
    `The limit of ${limit} calls is reached. Try again in ${seconds} s.`,
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
