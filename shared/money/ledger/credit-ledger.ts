import type { Principal } from '#shared/money/accounts/principal.ts';
import type { CallReport } from '#shared/money/usage/usage-record.ts';

/** A call that wants credits. */
export interface MeteredCall {
  readonly requestId: string;
  /** Wire name of the tool; the usage record of a call that died is made from it. */
  readonly tool: string;
  readonly credits: number;
}

/** Credits set aside for one running call. */
export interface Hold {
  /** Id of the hold and of the usage record that will decide it: `use_…`. */
  readonly callId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly credits: number;
  /** What can still be spent after this hold. */
  readonly balanceAfter: number;
  /** Milliseconds since 1970. */
  readonly heldAt: number;
  /** Month, such as `2026-11`, in which the key's own spend was counted; null where the key has no limit. */
  readonly spendMonth: string | null;
  /** State of the most constrained rate window after this call. */
  readonly rate: RateStatus;
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

/**
 * The money of the service. Every step is one conditional write of one item:
 * hold, commit (the usage record, the one decision point), settle, sweep.
 */
export interface CreditLedger {
  /**
   * Sets credits aside and counts the call against the rate limits, or refuses
   * with `insufficient_credits`, `spend_limit_reached`, `rate_limited`,
   * `too_many_concurrent_calls` or `account_suspended`. `internal_error` where
   * the database did not answer; nothing is charged then.
   */
  hold(principal: Principal, call: MeteredCall): Promise<Hold>;
  /** Counts a call that costs nothing against the rate limits, or refuses with `rate_limited`. One write. */
  countFreeCall(principal: Principal): Promise<RateStatus>;
  /** Decides the call. The first write wins, and its decision is returned. Never rejects. */
  commit(hold: Hold, decision: 'charged' | 'void', report: CallReport): Promise<Outcome>;
  /** Carries out what was decided. Safe to repeat; what it misses, the sweeper does. */
  settle(hold: Hold, outcome: Outcome): Promise<void>;
  /** Logs a call that held nothing. */
  recordFreeCall(report: CallReport): Promise<void>;
}
