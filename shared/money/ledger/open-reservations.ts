import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { type Meter, spendPeriod } from '#shared/money/accounts/meter.ts';
import { orphanedItem, parseUsageItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import { mostKeys } from '#shared/platform/dynamo/documents.ts';
import type { LookedUp } from './meter-flows.ts';
import {
  change,
  type Decision,
  decide,
  type Flow,
  settlingMs,
  staleAfterMs,
  tryReadAll,
} from './operations.ts';
import { planReturn } from './plan-meter.ts';

/** A reservation whose call has most likely ended. */
export interface OldReservation {
  readonly callId: string;
  readonly credits: number;
  /** So old that its call is dead, decided or not. */
  readonly isDead: boolean;
}

/** Of the current period, oldest first. */
export function oldReservations(meter: Meter, now: number): readonly OldReservation[] {
  const { use } = meter.item;
  if (!use || use.period !== spendPeriod(meter, now)) return [];
  return Object.entries(use.open)
    .filter(([, { at }]) => now - at > settlingMs)
    .toSorted(([, one], [, other]) => one.at - other.at)
    .map(([callId, { credits, at }]) => ({ callId, credits, isDead: now - at > staleAfterMs }));
}

type Decisions = ReadonlyMap<string, UsageItem['decision']>;

/** How calls were decided, of at most `mostKeys`; those without a record are left out. Undefined where it cannot be read. */
export function* readDecisions(accountId: string, callIds: readonly string[]): Flow<Decisions | undefined> {
  const keys = callIds.map((id) => ({ account_id: accountId, id }));
  const records = yield* tryReadAll('usage', keys);
  return records && new Map(records.map(parseUsageItem).map(({ id, decision }) => [id, decision]));
}

/** Reservations looked up with one request, and forgotten or given back with one write: as many as its expression takes. */
const maxLookUps = 60;

/**
 * How the calls behind open reservations were decided. Those of charged calls
 * are to be forgotten; those of others are given back here. A call that is long
 * dead without a decision is decided first, so that it can never be charged.
 */
export function* lookUp(
  account: AccountItem,
  meter: Meter,
  now: number,
  isThorough: boolean,
): Flow<LookedUp> {
  const old = oldReservations(meter, now).filter(({ callId }) => !Object.hasOwn(account.holds, callId));
  const charged: string[] = [];
  for (
    let start = 0;
    start < (isThorough ? old.length : Math.min(old.length, maxLookUps));
    start += maxLookUps
  ) {
    const looked = old.slice(start, start + maxLookUps);
    const ended = yield* endOf(account.account_id, looked);
    charged.push(...ended.charged);
    if (ended.uncharged.length === 0) continue;
    yield* change(meter.table, meter.key, planReturn(ended.uncharged));
    return { charged, returned: true };
  }
  return { charged: charged.slice(0, maxLookUps), returned: false };
}

function* endOf(
  accountId: string,
  old: readonly OldReservation[],
): Flow<{ charged: readonly string[]; uncharged: readonly OldReservation[] }> {
  const asked = old.map(({ callId }) => callId);
  const decided = yield* readDecisions(accountId, asked);
  const charged: string[] = [];
  const uncharged: OldReservation[] = [];
  for (const reservation of decided ? old : []) {
    const { callId, isDead } = reservation;
    const decision = decided?.get(callId) ?? (yield* decideDead(accountId, callId, isDead));
    if (decision === 'charged') charged.push(callId);
    else if (decision === 'void' || decision === 'free') uncharged.push(reservation);
  }
  return { charged, uncharged };
}

function* decideDead(accountId: string, callId: string, isDead: boolean): Flow<Decision | undefined> {
  return isDead ? yield* decide(orphanedItem(accountId, callId)) : undefined;
}

/**
 * Limits without what calls reserved that ended uncharged, or died: `spent` is then what was charged and what
 * running calls have reserved. Writes nothing; the next paid call under a limit gives back in its item what is left
 * out here. A limit whose calls cannot be looked up stays as it is, too tight.
 */
export function* withoutEnded(
  accountId: string,
  meters: readonly Meter[],
  now: number,
): Flow<readonly Meter[]> {
  const old = meters.map((meter) =>
    meter.item.spend_limit === undefined ? [] : oldReservations(meter, now),
  );
  const callIds = [...new Set(old.flat().map(({ callId }) => callId))];
  const decided = new Map<string, UsageItem['decision']>();
  for (let start = 0; start < callIds.length; start += mostKeys) {
    const read = yield* readDecisions(accountId, callIds.slice(start, start + mostKeys));
    if (!read) return meters;
    for (const [callId, decision] of read) decided.set(callId, decision);
  }
  const isUncharged = ({ callId, isDead }: OldReservation) => {
    const decision = decided.get(callId);
    return decision === undefined ? isDead : decision !== 'charged';
  };
  return meters.map((meter, index) => less(meter, (old[index] ?? []).filter(isUncharged)));
}

function less(meter: Meter, uncharged: readonly OldReservation[]): Meter {
  const { use } = meter.item;
  if (!use) return meter;
  const spent = uncharged.reduce((left, { credits }) => left - credits, use.spent);
  return { ...meter, item: { ...meter.item, use: { ...use, spent } } };
}
