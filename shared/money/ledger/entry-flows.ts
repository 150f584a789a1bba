import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type AccountItem, type OpenEntry, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { camelCased } from '#shared/platform/casing.ts';
import type { Change } from '#shared/platform/dynamo/conditional-writes.ts';
import type { EntryDraft } from './credit-entries.ts';
import { change, create, type Flow, read } from './operations.ts';
import { accountKey } from './sub-account-flows.ts';

const entryItem = v.object({
  account_id: v.string(),
  entry_id: v.string(),
  kind: v.picklist(['grant', 'purchase', 'refund', 'dispute', 'adjustment']),
  /** Signed: negative was taken back. */
  credits: v.pipe(v.number(), v.integer()),
  reference: v.nullable(v.string()),
  note: v.nullable(v.string()),
  amount_usd_cents: v.nullable(v.number()),
  /** `pending` is noted and may not be in the balance yet. */
  state: v.picklist(['pending', 'applied']),
  created_at: v.string(),
  /** Place among the account's entries, from 1; absent, as the two below, while pending. */
  sequence: v.optional(v.number()),
  balance_after: v.optional(v.number()),
  /** Chains this entry to the one before it, so that a changed or missing line shows. */
  hash: v.optional(v.string()),
});

export type EntryItem = v.InferOutput<typeof entryItem>;

export function parseEntryItem(item: unknown): EntryItem {
  return v.parse(entryItem, item);
}

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

export function toLedgerEntry(item: EntryItem) {
  const { sequence = null, balance_after: balanceAfter = null, hash = null } = item;
  return { ...camelCased(item), sequence, balanceAfter, hash };
}

/** Each entry that is applied beside ours costs up to two rounds, one to lose against it and one to help it. */
const maxRounds = 60;

type PostResult =
  | { readonly outcome: 'applied'; readonly entry: EntryItem }
  | { readonly outcome: 'no account' }
  | { readonly outcome: 'gave up' };

/**
 * Brings an entry into the balance exactly once, without a transaction and
 * without the account remembering more than one entry.
 *
 * The order of the two reads is what makes it safe: the account's sequence
 * number first, then the entry. An entry that is still pending after the
 * number was read either was not in the balance at that moment, or is the open
 * entry that the number came with; and if another call applies it from then on,
 * the number moves and our own write is refused.
 */
export function* postEntry(item: EntryItem): Flow<PostResult> {
  for (let round = 0; round < maxRounds; round += 1) {
    const result = yield* postRound(item);
    if (result) return result;
  }
  return { outcome: 'gave up' };
}

/** One round, independent of those before it; undefined where another is needed. */
export function* postRound(item: EntryItem): Flow<PostResult | undefined> {
  const found = yield* read('accounts', accountKey(item.account_id));
  if (!found) return { outcome: 'no account' };
  const account = parseAccountItem(found);
  if (account.open_entry) {
    yield* finishOpenEntry(account, account.open_entry);
    return undefined;
  }
  const entry = yield* noteEntry(item);
  if (entry?.state === 'applied') return { outcome: 'applied', entry };
  if (entry) yield* change('accounts', accountKey(item.account_id), applyEntry(account, entry));
  return undefined;
}

/** Writes the entry as pending, or gives the one that is there under its id. */
function* noteEntry(item: EntryItem): Flow<EntryItem | undefined> {
  yield* create('ledger', item);
  const found = yield* read('ledger', entryKey(item.account_id, item.entry_id));
  return found && parseEntryItem(found);
}

/**
 * The entry goes into the balance, and stays open until it is marked as
 * applied. No entry was open when the number was read, and none can be opened
 * without moving it.
 */
function applyEntry(account: AccountItem, entry: EntryItem): Change {
  const open = openEntryOf(entry, account.entry_seq + 1, account.entry_hash);
  return {
    checks: [
      {
        condition: 'no entry was applied since',
        path: ['entry_seq'],
        test: 'equals',
        value: account.entry_seq,
      },
    ],
    steps: [
      { do: 'add', path: ['balance'], value: entry.credits },
      { do: 'set', path: ['entry_seq'], value: open.sequence },
      { do: 'set', path: ['entry_hash'], value: open.hash },
      { do: 'set', path: ['open_entry'], value: open },
      { do: 'set sum', path: ['open_balance'], from: ['balance'], value: entry.credits },
    ],
  };
}

/** Marks the account's open entry as applied and closes it. Any call that finds an open entry does this, also one of another call. */
export function* finishOpenEntry(account: AccountItem, open: OpenEntry): Flow<void> {
  const marked = yield* change('ledger', entryKey(account.account_id, open.id), {
    checks: [{ condition: 'the entry is pending', path: ['state'], test: 'equals', value: 'pending' }],
    steps: [
      { do: 'set', path: ['state'], value: 'applied' },
      { do: 'set', path: ['sequence'], value: open.sequence },
      { do: 'set', path: ['hash'], value: open.hash },
      { do: 'set', path: ['balance_after'], value: account.open_balance ?? account.balance },
    ],
  });
  // Closing an entry that may still be marked as pending would let it be applied again.
  if (marked.outcome === 'lost' || marked.outcome === 'throttled') return;
  yield* change('accounts', accountKey(account.account_id), {
    checks: [
      {
        condition: 'the entry is the open one',
        path: ['open_entry', 'sequence'],
        test: 'equals',
        value: open.sequence,
      },
    ],
    steps: [
      { do: 'remove', path: ['open_entry'] },
      { do: 'remove', path: ['open_balance'] },
    ],
  });
}

function entryKey(accountId: string, entryId: string): { account_id: string; entry_id: string } {
  return { account_id: accountId, entry_id: entryId };
}
