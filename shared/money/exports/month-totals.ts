import type { AccountFigures } from './account-figures.ts';
import type { PendingEntry } from './account-month.ts';
import { usdOf } from './columns.ts';
import type { AccountProof, MonthRecord } from './month-record.ts';

type MonthSums = Pick<MonthRecord, 'totals' | 'payments' | 'pending_entries'>;

const credits = [
  'opening',
  'purchased',
  'granted',
  'spent',
  'refunded',
  'clawed_back',
  'closing',
  'calls',
] as const;

/** Adds accounts up to the totals of a month. */
export function createMonthTotals() {
  const proofs: AccountProof[] = [];
  const pending: PendingEntry[] = [];
  const money = { upstream: 0, revenue: 0, deferred: 0 };
  const payments = { rows: 0, microUsd: 0, withoutOrder: 0 };
  const total = (name: (typeof credits)[number]) => proofs.reduce((sum, proof) => sum + proof[name], 0);

  return {
    add({ month, proof, ...figures }: AccountFigures): void {
      proofs.push(accountProof(month, proof));
      pending.push(...figures.pending);
      money.upstream += month.upstreamCostMicroUsd;
      money.revenue += month.revenueMicroUsd;
      money.deferred += month.deferredMicroUsd;
      for (const row of figures.payments) {
        payments.rows += 1;
        payments.microUsd += row.amountMicroUsd;
        payments.withoutOrder += row.agrees ? 0 : 1;
      }
    },

    result: (): MonthSums & { readonly proofs: AccountProof[]; readonly proven: boolean } => ({
      proofs,
      proven: proofs.every(({ proven }) => proven),
      totals: {
        accounts: proofs.length,
        opening: total('opening'),
        purchased: total('purchased'),
        granted: total('granted'),
        spent: total('spent'),
        refunded: total('refunded'),
        clawed_back: total('clawed_back'),
        closing: total('closing'),
        calls: total('calls'),
        upstream_cost_usd: usdOf(money.upstream),
        revenue: usdOf(money.revenue),
        margin: usdOf(money.revenue - money.upstream),
        deferred_revenue: usdOf(money.deferred),
      },
      payments: {
        rows: payments.rows,
        amount_usd: usdOf(payments.microUsd),
        without_order: payments.withoutOrder,
      },
      pending_entries: pending,
    }),
  };
}

function accountProof(
  month: AccountFigures['month'],
  { proven, ...differences }: AccountFigures['proof'],
): AccountProof {
  return {
    account_id: month.accountId,
    proven,
    opening: month.opening,
    purchased: month.purchased,
    granted: month.granted,
    spent: month.spent,
    refunded: month.refunded,
    clawed_back: month.clawedBack,
    closing: month.closing,
    calls: month.calls,
    ...differences,
  };
}
