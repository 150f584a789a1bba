import { type Change, failedCheck, type Item } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  type AccountItem,
  type CallKind,
  type OpenHold,
  parseAccountItem,
} from '../accounts/account-item.ts';
import type { Meter } from '../accounts/meter.ts';
import type { Principal } from '../accounts/principal.ts';
import { type Books, isSubAccount, parseSubAccount, wholeAccount } from '../accounts/sub-accounts.ts';
import {
  type CallReport,
  orphanedItem,
  parseUsageItem,
  reportedItem,
  type UsageItem,
  unreportedItem,
} from '../usage/usage-item.ts';
import { type MeteredPrice, readAgain, reserveAll, returnAll } from './meter-flows.ts';
import { lookUp } from './open-reservations.ts';
import {
  change,
  type Decision,
  decide,
  type Flow,
  type Outcome,
  type Reply,
  staleAfterMs,
  tryRead,
} from './operations.ts';
import {
  type HoldCondition,
  type HoldEnvironment,
  type HoldPlan,
  type HoldRequest,
  planFreeCall,
  planInPlace,
} from './plan-hold.ts';
import type { MeterCondition } from './plan-meter.ts';
import { accountKey, readBooks } from './sub-account-flows.ts';

/** Plans that may meet an account which changed since it was read. */
const maxPlans = 16;
/** Holds of one call whose answers may be lost before the call is refused. */
const maxLostHolds = 3;

export type HoldResult =
  | {
      readonly held: true;
      readonly plan: HoldPlan;
      /** With its sub-accounts, and this call in it. */
      readonly account: AccountItem;
      /** As they are with this call in them. */
      readonly meters: readonly Meter[];
    }
  /** What does not hold; the condition is undefined where the database did not answer. */
  | (Refused & { readonly held: false });

/** `meter` is the limit that refused the call; undefined where the account itself did. */
interface Refused {
  readonly condition: HoldCondition | MeterCondition | undefined;
  readonly account: AccountItem;
  readonly meter?: Meter;
}

/**
 * Sets credits aside: first with each limit of the caller, then in the
 * account. Each attempt is a new hold under a new id: an attempt whose answer
 * was lost is decided `void` before the next begins, so whatever becomes of its
 * request, its credits come back.
 */
export function* holdCredits(
  snapshot: Books,
  request: HoldRequest,
  environment: HoldEnvironment,
): Flow<HoldResult> {
  let books = snapshot;
  const meters = [...request.meters];
  let lost = 0;
  for (let plans = 0; plans < maxPlans && lost < maxLostHolds; plans += 1) {
    const attempt = yield* attemptHold(books, { ...request, meters }, environment);
    if ('held' in attempt) return attempt;
    lost += attempt.lost;
    for (const [index, meter] of meters.entries()) meters[index] = yield* readAgain(meter);
    books = yield* readBooks(books.main.account_id);
  }
  return { held: false, condition: undefined, account: wholeAccount(books) };
}

/** One attempt under one id; `lost` where another is needed: for how many lost attempts this one counts. */
function* attemptHold(
  books: Books,
  request: HoldRequest,
  environment: HoldEnvironment,
): Flow<HoldResult | { readonly lost: number }> {
  const account = wholeAccount(books);
  const plan = yield* planInPlace(books, request, environment);
  if (plan === 'changed') return { lost: 0 };
  if (!('callId' in plan)) return { held: false, condition: plan.condition, account };
  const { callId, slot, now, place } = plan;
  const price = { callId, credits: request.call.credits, kind: 'tool', now, slot } as const;
  const reserved = yield* reserveAll(account, request.meters, price, lookUp);
  if (reserved.outcome === 'refused') return { held: false, account, ...reserved };
  if (reserved.outcome === 'lost') return { lost: 1 };
  const reply = yield* change('accounts', accountKey(place), plan.change, true);
  if (reply.outcome === 'done')
    return { held: true, plan, account: withItem(books, reply.item), meters: reserved.meters };
  if (reply.outcome === 'throttled') {
    yield* returnAll(reserved.meters, price);
    return { held: false, condition: undefined, account };
  }
  const lost = reply.outcome === 'lost' ? yield* abandonHold(account.account_id, plan) : 0;
  yield* returnAll(reserved.meters, price);
  return { lost };
}

/** The account with one of its items as a write left it. */
function withItem(books: Books, item: Item | undefined): AccountItem {
  if (!item || !isSubAccount(item)) return wholeAccount({ ...books, main: parseAccountItem(item) });
  const sub = parseSubAccount(item);
  const position = sub.account_id.slice(books.main.account_id.length + 1);
  return wholeAccount({ ...books, subs: { ...books.subs, [position]: sub } });
}

/** Decides a hold of unknown fate `void`. Gives how many lost attempts it counts for: all, where even that could not be written. */
function* abandonHold(accountId: string, { callId, hold, place }: HoldPlan): Flow<number> {
  const outcome = yield* decide(unreportedItem(accountId, callId, hold, 'call'));
  yield* settleHold(place, callId, hold, outcome);
  return outcome === 'void' ? 1 : maxLostHolds;
}

export type CountResult =
  | { readonly counted: true; readonly account: AccountItem; readonly meters: readonly Meter[] }
  | (Refused & { readonly counted: false });

/**
 * Counts a call that costs nothing against the rate limits of its kind. After
 * lost answers it may be counted twice, never not at all.
 */
