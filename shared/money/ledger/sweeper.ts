import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { type Books, booksInScan } from '../accounts/sub-accounts.ts';
import { openHolds, staleHolds, sweepHold } from './call-flows.ts';
import { finishOpenEntry } from './entry-flows.ts';
import { type Flow, type Outcome, read } from './operations.ts';
import { createFlowRunner } from './run-flow.ts';
import { accountKey, readBooks, recallSubs } from './sub-account-flows.ts';

export interface SweepReport {
  readonly accounts: number;
  /** Holds by how they were decided; `unknown` are left to the next sweep. */
  readonly holds: Readonly<Record<Outcome, number>>;
  /** Holds that were open when it looked, those of calls under way among them. */
  readonly openHolds: number;
  /** Grants and claw-backs that were in the balance and not marked as applied. */
  readonly entries: number;
  /** Age of the oldest hold that was found, in seconds; an alarm watches it. */
  readonly oldestHoldSeconds: number;
}

export type Sweeper = ReturnType<typeof createSweeper>;

/** Finishes what calls and grants left open when they died. Safe to run at any time, and by several at once. */
export function createSweeper({ documents, tables, clock }: TableAccess<'accounts' | 'usage' | 'ledger'>) {
  const runner = createFlowRunner({ documents, singleAttempt: documents, tables });

  return {
    async sweepAccount(accountId: string): Promise<SweepReport> {
      const item = await runner.run(read('accounts', accountKey(accountId)));
      return item ? runner.run(sweepOpen(await runner.run(readBooks(accountId)), clock())) : nothingSwept;
    },

    /** All accounts. Reads the whole table, a few hundred bytes an account, so minutes apart and not seconds. */
    async sweepAll(): Promise<SweepReport> {
      let report = nothingSwept;
      for await (const books of booksInScan(openItems(documents, tables.accounts)))
        report = sum(report, await runner.run(sweepOpen(books, clock())));
      return report;
    },
  };
}

/** Accounts with something open, and all sub-accounts. */
async function* openItems(client: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item> {
  const isOpen =
    'size(#holds) > :none OR attribute_exists(#open) OR size(#subs) > :none OR attribute_exists(#seq)';
  const pages = paginateScan(
    { client },
    {
      TableName,
      FilterExpression: isOpen,
      ExpressionAttributeNames: { '#holds': 'holds', '#open': 'open_entry', '#subs': 'subs', '#seq': 'seq' },
      ExpressionAttributeValues: { ':none': 0 },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

const nothingSwept: SweepReport = {
  accounts: 0,
  holds: { charged: 0, void: 0, unknown: 0 },
  openHolds: 0,
  entries: 0,
  oldestHoldSeconds: 0,
};

/** Everything that is open and old enough on one account; sub-accounts in which nothing runs are closed. */
function* sweepOpen(books: Books, now: number): Flow<SweepReport> {
  const { main: account, subs } = books;
  const holds = { charged: 0, void: 0, unknown: 0 };
  const stale = staleHolds(books, now);
  for (const hold of stale) holds[yield* sweepHold(account.account_id, hold)] += 1;
  if (account.open_entry) yield* finishOpenEntry(account, account.open_entry);
  const swept = new Set(stale.map(({ callId }) => callId));
  const left = Object.entries(subs).map(([position, sub]) => {
    const running = Object.entries(sub.holds).filter(([callId]) => !swept.has(callId));
    return [position, { ...sub, holds: Object.fromEntries(running) }] as const;
  });
  yield* recallSubs({ ...books, subs: Object.fromEntries(left) });
  const ages = openHolds(books).map(({ hold }) => Math.max(0, Math.floor((now - hold.at) / 1000)));
  return {
    accounts: 1,
    holds,
    openHolds: ages.length,
    entries: account.open_entry ? 1 : 0,
    oldestHoldSeconds: Math.max(0, ...ages),
  };
}

function sum(one: SweepReport, other: SweepReport): SweepReport {
  return {
    accounts: one.accounts + other.accounts,
    holds: {
      charged: one.holds.charged + other.holds.charged,
      void: one.holds.void + other.holds.void,
      unknown: one.holds.unknown + other.holds.unknown,
    },
    openHolds: one.openHolds + other.openHolds,
    entries: one.entries + other.entries,
    oldestHoldSeconds: Math.max(one.oldestHoldSeconds, other.oldestHoldSeconds),
  };
}
