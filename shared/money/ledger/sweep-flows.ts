import type { OpenHold } from '#shared/money/accounts/account-item.ts';
import type { Books } from '#shared/money/accounts/sub-accounts.ts';
import { orphanedItem, parseUsageItem, unreportedItem } from '#shared/money/usage/usage-item.ts';
import { settleHold } from './call-flows.ts';
import type { Outcome } from './credit-ledger.ts';
import { decide } from './decide.ts';
import { type Flow, tryRead } from './operations.ts';
import { staleAfterMs } from './stale-after.ts';
import { readBooks } from './sub-account-flows.ts';

/** A hold, and the account or sub-account whose item has it. */
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

/** All holds of an account and of its sub-accounts. */
export function openHolds({ main, subs }: Books): readonly PlacedHold[] {
  return [main, ...Object.values(subs)].flatMap(({ account_id: place, holds }) =>
    Object.entries(holds).map(([callId, hold]) => ({ place, callId, hold })),
  );
}
