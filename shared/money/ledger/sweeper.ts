import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { type AccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { accountKey, sweepHold } from './call-flows.ts';
import type { Outcome } from './credit-ledger.ts';
import { finishOpenEntry } from './entry-flows.ts';
import { type Flow, read } from './operations.ts';
import { createFlowRunner } from './run-flow.ts';
import { staleHolds } from './sweep-flows.ts';

/** What a sweep found and did. */
export interface SweepReport {
  /** Accounts with something open. */
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
      return item ? runner.run(sweepOpen(parseAccountItem(item), clock())) : nothingSwept;
    },

    /** All accounts. Reads the whole table, a few hundred bytes an account, so minutes apart and not seconds. */
    async sweepAll(): Promise<SweepReport> {
      let report = nothingSwept;
      const somethingIsOpen = 'size(#holds) > :none OR attribute_exists(#open)';
      const pages = paginateScan(
        { client: documents },
        {
          TableName: tables.accounts,
          FilterExpression: somethingIsOpen,
          ExpressionAttributeNames: { '#holds': 'holds', '#open': 'open_entry' },
          ExpressionAttributeValues: { ':none': 0 },
          ConsistentRead: true,
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items) {
          report = sum(report, await runner.run(sweepOpen(parseAccountItem(item), clock())));
        }
      }
      return report;
    },
  };
}

const nothingSwept: SweepReport = {
  accounts: 0,
  holds: { charged: 0, void: 0, unknown: 0 },
  openHolds: 0,
  entries: 0,
  oldestHoldSeconds: 0,
};

/** Everything that is open and old enough on one account. */
function* sweepOpen(account: AccountItem, now: number): Flow<SweepReport> {
  const holds = { charged: 0, void: 0, unknown: 0 };
  for (const [callId, hold] of staleHolds(account, now)) {
    holds[yield* sweepHold(account.account_id, callId, hold)] += 1;
  }
  if (account.open_entry) yield* finishOpenEntry(account, account.open_entry);
  const ages = Object.values(account.holds).map(({ at }) => Math.max(0, Math.floor((now - at) / 1000)));
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
