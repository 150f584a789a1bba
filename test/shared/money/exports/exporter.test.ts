import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { parquetReadObjects } from 'hyparquet';
import { microUsdOf } from '#shared/money/exports/columns.ts';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { type GeneratedMonth, generateMonth } from '#test/support/ledger/finance-month.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const since = Date.UTC(2026, 10, 1);
const afterMonth = Date.UTC(2026, 11, 1, 3);

type Row = Record<string, string>;

async function bytesOf(objects: ObjectStore, key: string): Promise<Uint8Array> {
  const body = await objects.get(key);
  if (!body) throw new Error(`There is no ${key}.`);
  return body;
}

async function csvRows(objects: ObjectStore, keys: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const key of keys)
    rows.push(...parse<Row>(gunzipSync(await bytesOf(objects, key)), { columns: true }));
  return rows;
}

const sum = (rows: readonly Row[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column]), 0);
const microSum = (rows: readonly Row[], column: string) =>
  rows.reduce((total, row) => total + microUsdOf(Number(row[column])), 0);

describe('the exports of a month', () => {
  let generated: GeneratedMonth;
  const objects = memoryObjects();
  const open = (store: ObjectStore, now = afterMonth, partRows = 200) =>
    createExporter({
      ...openExporterParts({ ...database, objects: store, clock: () => now }),
      partRows,
    });
  const keysOf = (pattern: RegExp, store = objects) => store.keys().filter((key) => pattern.test(key));

  const database = testDatabase();
  beforeAll(async () => {
    generated = await generateMonth({ ...database, since, days: 30, accounts: 12, records: 5_000, seed: 8 });
    await open(objects).month('2026-11');
  });

  it('add up to the credit and the micro-dollar, by record, by account and in the proof', async () => {
    const usage = await csvRows(objects, keysOf(/dt=.*usage-.*\.csv\.gz$/u));
    const months = await csvRows(objects, keysOf(/account_month-.*\.csv\.gz$/u));
    const focus = await csvRows(objects, keysOf(/focus-.*\.csv\.gz$/u));
    const proof = JSON.parse(
      Buffer.from(await bytesOf(objects, 'usage/month=2026-11/reconciliation.json')).toString(),
    );
    const spent = generated.accounts.reduce((total, account) => total + account.spent, 0);
    expect(usage).toHaveLength(5_000);
    for (const [rows, column] of [
      [usage, 'credits_charged'],
      [months, 'spent'],
      [focus, 'PricingQuantity'],
    ] as const)
      expect([column, sum(rows, column)]).toEqual([column, spent]);
    for (const [rows, column] of [
      [usage, 'upstream_cost_usd'],
      [months, 'upstream_cost_usd'],
      [focus, 'x_UpstreamCost'],
    ] as const)
      expect([column, microSum(rows, column)]).toEqual([column, generated.upstreamCostMicroUsd]);
    for (const { accountId, granted, spent: credits, calls } of generated.accounts)
      expect(months.find(({ account_id }) => account_id === accountId)).toMatchObject({
        opening: '0',
        granted: String(granted),
        spent: String(credits),
        closing: String(granted - credits),
        calls: String(calls),
      });
    expect(proof).toMatchObject({ final: true, proven: true, totals: { accounts: 12, spent, calls: 5_000 } });
    expect(proof.accounts).toHaveLength(12);
  });

  it('are the bytes that an export has always made of these records', async () => {
    const hash = createHash('sha256');
    const whole = memoryObjects();
    await open(whole, afterMonth).month('2026-11');
    for (const key of whole.keys().toSorted()) {
      const bytes = Buffer.from(await bytesOf(whole, key));
      // What gzip makes of a text may change with its version; seals hold hashes of that.
      if (!/\.json$|\/tool_day-/u.test(key))
        hash.update(key).update(key.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    }
    expect(hash.digest('hex')).toBe('7edebfaee8db92689dc014e26c82f43a1d695edce47dbe1ff17611effd8cfac3');
  });

  it('hold the same rows in Parquet, as another reader sees them, as in CSV', async () => {
    for (const key of keysOf(/dt=2026-11-1.*\.parquet$/u)) {
      const body = await bytesOf(objects, key);
      const file = body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength) as ArrayBuffer;
      const read = await parquetReadObjects({ file });
      const rows = await csvRows(objects, [key.replace('/parquet/', '/csv/').replace('.parquet', '.csv.gz')]);
      const asText = read.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, textOf(name, value)])),
      );
      expect(asText).toEqual(rows);
    }
  });

  it('are the same bytes when they are made again elsewhere, and when the run is repeated', async () => {
    const again = memoryObjects();
    await open(again).month('2026-11');
    expect(again.keys().toSorted()).toEqual(objects.keys().toSorted());
    const before = new Map<string, string>();
    for (const key of again.keys()) {
      const bytes = Buffer.from(await bytesOf(again, key)).toString('base64');
      before.set(key, bytes);
      expect([key, bytes]).toEqual([key, Buffer.from(await bytesOf(objects, key)).toString('base64')]);
    }
    await open(again, afterMonth + 86_400_000).month('2026-11');
    for (const [key, bytes] of before)
      expect(Buffer.from(await bytesOf(again, key)).toString('base64')).toBe(bytes);
  });

  it('leave no file of a day or a month that failed half-way, and succeed the next time', async () => {
    const store = memoryObjects();
    const failing: ObjectStore = {
      ...store,
      put: (key, body) =>
        key.includes('dt=2026-11-03') && key.endsWith('.parquet')
          ? Promise.reject(new Error('The disk is full.'))
          : store.put(key, body),
    };
    await expect(open(failing).day('2026-11-05')).rejects.toThrow('The disk is full.');
    expect(keysOf(/dt=2026-11-0[1-9]\/digest/u, store)).toHaveLength(2);
    expect(keysOf(/dt=2026-11-0[3-9]/u, store)).toEqual([]);
    const report = await open(store).day('2026-11-05');
    expect(report.sealed).toEqual(['2026-11-03', '2026-11-04', '2026-11-05']);
    for (const key of store.keys())
      expect(Buffer.from(await bytesOf(store, key))).toEqual(Buffer.from(await bytesOf(objects, key)));
  });

  it('tell of a file that was changed after its day was sealed', async () => {
    const store = memoryObjects();
    await open(store).day('2026-11-02');
    const [key = ''] = keysOf(/dt=2026-11-02.*usage-.*csv/u, store);
    await store.put(key, Buffer.from('rewritten'));
    await expect(open(store).day('2026-11-02')).rejects.toThrow(`${key} was changed`);
    await expect(open(store).month('2026-11')).rejects.toThrow(`${key} was changed`);
  });

  it('tell of a file or seal of a day that was changed after its month was closed', async () => {
    const store = memoryObjects();
    await open(store).month('2026-11');
    await open(store).month('2026-11');
    for (const [pattern, complaint] of [
      [/dt=2026-11-17.*parquet/u, 'parquet was changed'],
      [/dt=2026-11-17\/digest/u, 'The seal of usage/dt=2026-11-17/ was changed'],
    ] as const) {
      const [key = ''] = keysOf(pattern, store);
      const body = await bytesOf(store, key);
      const text = Buffer.from(body).toString('latin1');
      await store.put(key, Buffer.from(text.replace(/"rows": \d+|^PAR1/u, '"rows": 1'), 'latin1'));
      await expect(open(store).month('2026-11')).rejects.toThrow(complaint);
      await store.put(key, body);
    }
    expect((await open(store).month('2026-11')).record.final).toBe(true);
  });

  it('neutralise what a spreadsheet would run', async () => {
    const messages = (await csvRows(objects, keysOf(/dt=.*usage-.*\.csv\.gz$/u))).map(
      ({ error_message }) => error_message,
    );
    expect(messages.some((message) => message?.startsWith("'=HYPERLINK"))).toBe(true);
    expect(messages.some((message) => /^[=+@-]/u.test(message ?? ''))).toBe(false);
  });
});

/** A value as the CSV writes it; the apostrophe in front of a formula is the only difference by intent. */
function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (name === 'upstream_cost_usd') return String(microUsdOf(Number(value)) / 1_000_000);
  const text = String(value);
  return text.startsWith('=') ? `'${text}` : text;
}
