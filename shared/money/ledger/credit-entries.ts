import { isoTime } from '#shared/platform/clock.ts';
import { queriedItems } from '#shared/platform/dynamo/documents.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type EntryItem, parseEntryItem, pendingItem, postEntry, toLedgerEntry } from './entry-flows.ts';
import { createFlowRunner } from './run-flow.ts';

type EntryKind = 'grant' | 'purchase' | 'refund' | 'dispute' | 'adjustment';

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

export type LedgerEntry = ReturnType<typeof toLedgerEntry>;

export type CreditEntries = ReturnType<typeof createCreditEntries>;

/** Grants and claw-backs, each applied exactly once. */
export function createCreditEntries({
  documents,
  tables,
  clock,
}: TableAccess<'accounts' | 'usage' | 'ledger'>) {
  const runner = createFlowRunner({ documents, singleAttempt: documents, tables });

  async function post(draft: EntryDraft, credits: number): Promise<LedgerEntry> {
    if (!Number.isSafeInteger(credits) || draft.credits < 1) {
      throw new ServiceError('validation_error', 'Credits are whole and at least 1.');
    }
    const wanted = pendingItem(draft, credits, isoTime(clock()));
    const result = await runner.run(postEntry(wanted));
    if (result.outcome === 'no account') throw new ServiceError('not_found', 'There is no such account.');
    if (result.outcome === 'gave up') {
      throw new ServiceError(
        'internal_error',
        'The ledger could not be written. Send the same entry again; it is applied once.',
      );
    }
    requireSame(result.entry, wanted);
    return toLedgerEntry(result.entry);
  }

  return {
    /** Adds credits; the entry as it stands, which is the first one where the id was used before. */
    grant: (draft: EntryDraft) => post(draft, draft.credits),
    /** Takes credits; the balance may become negative, and calls then answer 402 until it is not. */
    clawBack: (draft: EntryDraft) => post(draft, -draft.credits),

    /** All entries of an account, in the order in which they were applied. */
    async list(accountId: string): Promise<readonly LedgerEntry[]> {
      const items = await queriedItems(documents, {
        TableName: tables.ledger,
        KeyConditionExpression: 'account_id = :account',
        ExpressionAttributeValues: { ':account': accountId },
        ConsistentRead: true,
      });
      return items.map(parseEntryItem).toSorted(inOrder).map(toLedgerEntry);
    },
  };
}

/** Pending entries have no place yet and come last. */
function inOrder(one: EntryItem, other: EntryItem): number {
  return (one.sequence ?? Number.POSITIVE_INFINITY) - (other.sequence ?? Number.POSITIVE_INFINITY) || 0;
}

/** An id that comes back with another amount is a mistake of the sender, and must not pass as done. */
function requireSame(found: EntryItem, wanted: EntryItem): void {
  if (found.credits === wanted.credits && found.kind === wanted.kind) return;
  throw new ServiceError(
    'validation_error',
    `The entry ${wanted.entry_id} is there already, as ${found.kind} of ${found.credits} credits.`,
  );
}
