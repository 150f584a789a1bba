import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { type AccountItem, parseAccountItem } from '#shared/money/accounts/account-item.ts';
import {
  type CountedRecord,
  countedFields,
  parseCountedRecord,
  usageRetentionSeconds,
} from '#shared/money/usage/usage-item.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { flatPages } from '#shared/platform/dynamo/flat-items.ts';
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
  /** As `reconcile`, and adds up those of the records that `isCounted`, so that they are read once for both. */
  reconcileAndCount(accountId: string, isCounted: (record: CountedRecord) => boolean): Promise<CountedBooks>;
}

export interface CountedBooks {
  readonly ledger: Reconciliation;
  readonly counted: { readonly calls: number; readonly credits: number };
}

interface ReconcilerOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'accounts' | 'usage' | 'ledger'>;
  readonly clock: Clock;
}

/** Counts again where a call ended meanwhile, this often. */
const maxCounts = 3;

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const reconcileAndCount: Reconciler['reconcileAndCount'] = async (accountId, isCounted) => {
    for (let counts = 1; ; counts += 1) {
      const account = await readAccount(options, accountId);
      const usage = await countUsage(options, account, isCounted);
      const entries = await readEntries(options, accountId);
      const atRest = sameMoney(account, await readAccount(options, accountId));
      if (!atRest && counts < maxCounts) continue;
      const ledger = report(account, entries, usage, atRest, options.clock());
      return { ledger, counted: usage.counted };
    }
  };
  return {
    reconcileAndCount,
    reconcile: async (accountId) => (await reconcileAndCount(accountId, () => false)).ledger,
  };
}

interface UsageCount {
  readonly records: number;
  readonly charged: number;
  readonly chargedHolds: ReadonlySet<string>;
  readonly counted: CountedBooks['counted'];
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

async function countUsage(
  { documents, tables }: ReconcilerOptions,
  account: AccountItem,
  isCounted: (record: CountedRecord) => boolean,
): Promise<UsageCount> {
  const chargedHolds = new Set<string>();
  const counted = { calls: 0, credits: 0 };
  let records = 0;
  let charged = 0;
  const query = { ...itemsOf(tables.usage, account.account_id), ...onlyCountedFields };
  const count = (record: CountedRecord) => {
    const { id, decision, credits_charged } = record;
    records += 1;
    charged += credits_charged;
    if (decision === 'charged' && Object.hasOwn(account.holds, id)) chargedHolds.add(id);
    if (!isCounted(record)) return;
    counted.calls += 1;
    counted.credits += credits_charged;
  };
  for await (const page of flatPages(documents, query))
    for (const record of page.map(parseCountedRecord)) if (record.mode !== 'test') count(record);
  return { records, charged, chargedHolds, counted };
}

/** Some names are reserved words of the query language, so each is given by a placeholder. */
const onlyCountedFields = {
  ProjectionExpression: countedFields.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(countedFields.map((name) => [`#${name}`, name])),
};

async function readEntries(
  { documents, tables }: ReconcilerOptions,
  accountId: string,
): Promise<EntryItem[]> {
  const entries: EntryItem[] = [];
  for await (const { Items = [] } of paginateQuery({ client: documents }, itemsOf(tables.ledger, accountId)))
    entries.push(...Items.map(parseEntryItem));
  return entries;
}

function itemsOf(TableName: string, accountId: string) {
  return {
    TableName,
    KeyConditionExpression: 'account_id = :account',
    ExpressionAttributeValues: { ':account': accountId },
    ConsistentRead: true,
  };
}

function sameMoney(one: AccountItem, other: AccountItem): boolean {
  return (
    one.spent === other.spent &&
    one.entry_seq === other.entry_seq &&
    isDeepStrictEqual(Object.keys(one.holds).toSorted(), Object.keys(other.holds).toSorted())
  );
}
