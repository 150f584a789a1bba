import type { Meter, SpendStatus } from '#shared/money/accounts/meter.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { CallReport } from '#shared/money/usage/usage-item.ts';
import type { CallKind, Fall } from '../accounts/account-item.ts';
import type { Decision } from './operations.ts';

/** A call that wants credits. */
export interface MeteredCall {
  readonly requestId: string;
  /** Wire name of the tool; the usage record of a call that died is made from it. */
  readonly tool: string;
  readonly credits: number;
  readonly run?: RunRequest | undefined;
}

/** A budget for one job of an agent, named by its calls. */
export interface RunRequest {
  /** As the caller named it. */
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

/** Credits set aside for one running call. */
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
