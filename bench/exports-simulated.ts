import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { newAccountItem } from '#shared/money/accounts/account-item.ts';
import { toAccount } from '#shared/money/accounts/principal.ts';
import {
  addUpAccounts,
  addUpOrder,
  type FigureSources,
  takeSnapshot,
} from '#shared/money/exports/account-figures.ts';
import { dayMs, dayOf, dayPeriod } from '#shared/money/exports/calendar.ts';
import { type DayDigest, readDigest, type SealedDay } from '#shared/money/exports/day-digest.ts';
import {
  countOrder,
  countRows,
  type ShardParts,
  writeOrder,
  writeShard,
} from '#shared/money/exports/day-shards.ts';
import { exportDay } from '#shared/money/exports/export-day.ts';
import { exportMonth, type MonthParts } from '#shared/money/exports/export-month.ts';
import { focusOrder, writeFocus } from '#shared/money/exports/focus.ts';
import { defaultPartRows } from '#shared/money/exports/part-writer.ts';
import { checkOrder, compareFiles } from '#shared/money/exports/written-files.ts';
import { type ShardRunner, shardsHere } from '#shared/money/shards/shard-runner.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageRange } from '#shared/money/usage/usage-log.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { idAt } from '#shared/platform/ids.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { callReport } from '#test/support/ledger/ledger.ts';

/**
 * Writes days of records that are made as they are read, and adds their month
 * up: the export's own work without a database, for days that none of this
 * machine could hold. Prints whether speed and memory stay level:
 * `npm run bench -- exports-simulated 1000000 1000 10 30` for records of a day, accounts,
 * files of a shard, and days; shards are done one after the other, and each is
 * noted with its time. Without files, one process has one shard of all of them.
 */
const records = Number(process.argv[2] ?? '1000000');
const accounts = Number(process.argv[3] ?? '1000');
const filesOfShard = Number(process.argv[4] ?? '0');
const days = Number(process.argv[5] ?? '1');
const month = '2026-11';
const monthStart = dayPeriod(`${month}-01`).since;
const accountIds = Array.from({ length: accounts }, (_, index) => `acct_${String(index).padStart(26, '0')}`);
/** Of one day. */
const ofAccount = Math.floor(records / accounts);
const toolsInUse = 12;
const creditsOf = (index: number) => 1 + (index % 5);

const started = performance.now();
const laps: { readonly records: number; readonly perSecond: number; readonly mb: number }[] = [];
let read = 0;
let lapStart = started;

/** Notes each tenth: how fast it was, and how much memory the process had at its end. */
function note(): void {
  const lap = Math.ceil((records * days) / 10);
  read += 1;
  if (read % lap > 0) return;
  const now = performance.now();
  const perSecond = Math.round(lap / ((now - lapStart) / 1_000));
  laps.push({ records: read, perSecond, mb: Math.round(process.memoryUsage.rss() / 1_048_576) });
  lapStart = now;
}

function idOf(since: number, index: number): string {
  return `${idAt('use', since + Math.floor((index / ofAccount) * dayMs))}${String(index).padStart(16, '0')}`;
}

/** The records of a day of an account. */
async function* recordsOf({ accountId, since = monthStart }: UsageRange): AsyncGenerator<UsageItem> {
  for (let index = 0; index < ofAccount; index += 1) {
    const id = idOf(since, index);
    const report = callReport(accountId, {
      ...{ requestId: `req_${id.slice(4)}`, tool: `tool_${index % toolsInUse}` },
      responseTimeMs: index % 9_000,
    });
    note();
    yield reportedItem(id, report, 'charged', creditsOf(index));
  }
}

/** What counting needs of the same records, in pages as the database gives them. */
async function* countedPages({ since = monthStart }: UsageRange) {
  const pageRecords = 1_700;
  for (let first = 0; first < ofAccount; first += pageRecords)
    yield Array.from({ length: Math.min(pageRecords, ofAccount - first) }, (_, place) => {
      const index = first + place;
      return { id: idOf(since, index), decision: 'charged' as const, credits_charged: creditsOf(index) };
    });
}

/** An account that was given what it spends, and as much as is left over. */
const leftOver = 1_000;
const spent =
  days *
  Array.from({ length: ofAccount }, (_, index) => creditsOf(index)).reduce((one, other) => one + other);

function accountOf(accountId: string) {
  const createdAt = isoTime(monthStart);
  const item = newAccountItem({ accountId, createdAt, email: 'simulated@example.com' });
  return toAccount({ ...item, balance: leftOver, spent, entry_seq: 1 });
}

