import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { drawAccountMonth, toPaymentRow } from '#shared/money/exports/account-month.ts';
import { csvHeader, csvRow, microUsdOf } from '#shared/money/exports/columns.ts';
import { type FocusRow, focusColumns, focusRows } from '#shared/money/exports/focus.ts';
import type { LedgerEntry } from '#shared/money/ledger/credit-entries.ts';

type Type = 'Decimal' | 'String' | 'Date/Time';
interface Specified {
  readonly level: 'Mandatory' | 'Conditional' | 'Recommended';
  readonly type: Type;
  readonly nullable?: true;
  readonly allowed?: readonly string[];
}

const mandatory = (type: Type, rest: Partial<Specified> = {}): Specified => ({
  level: 'Mandatory',
  type,
  ...rest,
});
const conditional = (type: Type, rest: Partial<Specified> = {}): Specified => ({
  ...{ level: 'Conditional', type },
  ...rest,
});

/**
 * The columns of FOCUS 1.4, Cost and Usage, as far as the dataset of a service
 * without regions, resources, commitments or tags has them: every mandatory
 * column, and those whose condition holds here.
 */
const specification: Readonly<Record<string, Specified>> = {
  BilledCost: mandatory('Decimal'),
  BillingAccountId: mandatory('String'),
  BillingAccountName: conditional('String', { nullable: true }),
  BillingCurrency: mandatory('String', { allowed: ['USD'] }),
  BillingPeriodEnd: mandatory('Date/Time'),
  BillingPeriodStart: mandatory('Date/Time'),
  ChargeCategory: mandatory('String', { allowed: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'] }),
  ChargeClass: mandatory('String', { nullable: true, allowed: ['Correction'] }),
  ChargeDescription: mandatory('String', { nullable: true }),
  ChargeFrequency: {
    ...{ level: 'Recommended', type: 'String' },
    allowed: ['One-Time', 'Recurring', 'Usage-Based'],
  },
  ChargePeriodEnd: mandatory('Date/Time'),
  ChargePeriodStart: mandatory('Date/Time'),
  ConsumedQuantity: conditional('Decimal', { nullable: true }),
  ConsumedUnit: conditional('String', { nullable: true }),
  ContractedCost: mandatory('Decimal'),
  ContractedUnitPrice: conditional('Decimal', { nullable: true }),
  EffectiveCost: mandatory('Decimal'),
  HostProviderName: mandatory('String', { nullable: true }),
  InvoiceIssuerName: mandatory('String'),
  ListCost: mandatory('Decimal'),
  ListUnitPrice: mandatory('Decimal', { nullable: true }),
  PricingCategory: conditional('String', {
    ...{ nullable: true, allowed: ['Standard', 'Dynamic', 'Committed', 'Other'] },
  }),
  PricingCurrency: conditional('String'),
  PricingCurrencyContractedUnitPrice: conditional('Decimal', { nullable: true }),
  PricingCurrencyEffectiveCost: conditional('Decimal'),
  PricingCurrencyListUnitPrice: conditional('Decimal', { nullable: true }),
  PricingQuantity: mandatory('Decimal', { nullable: true }),
  PricingUnit: mandatory('String', { nullable: true }),
  ServiceCategory: mandatory('String', { allowed: ['Analytics'] }),
  ServiceName: mandatory('String'),
  ServiceProviderName: mandatory('String'),
  ServiceSubcategory: {
    ...{ level: 'Recommended', type: 'String' },
    allowed: [
      'Analytics Platforms',
      'Business Intelligence',
      'Data Processing',
      'Search',
      'Other (Analytics)',
    ],
  },
  SkuId: conditional('String', { nullable: true }),
  SkuPriceId: conditional('String', { nullable: true }),
};

const names = focusColumns.map(({ name }) => name);
const own = names.filter((name) => name.startsWith('x_'));

const forms: Readonly<Record<Type, RegExp>> = {
  Decimal: /^-?\d+(?:\.\d+)?$/u,
  String: /^\S(?:.*\S)?$/u,
  'Date/Time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/u,
};

const entry = fc
  .record({
    kind: fc.constantFrom('purchase', 'refund', 'grant', 'dispute'),
    steps: fc.integer({ min: 1, max: 5 }),
  })
  .map(({ kind, steps }, index = 0): LedgerEntry => {
    const sign = kind === 'refund' || kind === 'dispute' ? -1 : 1;
    const money = kind === 'grant' ? {} : { amountUsdCents: steps * 1_000 };
    return {
      ...{ accountId: 'acct_1', entryId: `${kind}:${index}`, kind, credits: sign * steps * 1_000 },
      ...{ createdAt: '2026-11-05T12:00:00.000Z', ...money },
    } as unknown as LedgerEntry;
  });

const month = fc
  .record({
    entries: fc.array(entry, { maxLength: 5 }),
    carried: fc.integer({ min: 0, max: 50_000 }),
    days: fc.array(
      fc.record({
        day: fc.constantFrom('2026-10-31', '2026-11-01', '2026-11-30'),
        tool: fc.constantFrom('inspect_domain', 'audit_site', ''),
        calls: fc.integer({ min: 1, max: 50 }),
        credits: fc.integer({ min: 0, max: 200 }),
        upstreamCostMicroUsd: fc.integer({ min: 0, max: 90_000 }),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ entries, carried, days }) => {
    const sum = (name: 'calls' | 'credits' | 'upstreamCostMicroUsd') =>
      days.reduce((total, day) => total + day[name], 0);
    const payments = entries.map((paid) => toPaymentRow(paid, undefined));
    const calls = {
      calls: sum('calls'),
      credits: sum('credits'),
      upstreamCostMicroUsd: sum('upstreamCostMicroUsd'),
    };
    const figures = drawAccountMonth({
      ...{ accountId: 'acct_1', month: '2026-11', entries, calls },
      carried: { credits: carried, deferredMicroUsd: carried * 7_000 },
    });
    return { figures, rows: focusRows(figures, days, payments) };
  });

function written(rows: readonly FocusRow[]): Record<string, string>[] {
  const text = csvHeader(focusColumns) + rows.map((row) => csvRow(focusColumns, row)).join('');
  return parse(text, { columns: true });
}

/** What the specification says about one column. */
function expectCell(name: string, cell: string): void {
  const { type, nullable, allowed } = specification[name] ?? mandatory('String');
  if (cell === '') expect([name, nullable]).toEqual([name, true]);
  else expect([name, cell]).toEqual([name, expect.stringMatching(forms[type])]);
  if (cell !== '' && allowed) expect(allowed).toContain(cell);
}

/** What the specification says about columns that belong together. */
function expectRules(row: Readonly<Record<string, string>>): void {
  const isUsage = row.ChargeCategory === 'Usage';
  for (const kind of ['List', 'Contracted']) {
    const product = microUsdOf(Number(row[`${kind}UnitPrice`])) * Number(row.PricingQuantity);
    expect([kind, microUsdOf(Number(row[`${kind}Cost`])) - product]).toEqual([kind, 0]);
  }
  expect([row.ConsumedQuantity !== '', row.ConsumedUnit !== '']).toEqual([isUsage, isUsage]);
  expect(row.ChargeFrequency === 'Usage-Based').toBe(isUsage);
  if (row.ChargeCategory === 'Purchase') expect(row.EffectiveCost).toBe('0');
  expect(Date.parse(row.ChargePeriodStart ?? '')).toBeLessThan(Date.parse(row.ChargePeriodEnd ?? ''));
}

describe('the FOCUS view', () => {
  it('has every mandatory column, and every one by the name that the specification gives it', () => {
    expect(names.filter((name) => !own.includes(name)).sort()).toEqual(Object.keys(specification).sort());
  });

  it('puts its own columns last, and names all as the specification wants columns named', () => {
    expect(names.slice(-own.length)).toEqual(own);
    for (const name of names) expect(name).toMatch(/^(?:x_)?[A-Z][A-Za-z]{1,48}$/u);
    expect(new Set(names).size).toBe(names.length);
  });

  it('holds in each cell the type and a value that its column allows, and nothing only where it may', () => {
    fc.assert(
      fc.property(month, ({ rows }) => {
        for (const row of written(rows))
          for (const name of Object.keys(specification)) expectCell(name, row[name] ?? '');
      }),
      { seed: 14, numRuns: 100 },
    );
  });

  it('keeps the rules between columns', () => {
    fc.assert(
      fc.property(month, ({ rows }) => {
        for (const row of written(rows)) expectRules(row);
      }),
      { seed: 15, numRuns: 100 },
    );
  });

  it('adds up: billed is what was paid, effective is what was earned', () => {
    const sum = (rows: readonly Record<string, string>[], name: string) =>
      rows.reduce((total, row) => total + microUsdOf(Number(row[name])), 0);
    fc.assert(
      fc.property(month, ({ figures, rows }) => {
        const cells = written(rows);
        expect(sum(cells, 'EffectiveCost')).toBe(figures.revenueMicroUsd);
        expect(sum(cells, 'x_UpstreamCost')).toBe(figures.upstreamCostMicroUsd);
      }),
      { seed: 16, numRuns: 100 },
    );
  });
});
