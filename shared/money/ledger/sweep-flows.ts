import { type AccountItem, type OpenHold, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { accountKey, sweepHold } from './call-flows.ts';
import { type Flow, read } from './operations.ts';
import { staleAfterMs } from './stale-after.ts';

export type StaleHold = readonly [callId: string, hold: OpenHold];

/** Holds so old that the calls which made them must be dead, oldest first. */
export function staleHolds(account: AccountItem, now: number): readonly StaleHold[] {
  return Object.entries(account.holds)
    .filter(([, hold]) => now - hold.at > staleAfterMs)
    .toSorted(([, one], [, other]) => one.at - other.at);
}

/** Decides and settles these holds, and gives the account as it is then. */
export function* sweepHolds(account: AccountItem, stale: readonly StaleHold[]): Flow<AccountItem> {
  for (const [callId, hold] of stale) yield* sweepHold(account.account_id, callId, hold);
  return parseAccountItem(yield* read('accounts', accountKey(account.account_id)));
}
