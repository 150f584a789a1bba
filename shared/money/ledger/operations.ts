import type { Change, Item } from '#shared/platform/dynamo/conditional-writes.ts';
import type { CallKind, Fall } from '../accounts/account-item.ts';
import type { Meter, SpendStatus } from '../accounts/meter.ts';
import type { Principal } from '../accounts/principal.ts';
import { type CallReport, parseUsageItem, type UsageItem } from '../usage/usage-item.ts';

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

export interface MeteredCall {
  readonly requestId: string;
  /** Wire name of the tool; the usage record of a call that died is made from it. */
  readonly tool: string;
  readonly credits: number;
  readonly run?: RunRequest | undefined;
}

/** A budget for one job of an agent, named by its calls. */
export interface RunRequest {
  readonly id: string;
  /** Credits; sent with the first call at least. */
  readonly budget: number | undefined;
  /** The key, session or connection that runs belong to; of a child key its parent. */
  readonly owner: string;
}

/** What a run has spent so far, this call included. */
export interface RunStatus {
  readonly id: string;
  readonly spent: number;
  readonly budget: number;
}

/** A call that was counted, and what its limits say then. */
export interface CountedCall {
  /** State of the most constrained rate window after this call. */
  readonly rate: RateStatus;
  /** What the caller's own limits leave; undefined where there is none. */
  readonly limit: SpendStatus | undefined;
  /** Undefined where the call named no run. */
  readonly run: RunStatus | undefined;
}

export interface Hold extends CountedCall {
  /** Id of the hold and of the usage record that will decide it: `use_…`. */
  readonly callId: string;
  /** The account whose item has the hold, or its sub-account. */
  readonly place: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly credits: number;
  /** What can still be spent after this hold. */
  readonly balanceAfter: number;
  /** Milliseconds since 1970. */
  readonly heldAt: number;
  /** The limits that its price was reserved with. */
  readonly meters: readonly Meter[];
}

export interface RateStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at which the window ends. */
  readonly resetAt: number;
}

/**
 * `charged` and `void` are final and were read back or written by us.
 * `unknown`: the commit was sent and its outcome could not be learned; the sweeper learns it.
 */
export type Outcome = 'charged' | 'void' | 'unknown';

/** Counts calls against the limits that they have, and records them; what calls need that cost nothing. */
export interface CallCounter {
  /** Counts a call that costs nothing against the rate limits of its kind, or refuses with `rate_limited`. One write. */
  countFreeCall(principal: Principal, kind: CallKind, run?: RunRequest): Promise<CountedCall>;
  /** Logs a call that held nothing. */
  recordFreeCall(report: CallReport): Promise<void>;
  /** Logs a refused call: those of one credential with one error share a record each minute, which counts them. */
  recordRefusedCall(report: CallReport): Promise<void>;
}

/**
 * The money of the service. Every step is one conditional write of one item:
 * hold, commit (the usage record, the one decision point), settle, sweep. A
 * call of a test key takes the same steps and moves nothing.
 */
export interface CreditLedger extends CallCounter {
  /**
   * Sets credits aside and counts the call against the rate limits, or refuses
   * with `insufficient_credits`, `spend_limit_reached`, `run_budget_exceeded`,
   * `rate_limited`, `too_many_concurrent_calls` or `account_suspended`.
   * `service_busy` where the database did not answer or had no capacity; nothing is charged then.
   */
  hold(principal: Principal, call: MeteredCall): Promise<Hold>;
  /** Decides the call. The first write wins, and its decision is returned. Never rejects. */
  commit(hold: Hold, decision: 'charged' | 'void', report: CallReport): Promise<Decision>;
  /**
   * How a call was decided that may have died; one that `isDead` is decided by asking, as the sweep would.
   * Undefined where it may still be charged, or cannot be read.
   */
  decisionOf(accountId: string, callId: string, isDead: boolean): Promise<'charged' | 'void' | undefined>;
  /**
   * Carries out what was decided. Safe to repeat; what it misses, the sweeper does.
   * Gives what the account has left where this charge, and no other, took it to a mark or below.
   */
  settle(hold: Hold, outcome: Decision): Promise<Fall | undefined>;
}