const reconciler: FigureSources['reconciler'] = {
  async booksSince(accountId) {
    const granted = spent + leftOver;
    const account = accountOf(accountId);
    const entry = {
      ...{
        accountId,
        entryId: 'grant',
        kind: 'grant' as const,
        credits: granted,
        createdAt: account.createdAt,
      },
      ...{ reference: null, note: null, amountUsdCents: null },
      ...{ state: 'applied' as const, sequence: 1, balanceAfter: granted, hash: null },
    };
    const sheet = { balance: leftOver, held: 0, charged: spent, granted, clawed_back: 0, difference: 0 };
    return { account, entries: [entry], sheet: { ...sheet, chain_intact: true }, charged: 0 };
  },
};

const anyOrder = v.variant('do', [countOrder, writeOrder, checkOrder, addUpOrder, focusOrder]);
const orders = { find: async () => undefined };

function work(parts: ShardParts, order: v.InferOutput<typeof anyOrder>): Promise<object> {
  switch (order.do) {
    case 'count':
      return countRows(parts.usage, order);
    case 'write':
      return writeShard(parts, order);
    case 'check':
      return compareFiles(parts.objects, order);
    case 'add up':
      return addUpAccounts({ objects: parts.objects, orders, reconciler }, order);
    case 'focus':
      return writeFocus(parts.objects, order);
  }
}

const shardTimes: { readonly do: string; readonly seconds: number; readonly answerBytes: number }[] = [];

/** Does what a function does that was called with JSON. */
function shardRunner(parts: ShardParts): ShardRunner {
  const run = async (given: object) => {
    const began = performance.now();
    const order = v.parse(anyOrder, JSON.parse(JSON.stringify(given)));
    const answer = JSON.stringify(await work(parts, order));
    const seconds = Math.round(performance.now() - began) / 1_000;
    shardTimes.push({ do: order.do, seconds, answerBytes: answer.length });
    return JSON.parse(answer);
  };
  return filesOfShard > 0 ? { ...shardsHere(run), accounts: 100, files: filesOfShard } : shardsHere(run);
}

/** The longest part of a kind, the longest answer, and all of them. */
function timesOf(kind: string) {
  const times = shardTimes.filter((time) => time.do === kind);
  const longest = (of: (time: (typeof times)[number]) => number) => Math.max(0, ...times.map(of));
  return {
    parts: times.length,
    longestSeconds: longest(({ seconds }) => seconds),
    longestAnswerKb: Math.round(longest(({ answerBytes }) => answerBytes) / 1_024),
    seconds: Math.round(times.reduce((total, { seconds }) => total + seconds, 0)),
  };
}

async function writeDays(parts: MonthParts): Promise<DayDigest[]> {
  const snapshot = await takeSnapshot(parts.accounts, Date.now());
  const digests: DayDigest[] = [];
  let previous: SealedDay | undefined;
  for (let index = 0; index < days; index += 1) {
    const day = dayOf(monthStart + index * dayMs);
    digests.push(await exportDay(parts, { day, snapshot, previous, final: true }));
    previous = await readDigest(parts.objects, day);
  }
  return digests;
}

const folder = await mkdtemp(join(tmpdir(), 'oriel-exports-'));
try {
  const links = createObjectLinks({ baseUrl: () => 'http://127.0.0.1', secret: 'unused', clock: Date.now });
  const objects = createFileObjectStore({ folder, links });
  const parts: MonthParts = {
    ...{ objects, partRows: defaultPartRows, owner: 'simulated' },
    runner: shardRunner({ objects, usage: { records: recordsOf, countedPages } }),
    accounts: {
      async *list() {
        for (const accountId of accountIds) yield accountOf(accountId);
      },
    },
  };
  const digests = await writeDays(parts);
  const written = performance.now();
  const { proven, totals } = await exportMonth(parts, {
    ...{ month, days: digests, previous: undefined, final: true },
  });
  const ended = performance.now();
  const perSecond = (from: number, to: number) => Math.round(totals.calls / ((to - from) / 1_000));
  const isWhole = proven && totals.calls === ofAccount * accounts * days && totals.spent === spent * accounts;
  const result = {
    ...{ records: totals.calls, accounts, days, isWhole, laps },
    ...{ counting: timesOf('count'), writing: timesOf('write') },
    ...{ checking: timesOf('check'), addingUp: timesOf('add up'), focus: timesOf('focus') },
    writtenPerSecond: perSecond(started, written),
    monthSeconds: Math.round((ended - written) / 100) / 10,
    monthPerSecond: perSecond(written, ended),
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  if (!isWhole) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
