import { alertThresholds } from '#shared/contract/alert-thresholds.ts';
import type { AccountItem } from '#shared/money/accounts/account-item.ts';

/** Settled credits before and after the charge of one call. */
export interface Fall {
  readonly from: number;
  readonly to: number;
}

/**
 * What an account has left of its credits when calls that still run are taken for free. Only
 * ledger entries raise it and only charges lower it one by one, so between two entries one charge
 * alone takes it past a mark, however many calls race. The balance itself also falls by holds that are given back.
 */
export function settledBalance({ balance, holds, subs = {} }: HoldingCredits): number {
  // What is in open sub-accounts counts whole until they are closed.
  return [holds, subs].flatMap(Object.values).reduce((sum, { credits }) => sum + credits, balance);
}

type HoldingCredits = Pick<AccountItem, 'balance' | 'holds' | 'subs'>;

/** What a charge did to the account, as it is after it, where that took it to a mark which accounts can choose. */
export function fallToMark(charged: HoldingCredits, credits: number): Fall | undefined {
  const to = settledBalance(charged);
  const from = to + credits;
  return alertThresholds.some((mark) => to <= mark && mark < from) ? { from, to } : undefined;
}
