import { createExporter } from '#shared/money/exports/exporter.ts';
import { openExporterParts } from '#shared/money/exports/open-parts.ts';
import { generateMonth } from '#test/support/ledger/finance-month.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

/**
 * Exports a generated month, checks that it re-adds to the credit and the
 * micro-dollar, and prints how long it took: `npm run export-speed -- 100000`.
 */
const records = Number(process.argv[2] ?? '100000');
const since = Date.UTC(2026, 10, 1);
const database = await startTestDatabase();
const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start) / 1000;
};

try {
  const generated = await generateMonth({ ...database, since, days: 30, accounts: 200, records, seed: 30 });
  const objects = memoryObjects();
  const clock = () => Date.UTC(2026, 11, 1, 3);
  const exporter = createExporter(openExporterParts({ ...database, objects, clock }));
  const before = process.cpuUsage();
  const daySeconds = await seconds(() => exporter.day('2026-11-30'));
  const monthSeconds = await seconds(() => exporter.month('2026-11'));
  const { record } = await exporter.month('2026-11');
  const spent = generated.accounts.reduce((sum, account) => sum + account.spent, 0);
  const { totals, proven, final } = record;
  const upstreamCostMicroUsd = Math.round(totals.upstream_cost_usd * 1_000_000);
  const readds =
    totals.spent === spent &&
    totals.calls === records &&
    upstreamCostMicroUsd === generated.upstreamCostMicroUsd;
  const result = {
    ...{ records, readds, proven, final, daySeconds, monthSeconds },
    processorSeconds: Math.round(
      process.cpuUsage(before).user / 1_000_000 + process.cpuUsage(before).system / 1_000_000,
    ),
    recordsPerSecond: Math.round(records / (daySeconds + monthSeconds)),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    files: objects.keys().length,
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (!readds || !proven || !final) process.exitCode = 1;
} finally {
  await database.stop();
}
