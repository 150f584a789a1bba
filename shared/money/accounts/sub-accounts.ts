import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import { type AccountItem, openHold, parseAccountItem, slotNames, type Transfer } from './account-item.ts';

const count = v.pipe(v.number(), v.integer());

/**
 * Part of a busy account's credits, and of the calls that its windows still allow, in an item of its own: calls
 * hold, charge and refund there as they do in the account's item, which is written once for many of them.
 */
const subAccount = v.object({
  account_id: v.string(),
  /** Of the transfer from the account that was applied last. */
  seq: count,
  balance: count,
  spent: count,
  holds: v.record(v.string(), openHold),
  lanes: v.record(v.string(), count),
  /** Calls that it may begin before `until`; they are counted in the account's windows. */
  calls: count,
  /** What was left of `calls` when they were taken back; absent while it may begin calls. */
  spare: v.optional(count),
  /** Unix seconds: the end of the minute that its calls are counted in. */
  until: count,
});
export type SubAccount = Readonly<v.InferOutput<typeof subAccount>>;

/** An account that may run more calls at once than this keeps part of its credits in sub-accounts while it is busy. */
const mostCallsOfOneItem = 40;

export function isSplit({ max_concurrent_calls }: Pick<AccountItem, 'max_concurrent_calls'>): boolean {
  return max_concurrent_calls > mostCallsOfOneItem;
}

/** Running calls that a sub-account may have; the account itself keeps what its open ones leave. */
export function callsOfSub({ max_concurrent_calls }: Pick<AccountItem, 'max_concurrent_calls'>): number {
  return Math.max(1, Math.floor(max_concurrent_calls / (slotNames.length + 1)));
}

/** Calls that may run in the account's own item, with so many more sub-accounts. */
export function directCallsOf(main: AccountItem, more = 0): number {
  return main.max_concurrent_calls - callsOfSub(main) * (Object.keys(main.subs ?? {}).length + more);
}

/** When credits are moved to sub-accounts, and how many; a test may have terms of its own. */
export interface SplitTerms {
  /** Calls that run in the account's item before others go to sub-accounts. */
  readonly directCalls: number;
  /** Below this balance nothing is moved any more, well above every mark that a mail can be asked for. */
  readonly leastBalance: number;
  /** Of the account's balance, and of the calls that its windows have left, one part in so many is moved at once. */
  readonly parts: number;
  readonly mostCalls: number;
}

export const splitTerms: SplitTerms = { directCalls: 4, leastBalance: 4_000, parts: 32, mostCalls: 1_000 };

const separator = '/';

/** The key of the sub-account in one of sixteen positions, which are named as lanes are. */
export function subKey(accountId: string, position: string): { account_id: string } {
  return { account_id: `${accountId}${separator}${position}` };
}

export function allSubKeys(accountId: string): readonly { account_id: string }[] {
  return Array.from(slotNames, (position) => subKey(accountId, position));
}

export function openSubKeys({ account_id, subs = {} }: AccountItem): readonly { account_id: string }[] {
  return Object.keys(subs).map((position) => subKey(account_id, position));
}

export function isSubAccount({ account_id }: Item): boolean {
  return String(account_id).includes(separator);
}

export function parseSubAccount(item: unknown): SubAccount {
  return v.parse(subAccount, item);
}

/** An account with its open sub-accounts, each as the transfer that opened or topped it up leaves it. */
export interface Books {
  readonly main: AccountItem;
  readonly subs: Readonly<Record<string, SubAccount>>;
  /** Positions whose last transfer is still to be applied. */
  readonly behind: readonly string[];
}

/** Reads the books of an account from its items; undefined where they were not read at one moment and must be read again. */
export function toBooks(main: AccountItem, items: readonly Item[]): Books | undefined {
  const found = new Map(items.map((item) => [item.account_id, item]));
  const subs: Record<string, SubAccount> = {};
  const behind: string[] = [];
  for (const [position, transfer] of Object.entries(main.subs ?? {})) {
    const key = subKey(main.account_id, position);
    const item = found.get(key.account_id);
    const sub = item && parseSubAccount(item);
    const after = sub?.seq === transfer.seq ? sub : applied(key.account_id, transfer, sub);
    if (!after) return undefined;
    if (after !== sub) behind.push(position);
    subs[position] = after;
  }
  return { main, subs, behind };
}

