import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/account.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import type { Period } from './calendar.ts';

/** An entry that was noted in a month and not in the balance when the month was written. */
export const pendingEntry = v.object({ account_id: v.string(), entry_id: v.string() });
export type PendingEntry = v.InferOutput<typeof pendingEntry>;

interface BookedEntries {
  readonly booked: readonly LedgerEntry[];
  readonly pending: readonly PendingEntry[];
}

/**
 * The entries that a month books: those noted in it that are in the balance,
 * and those that an earlier month left as pending and that are in it now.
 */
export function bookEntries(
  entries: readonly LedgerEntry[],
  account: Pick<Account, 'snapshot'>,
  period: Period,
  awaited: ReadonlySet<string>,
): BookedEntries {
  const ofMonth = entries.filter(({ entryId, createdAt }) => {
    const time = Date.parse(createdAt);
    return (time >= period.since && time < period.until) || awaited.has(entryId);
  });
  // The open entry is in the balance already; it is only not marked yet.
  const isApplied = ({ state, entryId }: LedgerEntry) =>
    state === 'applied' || account.snapshot.open_entry?.id === entryId;
  return {
    booked: ofMonth.filter(isApplied).toSorted((one, other) => (one.entryId < other.entryId ? -1 : 1)),
    pending: ofMonth
      .filter((entry) => !isApplied(entry))
      .map(({ accountId, entryId }) => ({ account_id: accountId, entry_id: entryId })),
  };
}
