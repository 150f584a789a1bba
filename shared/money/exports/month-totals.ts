import type { AccountFigures } from './account-figures.ts';
import { paidMicroUsd } from './account-month.ts';
import { usdOf } from './columns.ts';
import type { PendingEntry } from './month-entries.ts';
import type { AccountProof, MonthRecord } from './month-record.ts';
import { agreesWithOrder } from './payment-row.ts';

type MonthSums = Pick<MonthRecord, 'totals' | 'payments' | 'pending_entries'>;

/** Adds accounts up to the totals of a month. */
interface MonthTotals {
  add(figures: AccountFigures): void;
  result(): MonthSums & { readonly proofs: AccountProof[]; readonly proven: boolean };
}

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

export function createMonthTotals(): MonthTotals {
  const proofs: AccountProof[] = [];
  const pending: PendingEntry[] = [];
  const money = { upstream: 0, revenue: 0, deferred: 0 };
  const payments = { rows: 0, microUsd: 0, withoutOrder: 0 };
  const total = (name: (typeof credits)[number]) => proofs.reduce((sum, proof) => sum + proof[name], 0);

  return {
    add({ month, proof, ...figures }) {
      proofs.push(proof);
      pending.push(...figures.pending);
      money.upstream += month.upstreamCostMicroUsd;
      money.revenue += month.revenueMicroUsd;
      money.deferred += month.deferredMicroUsd;
      for (const row of figures.payments) {
        payments.rows += 1;
        payments.microUsd += paidMicroUsd(row.entry);
        payments.withoutOrder += agreesWithOrder(row) ? 0 : 1;
      }
    },

    result: () => ({
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
