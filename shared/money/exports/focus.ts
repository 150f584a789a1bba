import { defaultTerms } from '#shared/money/billing/terms.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { type AccountMonth, type CallSums, paidMicroUsd } from './account-month.ts';
import { dayPeriod, monthPeriod, type Period } from './calendar.ts';
import type { Column } from './columns.ts';

/** A row of cost and usage in the shape that FinOps tools read (FOCUS). Money in micro-dollars. */
export interface FocusRow {
  readonly accountId: string;
  readonly month: string;
  readonly charge: Period;
  readonly category: 'Usage' | 'Purchase' | 'Adjustment';
  /** Corrects a billing period that was closed before. */
  readonly isCorrection: boolean;
  readonly description: string;
  readonly sku: string;
  readonly billedMicroUsd: number;
  readonly effectiveMicroUsd: number;
  readonly credits: number;
  readonly calls: number | null;
  readonly upstreamCostMicroUsd: number;
}

/** List price of a credit, in micro-dollars. */
const creditMicroUsd = (defaultTerms.stepCents * 10_000) / defaultTerms.creditsPerStep;
const providerName = 'Oriel';

const text = (name: string, of: (row: FocusRow) => string | null): Column<FocusRow> => ({
  name,
  kind: 'text',
  of,
});
const usd = (name: string, of: (row: FocusRow) => number | null): Column<FocusRow> => ({
  name,
  kind: 'usd',
  of,
});
const whole = (name: string, of: (row: FocusRow) => number | null): Column<FocusRow> => ({
  name,
  kind: 'whole',
  of,
});
const time = (name: string, of: (row: FocusRow) => number): Column<FocusRow> => ({
  name,
  kind: 'second',
  of,
});
/** Unit price times quantity, as the specification wants it: what was paid for them is `BilledCost`. */
const listCost = (row: FocusRow) => row.credits * creditMicroUsd || 0;

/**
 * Columns by the names of the FinOps Open Cost and Usage Specification 1.4,
 * Cost and Usage (https://focus.finops.org); our own begin with `x_`.
 * `docs/finance.md` says what each holds.
 */
export const focusColumns: readonly Column<FocusRow>[] = [
  usd('BilledCost', (row) => row.billedMicroUsd),
  text('BillingAccountId', (row) => row.accountId),
  text('BillingAccountName', (row) => row.accountId),
  text('BillingCurrency', () => 'USD'),
  time('BillingPeriodStart', (row) => monthPeriod(row.month).since),
  time('BillingPeriodEnd', (row) => monthPeriod(row.month).until),
  text('ChargeCategory', (row) => row.category),
  text('ChargeClass', (row) => (row.isCorrection ? 'Correction' : null)),
  text('ChargeDescription', (row) => row.description),
  text('ChargeFrequency', (row) => (row.category === 'Usage' ? 'Usage-Based' : 'One-Time')),
  time('ChargePeriodStart', (row) => row.charge.since),
  time('ChargePeriodEnd', (row) => row.charge.until),
  whole('ConsumedQuantity', (row) => row.calls),
  text('ConsumedUnit', (row) => (row.calls === null ? null : 'Calls')),
  usd('ContractedCost', listCost),
  usd('ContractedUnitPrice', () => creditMicroUsd),
  usd('EffectiveCost', (row) => row.effectiveMicroUsd),
  text('HostProviderName', () => providerName),
  text('InvoiceIssuerName', () => providerName),
  usd('ListCost', listCost),
  usd('ListUnitPrice', () => creditMicroUsd),
  text('PricingCategory', () => 'Standard'),
  text('PricingCurrency', () => 'Credits'),
  whole('PricingCurrencyContractedUnitPrice', () => 1),
  whole('PricingCurrencyEffectiveCost', (row) => (row.category === 'Usage' ? row.credits : 0)),
  whole('PricingCurrencyListUnitPrice', () => 1),
  whole('PricingQuantity', (row) => row.credits),
  text('PricingUnit', () => 'Credits'),
  text('ServiceCategory', () => 'Analytics'),
  text('ServiceName', () => providerName),
  text('ServiceProviderName', () => providerName),
  text('ServiceSubcategory', () => 'Search'),
  text('SkuId', (row) => row.sku),
  text('SkuPriceId', (row) => row.sku),
  usd('x_UpstreamCost', (row) => row.upstreamCostMicroUsd),
];

/** The calls of one tool on one day. */
export interface ToolDay extends CallSums {
  readonly day: string;
  readonly tool: string;
}

/**
 * One account's month in FOCUS rows: what was used, by day and tool, and what
 * was paid. What was earned is shared out to the calls by their credits, to the
 * micro-dollar; where nothing was called it is a row by itself.
 */
export function focusRows(
  figures: AccountMonth,
  toolDays: readonly ToolDay[],
  entries: readonly LedgerEntry[],
): FocusRow[] {
  const share = shareOut(figures.revenueMicroUsd, figures.spent);
  const usage = toolDays.map((sums) => usageRow(figures, sums, share(sums.credits)));
  const payments = entries.map((entry) => paymentRow(figures, entry));
  const rest = figures.revenueMicroUsd - usage.reduce((sum, row) => sum + row.effectiveMicroUsd, 0);
  return [...usage, ...payments, ...(rest === 0 ? [] : [restRow(figures, rest)])];
}

/** Parts of `total` for one weight after the other, which add up to `total` when all weights were given. */
function shareOut(total: number, allWeights: number): (weight: number) => number {
  let weights = 0;
  let shared = 0;
  return (weight) => {
    if (allWeights === 0) return 0;
    weights += weight;
    const upToHere = Number((BigInt(total) * BigInt(weights)) / BigInt(allWeights));
    const part = upToHere - shared;
    shared = upToHere;
    return part;
  };
}

function usageRow({ accountId, month }: AccountMonth, sums: ToolDay, effectiveMicroUsd: number): FocusRow {
  const name = sums.tool || 'account';
  return {
    accountId,
    month,
    charge: dayPeriod(sums.day),
    category: 'Usage',
    isCorrection: !sums.day.startsWith(month),
    description: `Calls of ${name}`,
    sku: name,
    billedMicroUsd: 0,
    effectiveMicroUsd,
    credits: sums.credits,
    calls: sums.calls,
    upstreamCostMicroUsd: sums.upstreamCostMicroUsd,
  };
}

function paymentRow({ accountId, month }: AccountMonth, entry: LedgerEntry): FocusRow {
  const bought = entry.kind === 'purchase';
  return {
    accountId,
    month,
    charge: dayPeriod(isoTime(Date.parse(entry.createdAt)).slice(0, 10)),
    category: 'Purchase',
    isCorrection: !bought,
    description: bought ? 'Credits' : `Credits, ${entry.kind}`,
    sku: 'credits',
    billedMicroUsd: paidMicroUsd(entry),
    effectiveMicroUsd: 0,
    credits: entry.credits,
    calls: null,
    upstreamCostMicroUsd: 0,
  };
}

function restRow({ accountId, month }: AccountMonth, effectiveMicroUsd: number): FocusRow {
  return {
    accountId,
    month,
    charge: monthPeriod(month),
    category: 'Adjustment',
    isCorrection: effectiveMicroUsd < 0,
    description: 'Earned or paid back without a call',
    sku: 'credits',
    billedMicroUsd: 0,
    effectiveMicroUsd,
    credits: 0,
    calls: null,
    upstreamCostMicroUsd: 0,
  };
}
