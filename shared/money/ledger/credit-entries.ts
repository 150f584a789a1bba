/** Why credits were given or taken other than by a call. */
export type EntryKind = 'grant' | 'purchase' | 'refund' | 'dispute' | 'adjustment';

/** Credits to give or take back, under the id of the business event that is the reason. */
export interface EntryDraft {
  readonly accountId: string;
  /** Such as `purchase:cs_123`: the same id is applied once, however often it is sent. */
  readonly entryId: string;
  readonly kind: EntryKind;
  /** Always positive; `grant` adds them and `clawBack` takes them. */
  readonly credits: number;
  /** For people who read the ledger: an order, a ticket. */
  readonly reference?: string;
  readonly note?: string;
  /** What was paid or paid back, for finance; US cents, always positive. */
  readonly amountUsdCents?: number;
}

/** One line of an account's ledger. */
export interface LedgerEntry {
  readonly accountId: string;
  readonly entryId: string;
  readonly kind: EntryKind;
  /** Signed: negative was taken back. */
  readonly credits: number;
  readonly reference: string | null;
  readonly note: string | null;
  readonly amountUsdCents: number | null;
  /** `pending` is noted and may not be in the balance yet. */
  readonly state: 'pending' | 'applied';
  /** Place among the account's entries, from 1; null while pending. */
  readonly sequence: number | null;
  readonly balanceAfter: number | null;
  /** Chains this entry to the one before it, so that a changed or missing line shows. */
  readonly hash: string | null;
  readonly createdAt: string;
}

/** Grants and claw-backs, each applied exactly once. */
export interface CreditEntries {
  /** Adds credits; the entry as it stands, which is the first one where the id was used before. */
  grant(draft: EntryDraft): Promise<LedgerEntry>;
  /** Takes credits; the balance may become negative, and calls then answer 402 until it is not. */
  clawBack(draft: EntryDraft): Promise<LedgerEntry>;
  /** All entries of an account, in the order in which they were applied. */
  list(accountId: string): Promise<readonly LedgerEntry[]>;
}
