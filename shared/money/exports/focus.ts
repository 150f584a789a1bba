import * as v from 'valibot';
import { defaultTerms } from '#shared/money/billing/order.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { type AccountMonth, type PaymentRow, paymentRow } from './account-month.ts';
import { dayOf, dayPeriod, monthPeriod, type Period } from './calendar.ts';
import { type Column, columnsOf } from './columns.ts';
import { monthFolder } from './month-record.ts';
import { createPartWriter } from './part-writer.ts';
import { readByAccount, readToolDays, sumToolDays, type ToolDay } from './tool-days.ts';
import { createFileLog, writtenFile } from './written-files.ts';

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

const { text, whole, usd, second } = columnsOf<FocusRow>();
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
  second('BillingPeriodStart', (row) => monthPeriod(row.month).since),
  second('BillingPeriodEnd', (row) => monthPeriod(row.month).until),
  text('ChargeCategory', (row) => row.category),
  text('ChargeClass', (row) => (row.isCorrection ? 'Correction' : null)),
  text('ChargeDescription', (row) => row.description),
  text('ChargeFrequency', (row) => (row.category === 'Usage' ? 'Usage-Based' : 'One-Time')),
  second('ChargePeriodStart', (row) => row.charge.since),
  second('ChargePeriodEnd', (row) => row.charge.until),
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

/** What of an account's month its rows are made from. */
export type EarnedMonth = Pick<AccountMonth, 'accountId' | 'month' | 'spent' | 'revenueMicroUsd'>;

/**
 * One account's month in FOCUS rows: what was used, by day and tool, and what
 * was paid. What was earned is shared out to the calls by their credits, to the
 * micro-dollar; where nothing was called it is a row by itself.
 */
export function focusRows(
  figures: EarnedMonth,
  toolDays: readonly ToolDay[],
  payments: readonly PaymentRow[],
): FocusRow[] {
  const share = shareOut(figures.revenueMicroUsd, figures.spent);
  const usage = toolDays.map((sums) => usageRow(figures, sums, share(sums.credits)));
  const paid = payments.map((payment) => rowOfPayment(figures, payment));
  const rest = figures.revenueMicroUsd - usage.reduce((sum, row) => sum + row.effectiveMicroUsd, 0);
  return [...usage, ...paid, ...(rest === 0 ? [] : [restRow(figures, rest)])];
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

function usageRow({ accountId, month }: EarnedMonth, sums: ToolDay, effectiveMicroUsd: number): FocusRow {
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

function rowOfPayment({ accountId, month }: EarnedMonth, payment: PaymentRow): FocusRow {
  const bought = payment.kind === 'purchase';
  return {
    accountId,
    month,
    charge: dayPeriod(dayOf(payment.bookedAt)),
    category: 'Purchase',
    isCorrection: !bought,
    description: bought ? 'Credits' : `Credits, ${payment.kind}`,
    sku: 'credits',
    billedMicroUsd: payment.amountMicroUsd,
    effectiveMicroUsd: 0,
    credits: payment.credits,
    calls: null,
    upstreamCostMicroUsd: 0,
  };
}

function restRow({ accountId, month }: EarnedMonth, effectiveMicroUsd: number): FocusRow {
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

const count = v.pipe(v.number(), v.integer());

/** Has the files of consecutive rows of `focus` written. */
export const focusOrder = v.object({
  do: v.literal('focus'),
  /** The run on whose behalf, which must still have the right to write. */
  owner: v.string(),
  month: v.string(),
  /** In order of account: which of its rows, and what they are made from. */
  spans: v.array(
    v.object({
      account_id: v.string(),
      skip: count,
      take: count,
      spent: count,
      revenue_micro_usd: count,
      payments: v.array(paymentRow),
    }),
  ),
  /** Of each day of the month the files that can hold sums of these accounts. */
  days: v.array(v.array(writtenFile)),
  part_rows: count,
  /** Number of its first file, from 1. */
  first_part: count,
});
type FocusOrder = v.InferOutput<typeof focusOrder>;

export const focusOutcome = v.object({ rows: count, files: v.array(writtenFile) });

/** Writes rows of `focus`. Fails where there are fewer than were counted. */
export async function writeFocus(
  objects: ObjectStore,
  { month, spans, days, part_rows, first_part }: FocusOrder,
): Promise<v.InferOutput<typeof focusOutcome>> {
  const log = createFileLog(objects);
  const writer = createPartWriter({
    ...{ log, folder: monthFolder(month), name: 'focus', columns: focusColumns, parquet: false },
    ...{ partRows: part_rows, firstPart: first_part },
  });
  const files = readByAccount(days.map((day) => readToolDays(objects, day)));
  let written = 0;
  for (const { account_id: accountId, skip, take, spent, revenue_micro_usd, payments } of spans) {
    const sums = sumToolDays();
    for await (const toolDay of files.take(accountId)) sums.add(toolDay);
    const earned = { accountId, month, spent, revenueMicroUsd: revenue_micro_usd };
    const rows = focusRows(earned, sums.inOrder(), payments).slice(skip, skip + take);
    if (rows.length < take) throw new Error(`The sums of ${accountId} have changed since they were counted.`);
    for (const row of rows) await writer.add(row);
    written += rows.length;
  }
  await writer.finish();
  await files.end();
  return { rows: written, files: [...log.files] };
}
