import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type AccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import { parseUsageItem, usageRetentionSeconds } from '#shared/money/usage/usage-item.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type BalanceSheet, drawBalanceSheet } from './balance-sheet.ts';
import { accountKey } from './call-flows.ts';
import { type EntryItem, parseEntryItem } from './entry-item.ts';
import { read } from './operations.ts';
import { createFlowRunner } from './run-flow.ts';

/** The proof that an account's credits add up, with every figure in it. */
export interface Reconciliation extends BalanceSheet {
  readonly account_id: string;
  readonly as_of: string;
  /** The books balance, the chain of entries is whole, and the usage records agree as far as they can be asked. */
  readonly proven: boolean;
  readonly open_holds: number;
  readonly entries: number;
  /** Entries that were noted and never reached the balance: a sender that gave up and may send again. */
  readonly pending_entries: number;
  readonly usage: {
    readonly records: number;
    /** Sum of `credits_charged` over the usage records that are there. */
    readonly credits_charged: number;
    /**
     * `credits_charged` less `charged`; must be 0. Null where it cannot be
     * asked: records have expired, or calls ended while we were counting.
     */
    readonly difference: number | null;
  };
}

/** Proves the invariant from the stored items. Reads only. */
export interface Reconciler {
  /** `not_found` where there is no such account. */
  reconcile(accountId: string): Promise<Reconciliation>;
}

interface ReconcilerOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'accounts' | 'usage' | 'ledger'>;
  readonly clock: Clock;
}

/** Counts again where a call ended meanwhile, this often. */
const maxCounts = 3;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  return {
    async reconcile(accountId) {
      for (let counts = 1; ; counts += 1) {
        const account = await readAccount(options, accountId);
        const usage = await countUsage(options, account);
        const entries = await readEntries(options, accountId);
        const atRest = sameMoney(account, await readAccount(options, accountId));
        if (atRest || counts === maxCounts) {
          return report(account, entries, usage, atRest, options.clock());
        }
      }
    },
  };
}

interface UsageCount {
  readonly records: number;
  readonly charged: number;
  readonly chargedHolds: ReadonlySet<string>;
}

function report(
  account: AccountItem,
  entries: readonly EntryItem[],
  usage: UsageCount,
  atRest: boolean,
  now: number,
): Reconciliation {
  const sheet = drawBalanceSheet(account, usage.chargedHolds, entries);
  const allKept = now - Date.parse(account.created_at) < usageRetentionSeconds * 1000;
  const difference = atRest && allKept ? usage.charged - sheet.charged : null;
  return {
    account_id: account.account_id,
    as_of: isoTime(now),
    proven: sheet.difference === 0 && sheet.chain_intact && (difference ?? 0) === 0,
    ...sheet,
    open_holds: Object.keys(account.holds).length,
    entries: account.entry_seq,
    pending_entries: entries.filter(({ state, entry_id }) => {
      return state === 'pending' && entry_id !== account.open_entry?.id;
    }).length,
    usage: { records: usage.records, credits_charged: usage.charged, difference },
  };
}

async function readAccount(options: ReconcilerOptions, accountId: string): Promise<AccountItem> {
  const runner = createFlowRunner({ ...options, singleAttempt: options.documents });
  const item = await runner.run(read('accounts', accountKey(accountId)));
  if (!item) throw new ServiceError('not_found', 'There is no such account.');
  return parseAccountItem(item);
}

async function countUsage(options: ReconcilerOptions, account: AccountItem): Promise<UsageCount> {
  const chargedHolds = new Set<string>();
  let records = 0;
  let charged = 0;
  for await (const item of itemsOf(options, options.tables.usage, account.account_id)) {
    const { id, decision, credits_charged, mode } = parseUsageItem(item);
    if (mode === 'test') continue;
    records += 1;
    charged += credits_charged;
    if (decision === 'charged' && Object.hasOwn(account.holds, id)) chargedHolds.add(id);
  }
  return { records, charged, chargedHolds };
}

async function readEntries(options: ReconcilerOptions, accountId: string): Promise<EntryItem[]> {
  const entries: EntryItem[] = [];
  for await (const item of itemsOf(options, options.tables.ledger, accountId)) {
    entries.push(parseEntryItem(item));
  }
  return entries;
}

async function* itemsOf(
  { documents }: ReconcilerOptions,
  TableName: string,
  accountId: string,
): AsyncIterable<unknown> {
  const pages = paginateQuery(
    { client: documents },
    {
      TableName,
      KeyConditionExpression: 'account_id = :account',
      ExpressionAttributeValues: { ':account': accountId },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

function sameMoney(one: AccountItem, other: AccountItem): boolean {
  return (
    one.spent === other.spent &&
    one.entry_seq === other.entry_seq &&
    isDeepStrictEqual(Object.keys(one.holds).toSorted(), Object.keys(other.holds).toSorted())
  );
}
