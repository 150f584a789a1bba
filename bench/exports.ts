import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importItems } from '#local/data/bulk-import.ts';
import { createTables, dynoxideFile, startDatabase, tableNames } from '#local/data/database.ts';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { tables as definitions } from '#shared/platform/dynamo/tables.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { openAccounts, planMonth } from '#test/support/ledger/finance-month.ts';

/**
 * Exports a generated month, checks that it re-adds to the credit and the
 * micro-dollar, and prints how long it took and where the time went:
 * `npm run bench -- export-speed 100000 200` for records and accounts.
 */
const records = Number(process.argv[2] ?? '100000');
const accounts = Number(process.argv[3] ?? '200');
const since = Date.UTC(2026, 10, 1);
const folder = await mkdtemp(join(tmpdir(), 'oriel-exports-'));
const prefix = 'bench-';

const month = planMonth({ since, days: 30, accounts, records, seed: 30 });
const draft = join(folder, 'draft');
await mkdir(draft);
await importItems(month.calls(), {
  draft,
  table: tableNames(prefix).usage,
  keys: definitions.usage,
  output: dynoxideFile(folder),
});
await rm(draft, { recursive: true });
const database = await startDatabase({ folder, env: {} });

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start) / 1000;
};

try {
  const tables = await createTables(database.clientConfig, prefix);
  const documents = createDocuments(database.clientConfig);
  await openAccounts({ documents, tables, since }, month.generated.accounts);
  const clock = () => Date.UTC(2026, 11, 1, 3);
  const links = createObjectLinks({ baseUrl: () => 'http://127.0.0.1', secret: 'unused', clock });
  const objects = createFileObjectStore({ folder: join(folder, 'objects'), links });
  const exporter = createExporter(openExporterParts({ documents, tables, objects, clock }));
  const before = process.cpuUsage();
  const daySeconds = await seconds(() => exporter.day('2026-11-30'));
  const monthSeconds = await seconds(() => exporter.month('2026-11'));
  const { user, system } = process.cpuUsage(before);
  const { record } = await exporter.month('2026-11');
  const spent = month.generated.accounts.reduce((sum, account) => sum + account.spent, 0);
  const { totals, proven, final } = record;
  const upstreamCostMicroUsd = Math.round(totals.upstream_cost_usd * 1_000_000);
  const readds =
    totals.spent === spent &&
    totals.calls === records &&
    upstreamCostMicroUsd === month.generated.upstreamCostMicroUsd;
  const result = {
    ...{ records, accounts, readds, proven, final, daySeconds, monthSeconds },
    /** Of the exporting process alone; the database is another. */
    processorMicrosecondsPerRecord: Math.round((user + system) / records),
    recordsPerSecond: Math.round(records / (daySeconds + monthSeconds)),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (!readds || !proven || !final) process.exitCode = 1;
} finally {
  await database.stop();
  await rm(folder, { recursive: true });
}