export function* countCall(
  books: Books,
  { meters }: Pick<Principal, 'meters'>,
  { kind, ...moment }: Pick<MeteredPrice, 'kind' | 'now' | 'slot'>,
): Flow<CountResult> {
  const [own] = meters;
  const account = wholeAccount(books);
  // What a credential asks of the account itself is counted with the credential alone.
  const counting = kind === 'tool' ? meters : own ? [own] : [];
  const counted = yield* reserveAll(account, counting, { callId: '', credits: 0, kind, ...moment });
  if (counted.outcome === 'refused') return { counted: false, account, ...counted };
  if (counted.outcome === 'lost') return { counted: false, condition: undefined, account };
  if (kind === 'account' && own) return { counted: true, account, meters: counted.meters };
  return yield* countInAccount(books, counted.meters, kind, moment.now);
}

function* countInAccount(
  snapshot: Books,
  meters: readonly Meter[],
  kind: CallKind,
  now: number,
): Flow<CountResult> {
  let books = snapshot;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const { main } = books;
    const plan = planFreeCall(main, kind, now);
    const failed = failedCheck(plan, main);
    if (failed) return { counted: false, condition: failed.condition, account: wholeAccount(books) };
    const reply = yield* change('accounts', accountKey(main.account_id), plan);
    if (reply.outcome === 'done') return { counted: true, account: withItem(books, reply.item), meters };
    if (reply.outcome !== 'refused') break;
    books = yield* readBooks(main.account_id);
  }
  return { counted: false, condition: undefined, account: wholeAccount(books) };
}

/** Decides a call from its report, or learns how it was decided before. */
export function* commitCall(
  callId: string,
  credits: number,
  decision: 'charged' | 'void',
  report: CallReport,
): Flow<Decision> {
  const item = reportedItem(callId, report, decision, decision === 'charged' ? credits : 0);
  const outcome = yield* decide(item);
  if (outcome === 'void' && decision === 'charged') yield* amendSweptRecord(item);
  return outcome;
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

/**
 * Carries a decision out, in the item that has the hold: the hold goes, and its credits go to what was spent
 * or back to the balance. Each is one write under the condition that the hold
 * is there, so of all who settle a call, one does. What was reserved of limits
 * is given back by the call itself, or by the next call under that limit. Gives
 * the outcome of the write; undefined where nothing is decided.
 */
export function* settleHold(
  place: string,
  callId: string,
  hold: Pick<OpenHold, 'credits'>,
  outcome: Decision,
): Flow<Reply | undefined> {
  if (outcome === 'unknown' || outcome === 'not written') return undefined;
  const settlement = outcome === 'charged' ? chargeHold(callId, hold) : refundHold(callId, hold);
  return yield* change('accounts', accountKey(place), settlement);
}

function chargeHold(callId: string, { credits }: Pick<OpenHold, 'credits'>): Change {
  return {
    checks: [isHeld(callId)],
    steps: [
      { do: 'add', path: ['spent'], value: credits },
      { do: 'remove', path: ['holds', callId] },
    ],
  };
}

function refundHold(callId: string, { credits }: Pick<OpenHold, 'credits'>): Change {
  return {
    checks: [isHeld(callId)],
    steps: [
      { do: 'add', path: ['balance'], value: credits },
      { do: 'remove', path: ['holds', callId] },
    ],
  };
}

function isHeld(callId: string): Change['checks'][number] {
  return { condition: 'the hold is there', path: ['holds', callId], test: 'present' };
}

export interface PlacedHold {
  readonly place: string;
  readonly callId: string;
  readonly hold: OpenHold;
}

/** Holds so old that the calls which made them must be dead, oldest first. */
export function staleHolds(books: Books, now: number): readonly PlacedHold[] {
  return openHolds(books)
    .filter(({ hold }) => now - hold.at > staleAfterMs)
    .toSorted((one, other) => one.hold.at - other.hold.at);
}

/** Decides and settles these holds, and gives the account as it is then. */
export function* sweepHolds({ main }: Books, stale: readonly PlacedHold[]): Flow<Books> {
  for (const hold of stale) yield* sweepHold(main.account_id, hold);
  return yield* readBooks(main.account_id);
}

/** How a call was decided; one that is dead and was not is decided here. Undefined where it may still be charged. */
export function* endOfCall(
  accountId: string,
  callId: string,
  isDead: boolean,
): Flow<'charged' | 'void' | undefined> {
  const found = yield* tryRead('usage', { account_id: accountId, id: callId });
  if (found.outcome !== 'done') return undefined;
  if (found.item) return parseUsageItem(found.item).decision === 'charged' ? 'charged' : 'void';
  if (!isDead) return undefined;
  const open = openHolds(yield* readBooks(accountId)).find((hold) => hold.callId === callId);
  const outcome = yield* open ? sweepHold(accountId, open) : decide(orphanedItem(accountId, callId));
  return outcome === 'charged' || outcome === 'void' ? outcome : undefined;
}

/** Decides an abandoned hold, unless it is decided already, and carries the decision out. */
export function* sweepHold(accountId: string, { place, callId, hold }: PlacedHold): Flow<Outcome> {
  const outcome = yield* decide(unreportedItem(accountId, callId, hold, 'sweep'));
  yield* settleHold(place, callId, hold, outcome);
  return outcome === 'not written' ? 'unknown' : outcome;
}

export function openHolds({ main, subs }: Books): readonly PlacedHold[] {
  return [main, ...Object.values(subs)].flatMap(({ account_id: place, holds }) =>
    Object.entries(holds).map(([callId, hold]) => ({ place, callId, hold })),
  );
}
