import { type AccountItem, accountCallLimits, type CallKind } from '#shared/money/accounts/account-item.ts';
import { type Meter, parseMeterItem } from '#shared/money/accounts/meter.ts';
import { failedCheck } from '#shared/platform/dynamo/conditional-writes.ts';
import { change, type Flow, tryRead } from './operations.ts';
import { type MeterCondition, meterConditions, planReservation, planReturn } from './plan-meter.ts';

/** Plans that may meet an item which changed since it was read. */
const maxPlans = 24;

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

/** What was found of reservations whose calls have most likely ended. */
export interface LookedUp {
  /** Calls that were charged: their reservations are to be forgotten. */
  readonly charged: readonly string[];
  /** Whether reservations were given back, so that the limit is to be read again. */
  readonly returned: boolean;
}

/** Looks up calls under a limit; all that have ended where it is thorough, else some. */
export type LookUp = (account: AccountItem, meter: Meter, now: number, isThorough: boolean) => Flow<LookedUp>;

/**
 * Counts a call against each of its limits and reserves its price there, or in
 * none of them. Comes before the hold in the account: whatever is held was
 * reserved, so that a crash can leave a limit too tight and never too wide.
 * A call that costs nothing has no use for what others reserved and looks nothing up.
 */
export function* reserveAll(
  account: AccountItem,
  meters: readonly Meter[],
  price: MeteredPrice,
  lookUp?: LookUp,
): Flow<Reserved> {
  const reserved: Meter[] = [];
  for (const meter of meters) {
    const result = yield* reserve(account, meter, price, lookUp);
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
    if (item.spend_limit !== undefined && credits > 0)
      yield* change(table, key, planReturn([{ callId, credits }]));
}

type ReserveResult =
  | { readonly outcome: 'done'; readonly meter: Meter }
  | { readonly outcome: 'lost' }
  | Extract<Reserved, { outcome: 'refused' }>;

function* reserve(
  account: AccountItem,
  asRead: Meter,
  price: MeteredPrice,
  lookUp: LookUp | undefined,
): Flow<ReserveResult> {
  let meter = asRead;
  let isThorough = false;
  for (let plans = 0; plans < maxPlans; plans += 1) {
    const looked = lookUp ? yield* lookUp(account, meter, price.now, isThorough) : nothingFound;
    const result = yield* tryReserve(account, meter, price, looked);
    if (result.outcome === 'again') meter = yield* readAgain(meter);
    // Before a call is refused, every reservation is looked up that may be one of a dead call.
    else if (isOverLimit(result) && !isThorough) isThorough = true;
    else return result;
  }
  return { outcome: 'refused', meter, condition: undefined };
}

function isOverLimit(result: ReserveResult): boolean {
  return result.outcome === 'refused' && result.condition === meterConditions.spendLimit;
}

const nothingFound: LookedUp = { charged: [], returned: false };

function* tryReserve(
  account: AccountItem,
  meter: Meter,
  price: MeteredPrice,
  { charged, returned }: LookedUp,
): Flow<ReserveResult | { readonly outcome: 'again' }> {
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

export function* readAgain(meter: Meter): Flow<Meter> {
  const reply = yield* tryRead(meter.table, meter.key);
  if (reply.outcome === 'done' && reply.item) return { ...meter, item: parseMeterItem(reply.item) };
  const cause = 'cause' in reply ? reply.cause : undefined;
  throw new Error('The item of a limit could not be read.', { cause });
}
