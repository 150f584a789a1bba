import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { type EntryItem, openEntryOf } from './entry-item.ts';

/** Both sides of one account's books, every figure in credits. */
export interface BalanceSheet {
  /** What can be spent. */
  readonly balance: number;
  /** Open holds that are not committed as charged. */
  readonly held: number;
  /** Charged calls, ever: those settled and those whose hold is still open. */
  readonly charged: number;
  readonly granted: number;
  readonly clawed_back: number;
  /** `balance + held + charged - (granted - clawed_back)`; anything but 0 is a loss or a creation of credits. */
  readonly difference: number;
  /** Every entry is there, in its place and unchanged. */
  readonly chain_intact: boolean;
}

/**
 * Draws up the books from the account as it was at one moment. The account is
 * one item, so the sheet is exact while calls are running; entries that were
 * applied after that moment are left out by their sequence.
 */
export function drawBalanceSheet(
  account: AccountItem,
  chargedHolds: ReadonlySet<string>,
  allEntries: readonly EntryItem[],
): BalanceSheet {
  const entries = appliedEntries(account, allEntries);
  const holds = Object.entries(account.holds);
  const held = sumOf(holds.filter(([id]) => !chargedHolds.has(id)).map(([, { credits }]) => credits));
  const unsettled = sumOf(holds.filter(([id]) => chargedHolds.has(id)).map(([, { credits }]) => credits));
  const charged = account.spent + unsettled;
  const granted = sumOf(entries.map(({ credits }) => Math.max(0, credits)));
  const clawedBack = sumOf(entries.map(({ credits }) => Math.max(0, -credits)));
  return {
    balance: account.balance,
    held,
    charged,
    granted,
    clawed_back: clawedBack,
    difference: account.balance + held + charged - (granted - clawedBack),
    chain_intact: isChainIntact(account, entries),
  };
}

/** Entries that are in this balance, in their order; the open one is, although it may not be marked yet. */
function appliedEntries(account: AccountItem, entries: readonly EntryItem[]): EntryItem[] {
  const open = account.open_entry;
  return entries
    .map((entry) => (open?.id === entry.entry_id ? { ...entry, ...open, state: 'applied' as const } : entry))
    .filter(({ sequence }) => sequence !== undefined && sequence <= account.entry_seq)
    .toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0));
}

function isChainIntact(account: AccountItem, entries: readonly EntryItem[]): boolean {
  let previous = '';
  for (const [index, entry] of entries.entries()) {
    const expected = openEntryOf(entry, index + 1, previous);
    if (entry.sequence !== expected.sequence || entry.hash !== expected.hash) return false;
    previous = expected.hash;
  }
  return previous === account.entry_hash && entries.length === account.entry_seq;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
