import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { type Carried, pendingEntry } from './account-month.ts';
import { microUsdOf } from './columns.ts';
import { jsonFile, readCsvRows, sha256, writtenFile } from './written-files.ts';

const whole = v.pipe(v.number(), v.integer());

const monthFigures = {
  opening: whole,
  purchased: whole,
  granted: whole,
  spent: whole,
  refunded: whole,
  clawed_back: whole,
  closing: whole,
  calls: whole,
};

/** The proof of one account's month: every `difference` is 0 where every credit is accounted for. */
const accountProof = v.object({
  account_id: v.string(),
  proven: v.boolean(),
  ...monthFigures,
  /** `closing`, with what has come and gone since, less what the ledger has; absent in records of before it was counted. */
  closing_difference: v.optional(whole),
  /** `balance + held + charged - (granted - clawed_back)` of the ledger itself. */
  ledger_difference: whole,
  chain_intact: v.boolean(),
});
export type AccountProof = v.InferOutput<typeof accountProof>;

/** `reconciliation.json`: the proof of a month, written last. A month is final exactly if this says so. */
const monthRecord = v.object({
  format: v.literal(1),
  month: v.string(),
  final: v.boolean(),
  proven: v.boolean(),
  previous: v.nullable(v.object({ month: v.string(), sha256: v.string() })),
  totals: v.object({
    accounts: whole,
    ...monthFigures,
    upstream_cost_usd: v.number(),
    revenue: v.number(),
    margin: v.number(),
    deferred_revenue: v.number(),
  }),
  payments: v.object({ rows: whole, amount_usd: v.number(), without_order: whole }),
  pending_entries: v.array(pendingEntry),
  days: v.array(v.object({ day: v.string(), rows: whole, adjustments: whole, files: v.array(writtenFile) })),
  files: v.array(writtenFile),
  accounts: v.array(accountProof),
});
export type MonthRecord = v.InferOutput<typeof monthRecord>;

export interface KeptMonth {
  readonly record: MonthRecord;
  readonly sha256: string;
}

export function monthFolder(month: string): string {
  return `usage/month=${month}/`;
}

function recordKey(month: string): string {
  return `${monthFolder(month)}reconciliation.json`;
}

export async function readMonth(objects: ObjectStore, month: string): Promise<KeptMonth | undefined> {
  const body = await objects.get(recordKey(month));
  if (!body) return undefined;
  const record = v.parse(monthRecord, JSON.parse(Buffer.from(body).toString('utf8')));
  return { record, sha256: sha256(body) };
}

export async function writeMonth(objects: ObjectStore, record: MonthRecord): Promise<void> {
  await objects.put(recordKey(record.month), jsonFile(record), { contentType: 'application/json' });
}

const carriedRow = v.object({
  account_id: v.string(),
  closing: v.pipe(v.string(), v.transform(Number), v.integer()),
  deferred_revenue: v.pipe(v.string(), v.transform(Number), v.finite()),
});

/** What every account carries over from a month, from its files. */
export async function readCarried(
  objects: ObjectStore,
  { record }: KeptMonth,
): Promise<ReadonlyMap<string, Carried>> {
  const carried = new Map<string, Carried>();
  for (const file of record.files) {
    if (!/\/account_month-\d+\.csv\.gz$/u.test(file.key)) continue;
    for await (const row of readCsvRows(objects, file, Object.keys(carriedRow.entries))) {
      const { account_id, closing, deferred_revenue } = v.parse(carriedRow, row);
      carried.set(account_id, { credits: closing, deferredMicroUsd: microUsdOf(deferred_revenue) });
    }
  }
  return carried;
}
