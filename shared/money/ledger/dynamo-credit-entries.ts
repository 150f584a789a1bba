import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { isoTime } from '#shared/platform/clock.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CreditEntries, EntryDraft, LedgerEntry } from './credit-entries.ts';
import { postEntry } from './entry-flows.ts';
import { type EntryItem, parseEntryItem, pendingItem, toLedgerEntry } from './entry-item.ts';
import { createFlowRunner } from './run-flow.ts';

/** Grants and claw-backs on DynamoDB. */
export function createCreditEntries({
  documents,
  tables,
  clock,
}: TableAccess<'accounts' | 'usage' | 'ledger'>): CreditEntries {
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
    grant: (draft) => post(draft, draft.credits),
    clawBack: (draft) => post(draft, -draft.credits),

    async list(accountId) {
      const entries: EntryItem[] = [];
      const pages = paginateQuery(
        { client: documents },
        {
          TableName: tables.ledger,
          KeyConditionExpression: 'account_id = :account',
          ExpressionAttributeValues: { ':account': accountId },
          ConsistentRead: true,
        },
      );
      for await (const page of pages) entries.push(...(page.Items ?? []).map(parseEntryItem));
      return entries.toSorted(inOrder).map(toLedgerEntry);
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
