import { parseUsageItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Change, Item } from '#shared/platform/dynamo/conditional-writes.ts';
import type { Outcome } from './credit-ledger.ts';

/**
 * Twice the longest time a call can take, with room for clocks that differ: a
 * function ends after 28 seconds. Too early would make a slow call free; it could never charge twice.
 */
const holdTimeoutSeconds = 60;
/** What is older than this belongs to a dead call. */
export const staleAfterMs = 2 * holdTimeoutSeconds * 1000;
/** A younger reservation belongs to a call that is most likely still running. */
export const settlingMs = 2_000;

/** Tables that carry the money. */
export type MoneyTable = 'accounts' | 'usage' | 'ledger';
/** Those with the money, and those with limits on spending it. */
export type LedgerTable = MoneyTable | 'credentials' | 'identity' | 'idempotency';

/** One thing that the ledger asks of the database; every write is of one item and conditional. */
export type Operation =
  | { readonly do: 'read'; readonly table: LedgerTable; readonly key: Item }
  /** Of several items those that there are, in no order. */
  | { readonly do: 'read all'; readonly table: LedgerTable; readonly keys: readonly Item[] }
  /** Writes the item if there is none under its key. */
  | { readonly do: 'create'; readonly table: LedgerTable; readonly item: Item }
  /** `once` is never sent again by itself: for a change that a second delivery would repeat. */
  | {
      readonly do: 'change';
      readonly table: LedgerTable;
      readonly key: Item;
      readonly change: Change;
      readonly once: boolean;
    };

/**
 * The result of an operation. `lost`: no answer came, so a write may have happened, may still happen, or may never
 * happen. `throttled`: the database had no capacity for it, so it did not happen and never will.
 */
export type Reply =
  | { readonly outcome: 'done'; readonly item: Item | undefined; readonly items?: readonly Item[] }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'lost' | 'throttled'; readonly cause?: unknown };

/**
 * A procedure of the ledger, one operation at a time. It is a generator so
 * that the service runs it against the database and the model checker runs the
 * very same code in every order, with every fault, crashing at every step.
 */
export type Flow<Result> = Generator<Operation, Result, Reply>;

/** An item as it is now; ends the flow with an error where the database cannot be read. */
export function* read(table: LedgerTable, key: Item): Flow<Item | undefined> {
  const reply = yield* tryRead(table, key);
  if (reply.outcome === 'done') return reply.item;
  throw new Error('The database could not be read.', {
    cause: 'cause' in reply ? reply.cause : undefined,
  });
}

/** As `read`, for a flow that can continue without. */
export function* tryRead(table: LedgerTable, key: Item): Flow<Reply> {
  return yield { do: 'read', table, key };
}

/** Of several items those that there are; undefined where the database cannot be read. */
export function* tryReadAll(table: LedgerTable, keys: readonly Item[]): Flow<readonly Item[] | undefined> {
  const reply = yield { do: 'read all', table, keys };
  return reply.outcome === 'done' ? (reply.items ?? []) : undefined;
}

export function* create(table: LedgerTable, item: Item): Flow<Reply['outcome']> {
  return (yield { do: 'create', table, item }).outcome;
}

export function* change(table: LedgerTable, key: Item, wanted: Change, once = false): Flow<Reply> {
  return yield { do: 'change', table, key, change: wanted, once };
}

/** Times that a commit without an answer is looked up and sent again. */
const maxCommits = 3;

/** `not written`: the record was throttled, so that by this writer the call is not decided and never will be. */
export type Decision = Outcome | 'not written';

/**
 * The one decision point: the first record written under a call's id decides
 * it, and every later writer accepts the record it finds. Only the call itself
 * proposes `charged`, so a `charged` that is found is the call's own.
 * Never fails: where nothing can be learned the answer is `unknown`.
 */
export function* decide(item: UsageItem): Flow<Decision> {
  for (let commits = 0; commits < maxCommits; commits += 1) {
    const outcome = yield* create('usage', item);
    if (outcome === 'done') return decisionOf(item);
    // An earlier one without an answer may have arrived.
    if (outcome === 'throttled' && commits === 0) return 'not written';
    const found = yield* tryRead('usage', { account_id: item.account_id, id: item.id });
    if (found.outcome === 'done' && found.item) return decisionOf(parseUsageItem(found.item));
  }
  return 'unknown';
}

function decisionOf({ decision }: UsageItem): Outcome {
  return decision === 'charged' ? 'charged' : 'void';
}
