import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Feature } from '#shared/contract/tool.ts';
import { isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  type Item,
  replaceItem,
  type Step,
  setAll,
  type Test,
} from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import {
  type AccountDraft,
  type Holder,
  newAccountItem,
  type Opener,
  parseAccountItem,
  type RateLimits,
} from './account-item.ts';
import { type Account, accountOf, toAccount } from './principal.ts';
import { booksInScan, createBooksReader } from './sub-accounts.ts';

/** What an operator or an owner may change; members left out stay. */
export interface AccountSettings {
  readonly email?: string;
  readonly status?: Account['status'];
  /** Each at least 1. */
  readonly rateLimits?: RateLimits;
  /** At least 1. */
  readonly maxConcurrentCalls?: number;
  readonly features?: Iterable<Feature>;
  /** Whether its calls are answered from the sample market, at the usual price. */
  readonly hasSampleData?: boolean;
}

export type AccountRepository = ReturnType<typeof createAccountRepository>;

/** Accounts and their settings. Credits move through the ledger only. */
export function createAccountRepository({ documents, tables, clock }: TableAccess<'accounts'>) {
  const TableName = tables.accounts;
  const reader = createBooksReader(documents, TableName);

  async function find(accountId: string): Promise<Account | undefined> {
    const books = await reader.find(accountId);
    return books && accountOf(books);
  }

  /** An account whose item was read or written just now. */
  async function fromItem(item: Item): Promise<Account> {
    const books = await reader.of(parseAccountItem(item));
    return books ? accountOf(books) : noSuchAccount();
  }

  return {
    /** The account as it is now, read with strong consistency. */
    find,

    /** Opens an account with no credits. Its id is made here where it is left out; `validation_error` where it is taken. */
    async create({
      accountId = newId('acct', clock()),
      ...draft
    }: AccountDraft & { readonly accountId?: string }): Promise<Account> {
      const item = newAccountItem({ ...draft, accountId, createdAt: isoTime(clock()) });
      const isNew = await replaceItem({ documents, name: TableName }, item, [
        { test: 'absent', path: ['account_id'] },
      ]);
      if (!isNew) throw new ServiceError('validation_error', 'There is an account with this id already.');
      return toAccount(item);
    },

    /** As `find`, or throws `not_found`. */
    async get(accountId: string): Promise<Account> {
      return (await find(accountId)) ?? noSuchAccount();
    },

    /** Changes settings and gives the account as it is then; `not_found` where there is none. */
    async update(accountId: string, settings: AccountSettings): Promise<Account> {
      const steps = toSteps(settings);
      if (steps.length === 0) return (await find(accountId)) ?? noSuchAccount();
      const item = await changeItem(
        { documents, name: TableName },
        { account_id: accountId },
        { checks: [{ test: 'present', path: ['account_id'] }], steps },
      );
      return item ? fromItem(item) : noSuchAccount();
    },

    async *list(): AsyncIterable<Account> {
      for await (const books of booksInScan(scanned(documents, TableName))) yield accountOf(books);
    },
  };
}

async function* scanned(documents: DynamoDBDocumentClient, TableName: string): AsyncGenerator<Item> {
  const pages = paginateScan({ client: documents }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) yield* Items;
}

function toSteps(settings: AccountSettings): readonly Step[] {
  return setAll({
    email: settings.email,
    status: settings.status,
    rate_limits: settings.rateLimits && { ...settings.rateLimits },
    max_concurrent_calls: settings.maxConcurrentCalls,
    features: settings.features && [...settings.features],
    sample_data: settings.hasSampleData,
  });
}

function noSuchAccount(): never {
  throw new ServiceError('not_found', 'There is no such account.');
}

/**
 * Who owns an account stands in its one item, with the address that its mail goes to: whatever
 * happens at the same moment, there is exactly one owner.
 */
export function createAccountHolders({ documents, tables }: Omit<TableAccess<'accounts'>, 'clock'>) {
  const table = { documents, name: tables.accounts };
  const change = async (
    accountId: string,
    checks: readonly Test[],
    attributes: Parameters<typeof setAll>[0],
  ) => {
    const item = await changeItem(table, { account_id: accountId }, { checks, steps: setAll(attributes) });
    return item && toAccount(parseAccountItem(item));
  };
  return {
    /** Gives it to somebody; undefined where it is no longer theirs to give, or its deletion has begun. */
    pass: (
      accountId: string,
      from: Holder | undefined,
      to: { readonly holder: Holder; readonly email: string; readonly opener?: Opener | undefined },
    ): Promise<Account | undefined> =>
      change(accountId, [isStill(from), { test: 'absent', path: ['closing'] }], { ...to }),

    /** Begins its deletion by who owns it; undefined where that is somebody else by now. Safe to repeat. */
    close: (accountId: string, by: Holder | undefined): Promise<Account | undefined> =>
      change(accountId, [{ test: 'present', path: ['account_id'] }, isStill(by)], { closing: true }),
  };
}

function isStill(holder: Holder | undefined): Test {
  return holder
    ? { test: 'equals', path: ['holder', 'term'], value: holder.term }
    : { test: 'absent', path: ['holder'] };
}
