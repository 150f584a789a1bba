import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeSnapshot } from '#shared/money/exports/accounts-snapshot.ts';
import { dayMs } from '#shared/money/exports/calendar.ts';
import { createDayRecords } from '#shared/money/exports/day-records.ts';
import { exportDay } from '#shared/money/exports/export-day.ts';
import { defaultPartRows } from '#shared/money/exports/part-writer.ts';
import { readBookedCalls } from '#shared/money/exports/read-usage.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import { idAt } from '#shared/platform/ids.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { callReport } from '#test/support/ledger/ledger.ts';

/**
 * Writes one day of records that are made as they are read, and reads its
 * files back as a month does: the export's own work without a database, for
 * days that none of this machine could hold. Prints whether speed and memory
 * stay level: `node bin/launch.mjs bench/exports-simulated.ts 1000000 1000`
 * for records and accounts.
 */
const records = Number(process.argv[2] ?? '1000000');
const accounts = Number(process.argv[3] ?? '1000');
const day = '2026-11-19';
const since = Date.parse(day);
const accountIds = Array.from({ length: accounts }, (_, index) => `acct_${String(index).padStart(26, '0')}`);
const ofAccount = Math.floor(records / accounts);

const started = performance.now();
const laps: { readonly records: number; readonly perSecond: number; readonly mb: number }[] = [];
let read = 0;
let lapStart = started;

/** Notes each tenth: how fast it was, and how much memory the process had at its end. */
function note(): void {
  read += 1;
  if (read % Math.ceil(records / 10) > 0) return;
  const now = performance.now();
  const perSecond = Math.round(Math.ceil(records / 10) / ((now - lapStart) / 1_000));
  laps.push({ records: read, perSecond, mb: Math.round(process.memoryUsage.rss() / 1_048_576) });
  lapStart = now;
}

async function* recordsOf(accountId: string): AsyncGenerator<UsageItem> {
  for (let index = 0; index < ofAccount; index += 1) {
    const time = since + Math.floor((index / ofAccount) * dayMs);
    const id = `${idAt('use', time)}${String(index).padStart(16, '0')}`;
    const report = callReport(accountId, { requestId: `req_${id.slice(4)}`, responseTimeMs: index % 9_000 });
    note();
    yield reportedItem(id, report, 'charged', 1 + (index % 5));
  }
}

const folder = await mkdtemp(join(tmpdir(), 'oriel-exports-'));
try {
  const links = createObjectLinks({ baseUrl: () => 'http://127.0.0.1', secret: 'unused', clock: Date.now });
  const objects = createFileObjectStore({ folder, links });
  const usage = { records: ({ accountId }: { readonly accountId: string }) => recordsOf(accountId) };
  const snapshot = { ...(await takeSnapshot({ async *list() {} }, Date.now())), accountIds };
  const order = { day, snapshot, previous: undefined, final: true };
  const days = createDayRecords(usage, since + dayMs);
  const digest = await exportDay({ objects, usage, partRows: defaultPartRows }, { ...order, records: days });
  const written = performance.now();
  let calls = 0;
  for await (const _ of readBookedCalls(objects, digest)) calls += 1;
  const seconds = (from: number, to: number) => Math.round(to - from) / 1_000;
  const result = {
    ...{ records: digest.rows, accounts, isWhole: digest.rows === calls, laps },
    writtenPerSecond: Math.round(digest.rows / seconds(started, written)),
    readBackPerSecond: Math.round(calls / seconds(written, performance.now())),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (calls !== ofAccount * accounts) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
