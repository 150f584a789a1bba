import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import type { Hold } from '#shared/money/ledger/operations.ts';
import { startTestDatabase } from '../stores/database.ts';
import { memoryObjects } from '../stores/memory-objects.ts';
import { movableClock } from './billing.ts';
import { callReport, meteredCall, openLedger } from './ledger.ts';

/** Seconds. */
export const day = 86_400;

/** A service with one store of exports, from the evening of November 27th on. */
export async function openBooks() {
  const database = await startTestDatabase();
  const clock = movableClock(Date.UTC(2026, 10, 27, 22));
  const ledger = openLedger(database, clock);
  const objects = memoryObjects();
  const exporter = createExporter(openExporterParts({ ...database, objects, clock }));
  const rows = async (pattern: RegExp) => {
    const found: Record<string, string>[] = [];
    for (const key of objects
      .keys()
      .filter((name) => pattern.test(name))
      .toSorted())
      found.push(
        ...parse<Record<string, string>>(gunzipSync((await objects.get(key)) ?? ''), { columns: true }),
      );
    return found;
  };
  const proofOf = async (month: string) =>
    JSON.parse(Buffer.from((await objects.get(`usage/month=${month}/reconciliation.json`)) ?? '').toString());
  const hold = async (accountId: string) =>
    ledger.ledger.hold(await ledger.principal(accountId), meteredCall());
  const finish = async (held: Hold, decision: 'charged' | 'void') => {
    const report = callReport(held.accountId, decision === 'void' ? { statusCode: 502 } : {});
    await ledger.ledger.settle(held, await ledger.ledger.commit(held, decision, report));
  };
  return { ...ledger, database, clock, objects, exporter, rows, proofOf, hold, finish };
}

export type Books = Awaited<ReturnType<typeof openBooks>>;