/** A sub-account with a transfer that is not applied yet; undefined where it has seen a later one. */
function applied(id: string, transfer: Transfer, sub: SubAccount | undefined): SubAccount | undefined {
  if (sub && sub.seq > transfer.seq) return undefined;
  const { seq, add, calls, until } = transfer;
  if (transfer.after === undefined)
    return { account_id: id, seq, balance: add, spent: 0, holds: {}, lanes: noLanes(), calls, until };
  if (!sub || sub.seq !== transfer.after) return undefined;
  const { spare: _, ...kept } = sub;
  return { ...kept, seq, balance: sub.balance + add, calls, until };
}

export function noLanes(): Record<string, number> {
  return Object.fromEntries(Array.from(slotNames, (slot) => [slot, 0]));
}

/** The books as one item, as if there were no sub-accounts: what the account has, holds, has spent and counts. */
export function wholeAccount({ main: { subs: _, ...main }, subs }: Books): AccountItem {
  const parts = Object.values(subs);
  const sum = (of: (part: SubAccount) => number) => parts.reduce((total, part) => total + of(part), 0);
  const lengths = { minute: 60, hour: 3_600, day: 86_400 } as const;
  const counted = (name: keyof typeof lengths) => {
    const { start, calls } = main.windows[name];
    const unused = sum((part) => {
      const minute = part.until - 60;
      return minute >= start && minute < start + lengths[name] ? part.calls + (part.spare ?? 0) : 0;
    });
    return { start, calls: calls - unused };
  };
  return {
    ...main,
    balance: main.balance + sum(({ balance }) => balance),
    spent: main.spent + sum(({ spent }) => spent),
    holds: Object.assign({}, main.holds, ...parts.map(({ holds }) => holds)),
    windows: { minute: counted('minute'), hour: counted('hour'), day: counted('day') },
  };
}

const maxReads = 8;

export function createBooksReader(documents: DynamoDBDocumentClient, name: string) {
  const get = (key: Item) => currentItem(documents, name, key);

  /** Undefined where the sub-accounts have moved on since the account was read. */
  async function complete(main: AccountItem): Promise<Books | undefined> {
    // One by one, since not every function may read accounts in batches.
    const subs = await Promise.all(openSubKeys(main).map(get));
    return toBooks(
      main,
      subs.filter((item) => item !== undefined),
    );
  }

  async function find(accountId: string): Promise<Books | undefined> {
    for (let reads = 0; reads < maxReads; reads += 1) {
      const found = await get({ account_id: accountId });
      if (!found) return undefined;
      const books = await complete(parseAccountItem(found));
      if (books) return books;
    }
    throw new Error('The sub-accounts moved on with every read.');
  }

  return {
    /** Undefined where there is no such account. */
    find,
    of: async (main: AccountItem): Promise<Books | undefined> =>
      (await complete(main)) ?? (await find(main.account_id)),
  };
}

/**
 * Sorts what a scan of accounts finds: accounts without sub-accounts as they come, the others when all is read. A
 * sub-account that has moved on while the scan went is taken as it was found.
 */
export async function* booksInScan(items: AsyncIterable<Item>): AsyncGenerator<Books> {
  const split: AccountItem[] = [];
  const subs = new Map<string, Item>();
  for await (const item of items) {
    if (isSubAccount(item)) {
      subs.set(String(item.account_id), item);
      continue;
    }
    const main = parseAccountItem(item);
    if (openSubKeys(main).length > 0) split.push(main);
    else yield { main, subs: {}, behind: [] };
  }
  for (const main of split) {
    const positions = Object.keys(main.subs ?? {});
    const found = positions.flatMap((position) => {
      const item = subs.get(subKey(main.account_id, position).account_id);
      return item ? [[position, item] as const] : [];
    });
    const books = toBooks(
      main,
      found.map(([, item]) => item),
    );
    const asFound = found.map(([position, item]) => [position, parseSubAccount(item)] as const);
    yield books ?? { main, subs: Object.fromEntries(asFound), behind: [] };
  }
}
