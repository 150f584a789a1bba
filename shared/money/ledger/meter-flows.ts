import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { accountCallLimits, type CallKind } from '#shared/money/accounts/account-limits.ts';
import { type Meter, parseMeterItem, spendPeriod } from '#shared/money/accounts/meter.ts';
import { orphanedItem, parseUsageItem } from '#shared/money/usage/usage-item.ts';
import { failedCheck } from '#shared/platform/dynamo/conditional-change.ts';
import { decide } from './decide.ts';
import { change, type Flow, tryRead } from './operations.ts';
import { type MeterCondition, meterConditions, planReservation, planReturn } from './plan-meter.ts';
import { staleAfterMs } from './stale-after.ts';

/** Plans that may meet an item which changed since it was read. */
const maxPlans = 24;
/** A younger reservation belongs to a call that is most likely still running. */
const settlingMs = 2_000;
/** Reservations looked up on the way of one call: more than one call adds. */
const maxLookUps = 4;

/** What a call wants of all its limits. */
export interface MeteredPrice {
  readonly callId: string;
  readonly credits: number;
  readonly kind: CallKind;
  readonly now: number;
  readonly slot: string;
}

export type Reserved =
  | { readonly outcome: 'done'; readonly meters: readonly Meter[] }
  | { readonly outcome: 'lost' }
  | {
      readonly outcome: 'refused';
      readonly meter: Meter;
      readonly condition: MeterCondition | undefined;
    };

/**
 * Counts a call against each of its limits and reserves its price there, or in
 * none of them. Comes before the hold in the account: whatever is held was
 * reserved, so that a crash can leave a limit too tight and never too wide.
 */
export function* reserveAll(
  account: AccountItem,
  meters: readonly Meter[],
  price: MeteredPrice,
): Flow<Reserved> {
  const reserved: Meter[] = [];
  for (const meter of meters) {
    const result = yield* reserve(account, meter, price);
    if (result.outcome === 'done') {
      reserved.push(result.meter);
      continue;
    }
    if (result.outcome === 'refused') {
      yield* returnAll(reserved, price);
      return result;
    }
    yield* returnAll([...reserved, meter], price);
    return { outcome: 'lost' };
  }
  return { outcome: 'done', meters: reserved };
}

/** Gives back what a call reserved that will not be charged. Of one whose answer was lost, a later call gives it back. */
export function* returnAll(
  meters: readonly Meter[],
  { callId, credits }: Pick<MeteredPrice, 'callId' | 'credits'>,
): Flow<void> {
  for (const { table, key, item } of meters)
    if (item.spend_limit !== undefined && credits > 0) yield* change(table, key, planReturn(callId, credits));
}

type ReserveResult =
  | { readonly outcome: 'done'; readonly meter: Meter }
  | { readonly outcome: 'lost' }
  | Extract<Reserved, { outcome: 'refused' }>;

function* reserve(account: AccountItem, asRead: Meter, price: MeteredPrice): Flow<ReserveResult> {
  let meter = asRead;
  // A call that costs nothing has no use for what others reserved.
  let lookUps = price.credits === 0 ? 0 : maxLookUps;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const result = yield* tryReserve(account, meter, price, lookUps);
    if (result.outcome === 'again') meter = yield* readAgain(meter);
    else if (result.outcome !== 'refused' || result.condition !== meterConditions.spendLimit) return result;
    // Before a call is refused, every reservation is looked up that may be one of a dead call.
    else if (lookUps === Number.POSITIVE_INFINITY) return result;
    else lookUps = Number.POSITIVE_INFINITY;
  }
  return { outcome: 'refused', meter, condition: undefined };
}

function* tryReserve(
  account: AccountItem,
  meter: Meter,
  price: MeteredPrice,
  lookUps: number,
): Flow<ReserveResult | { readonly outcome: 'again' }> {
  const { charged, returned } = yield* lookUp(account, meter, price.now, lookUps);
  if (returned) return { outcome: 'again' };
  // A request that was refused has arrived again, and this time it was accepted.
  if (Object.hasOwn(meter.item.use?.open ?? {}, price.callId)) return { outcome: 'done', meter };
  const accountCalls = accountCallLimits(account.rate_limits);
  const plan = planReservation(meter, { ...price, charged, accountCalls });
  if (!plan) return { outcome: 'done', meter };
  const failed = failedCheck(plan, meter.item);
  if (failed) return { outcome: 'refused', meter, condition: failed.condition };
  const reply = yield* change(meter.table, meter.key, plan, true);
  if (reply.outcome === 'done')
    return { outcome: 'done', meter: { ...meter, item: parseMeterItem(reply.item) } };
  if (reply.outcome === 'refused') return { outcome: 'again' };
  return reply.outcome === 'lost' ? { outcome: 'lost' } : { outcome: 'refused', meter, condition: undefined };
}

/** A limit as it is now. */
export function* readAgain(meter: Meter): Flow<Meter> {
  const reply = yield* tryRead(meter.table, meter.key);
  if (reply.outcome === 'done' && reply.item) return { ...meter, item: parseMeterItem(reply.item) };
  const cause = 'cause' in reply ? reply.cause : undefined;
  throw new Error('The item of a limit could not be read.', { cause });
}

/**
 * How the calls behind open reservations were decided. Those of charged calls
 * are to be forgotten; those of others are given back here. A call that is long
 * dead without a decision is decided first, so that it can never be charged.
 */
function* lookUp(
  account: AccountItem,
  meter: Meter,
  now: number,
  most: number,
): Flow<{ charged: string[]; returned: boolean }> {
  const { use } = meter.item;
  const charged: string[] = [];
  let returned = false;
  if (!use || most === 0 || use.period !== spendPeriod(meter, now)) return { charged, returned };
  const old = Object.entries(use.open)
    .filter(([callId, { at }]) => now - at > settlingMs && !Object.hasOwn(account.holds, callId))
    .toSorted(([, one], [, other]) => one.at - other.at);
  for (const [callId, { credits, at }] of old.slice(0, most)) {
    const decision = yield* decisionOf(account.account_id, callId, now - at > staleAfterMs);
    if (decision === 'charged') charged.push(callId);
    if (decision !== 'void') continue;
    yield* change(meter.table, meter.key, planReturn(callId, credits));
    returned = true;
  }
  return { charged, returned };
}

function* decisionOf(
  accountId: string,
  callId: string,
  isDead: boolean,
): Flow<'charged' | 'void' | 'unknown'> {
  const found = yield* tryRead('usage', { account_id: accountId, id: callId });
  if (found.outcome !== 'done') return 'unknown';
  if (found.item) return parseUsageItem(found.item).decision === 'charged' ? 'charged' : 'void';
  const decision = isDead ? yield* decide(orphanedItem(accountId, callId)) : 'unknown';
  return decision === 'not written' ? 'unknown' : decision;
}
