import { isDeepStrictEqual } from 'node:util';
import type { AccountItem } from '#shared/money/accounts/account-item.ts';
import { type Account, toAccount } from '#shared/money/accounts/principal.ts';
import { createBooksReader, wholeAccount } from '#shared/money/accounts/sub-accounts.ts';
import {
  type CountedRecord,
  createCountedRecords,
  onlyCountedFields,
  parseCountedRecord,
} from '#shared/money/usage/call-sums.ts';
import { usageRetentionSeconds } from '#shared/money/usage/usage-item.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { queriedItems } from '#shared/platform/dynamo/documents.ts';
import { flatPages } from '#shared/platform/dynamo/flat-items.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { LedgerEntry } from './credit-entries.ts';
import { type EntryItem, openEntryOf, parseEntryItem, toLedgerEntry } from './entry-flows.ts';

/** Both sides of one account's books, every figure in credits. */
interface BalanceSheet {
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
  /** The account's books as they are, and what its calls were charged since a moment, for whom the time before is on file. */
  booksSince(accountId: string, calls: UnfiledCalls): Promise<BooksSince>;
}

/** Which calls are in no file yet. */
interface UnfiledCalls {
  /** Milliseconds since 1970: those that began then or later. */
  readonly since: number;
  /** And those of these ids, which began before. */
  readonly openCalls: ReadonlySet<string>;
}

export interface BooksSince {
  readonly account: Account;
  readonly entries: readonly LedgerEntry[];
  readonly sheet: BalanceSheet;
  /** Credits of the calls asked for. Null where calls ended while they were being read. */
  readonly charged: number | null;
}

/** Counts again where a call ended meanwhile, this often. */
const maxCounts = 3;

export function createReconciler(options: TableAccess<'accounts' | 'usage' | 'ledger'>): Reconciler {
  return {
    async reconcile(accountId) {
      const { account, calls, entries, atRest } = await readBooks(options, accountId, (item) =>
        countUsage(options, item),
      );
      return report(account, entries, calls, atRest, options.clock());
    },
    async booksSince(accountId, unfiled) {
      const { account, calls, entries, atRest } = await readBooks(options, accountId, (item) =>
        countUnfiled(options, item, unfiled),
      );
      return {
        account: toAccount(account),
        entries: entries.map(toLedgerEntry),
        sheet: drawBalanceSheet(account, calls.chargedHolds, entries),
        charged: atRest ? calls.charged : null,
      };
    },
  };
}

/** An account with its calls and entries; `atRest` where no call ended meanwhile, which it tries to meet. */
async function readBooks<Calls>(
  options: TableAccess<'accounts' | 'usage' | 'ledger'>,
  accountId: string,
  readCalls: (account: AccountItem) => Promise<Calls>,
) {
  for (let counts = 1; ; counts += 1) {
    const account = await readAccount(options, accountId);
    const calls = await readCalls(account);
    const entries = await readEntries(options, accountId);
    const atRest = sameMoney(account, await readAccount(options, accountId));
    if (atRest || counts === maxCounts) return { account, calls, entries, atRest };
  }
}

interface ChargedCalls {
  readonly charged: number;
  readonly chargedHolds: ReadonlySet<string>;
}

interface UsageCount extends ChargedCalls {
  readonly records: number;
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

async function readAccount(
  options: TableAccess<'accounts' | 'usage' | 'ledger'>,
  accountId: string,
): Promise<AccountItem> {
  const books = await createBooksReader(options.documents, options.tables.accounts).find(accountId);
  if (!books) throw new ServiceError('not_found', 'There is no such account.');
  return wholeAccount(books);
}

async function countUsage(
  { documents, tables }: TableAccess<'accounts' | 'usage' | 'ledger'>,
  account: AccountItem,
): Promise<UsageCount> {
  const chargedHolds = new Set<string>();
  let records = 0;
  let charged = 0;
  const query = { ...itemsOf(tables.usage, account.account_id), ...onlyCountedFields };
  const count = (record: CountedRecord) => {
    records += 1;
    charged += record.credits_charged;
    if (isChargedHold(account, record)) chargedHolds.add(record.id);
  };
  for await (const page of flatPages(documents, query))
    for (const record of page.map(parseCountedRecord)) if (record.mode !== 'test') count(record);
  return { records, charged, chargedHolds };
}

async function countUnfiled(
  options: TableAccess<'accounts' | 'usage' | 'ledger'>,
  account: AccountItem,
  unfiled: UnfiledCalls,
): Promise<ChargedCalls> {
  const chargedHolds = new Set<string>();
  let charged = 0;
  for await (const record of recentRecords(options, account, unfiled)) {
    const began = idTime(record.id) ?? 0;
    if (began >= unfiled.since || unfiled.openCalls.has(record.id)) charged += record.credits_charged;
    if (isChargedHold(account, record)) chargedHolds.add(record.id);
  }
  return { charged, chargedHolds };
}

/** What began since then, and of earlier calls those that have a hold or are asked for. */
async function* recentRecords(
  options: TableAccess<'accounts' | 'usage' | 'ledger'>,
  account: AccountItem,
  { since, openCalls }: UnfiledCalls,
): AsyncGenerator<CountedRecord> {
  const { countedPages } = createCountedRecords(options);
  const accountId = account.account_id;
  for await (const page of countedPages({ accountId, since })) yield* page;
  const calls = new Set([...Object.keys(account.holds), ...openCalls]);
  for (const { id, began } of [...calls].map((call) => ({ id: call, began: idTime(call) ?? 0 }))) {
    if (began >= since) continue;
    for await (const page of countedPages({ accountId, since: began, until: began + 1 }))
      yield* page.filter((record) => record.id === id);
  }
}

function isChargedHold({ holds }: AccountItem, { id, decision }: CountedRecord): boolean {
  return decision === 'charged' && Object.hasOwn(holds, id);
}

async function readEntries(
  { documents, tables }: TableAccess<'accounts' | 'usage' | 'ledger'>,
  accountId: string,
): Promise<EntryItem[]> {
  return (await queriedItems(documents, itemsOf(tables.ledger, accountId))).map(parseEntryItem);
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
