import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { OpenEntry } from '#shared/money/accounts/account-item.ts';
import { camelCased } from '#shared/platform/casing.ts';
import type { EntryDraft, LedgerEntry } from './credit-entries.ts';

const entryItem = v.object({
  account_id: v.string(),
  entry_id: v.string(),
  kind: v.picklist(['grant', 'purchase', 'refund', 'dispute', 'adjustment']),
  /** Signed. */
  credits: v.pipe(v.number(), v.integer()),
  reference: v.nullable(v.string()),
  note: v.nullable(v.string()),
  amount_usd_cents: v.nullable(v.number()),
  state: v.picklist(['pending', 'applied']),
  created_at: v.string(),
  sequence: v.optional(v.number()),
  balance_after: v.optional(v.number()),
  hash: v.optional(v.string()),
});

/** An entry as stored. */
export type EntryItem = v.InferOutput<typeof entryItem>;

export function parseEntryItem(item: unknown): EntryItem {
  return v.parse(entryItem, item);
}

/** The item of an entry that is not in the balance yet. */
export function pendingItem(draft: EntryDraft, credits: number, createdAt: string): EntryItem {
  return {
    account_id: draft.accountId,
    entry_id: draft.entryId,
    kind: draft.kind,
    credits,
    reference: draft.reference ?? null,
    note: draft.note ?? null,
    amount_usd_cents: draft.amountUsdCents ?? null,
    state: 'pending',
    created_at: createdAt,
  };
}

/**
 * The entry as the account carries it while it is being applied. Its hash
 * covers its content, its place and the hash before it: changing,
 * dropping or reordering a line of the ledger makes every later hash wrong.
 */
export function openEntryOf(item: EntryItem, sequence: number, previousHash: string): OpenEntry {
  const content = [
    previousHash,
    sequence,
    item.account_id,
    item.entry_id,
    item.kind,
    item.credits,
    item.reference,
    item.amount_usd_cents,
    item.created_at,
  ];
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return { id: item.entry_id, credits: item.credits, sequence, hash };
}

export function toLedgerEntry(item: EntryItem): LedgerEntry {
  const { sequence = null, balance_after: balanceAfter = null, hash = null } = item;
  return { ...camelCased(item), sequence, balanceAfter, hash };
}
