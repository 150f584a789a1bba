import type { Clock } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CreditLedger } from './credit-ledger.ts';

/**
 * The ledger for callers with test keys as well. A test call takes every step
 * of a live one, but sets no credits aside: it is counted in its key's own item,
 * so that no test uses up calls of the account, and leaves a usage record that
 * is marked. The account, its entries and its limits are never written for it.
 */
export function sparingTestCalls(ledger: CreditLedger, clock: Clock): CreditLedger {
  return {
    ...ledger,

    async hold(principal, call) {
      if (!principal.isTest) return ledger.hold(principal, call);
      const counted = await ledger.countFreeCall(principal, 'account');
      const now = clock();
      const { account, credentialId } = principal;
      const { run } = call;
      return {
        ...counted,
        limit: undefined,
        run: run?.budget === undefined ? undefined : { id: run.id, spent: 0, budget: run.budget },
        callId: newId('use', now),
        accountId: account.accountId,
        credentialId,
        credits: 0,
        balanceAfter: account.balance,
        heldAt: now,
        meters: [],
      };
    },

    countFreeCall: (principal, kind, run) =>
      principal.isTest
        ? ledger.countFreeCall(principal, 'account')
        : ledger.countFreeCall(principal, kind, run),

    async commit(hold, decision, report) {
      if (!report.isTest) return ledger.commit(hold, decision, report);
      // No money depends on the record of a test call.
      await ledger.recordFreeCall(report).catch(() => undefined);
      return decision;
    },

    async settle(hold, outcome) {
      // A hold of no credits is one of a test call: there is nothing to give back or to take.
      if (hold.credits > 0) await ledger.settle(hold, outcome);
    },
  };
}
