import * as v from 'valibot';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { CountedRecords } from '../usage/call-sums.ts';
import type { UsageItem } from '../usage/usage-item.ts';
import type { UsageLog } from '../usage/usage-log.ts';
import { dayOf, dayPeriod } from './calendar.ts';
import { type UsageRow, usageColumns } from './columns.ts';
import { dayFolder, openCall } from './day-digest.ts';
import { createPartWriter } from './part-writer.ts';
import { createTallies, talliedAccount } from './tool-days.ts';
import { createFileLog, readAhead, writtenFile } from './written-files.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Which rows of an account's day belong to a shard: its late calls and then the day's own, without hidden ones. */
const accountSpan = v.object({
  account_id: v.string(),
  skip: whole,
  take: whole,
});
type AccountSpan = v.InferOutput<typeof accountSpan>;

export const countOrder = v.object({
  do: v.literal('count'),
  day: v.string(),
  account_ids: v.array(v.string()),
  /** Calls that an earlier day left open. */
  awaited: v.array(openCall),
  /** Calls of these accounts that were open when the run began. */
  holds: v.array(openCall),
});
type CountOrder = v.InferOutput<typeof countOrder>;

export const countOutcome = v.object({
  /** Accounts with rows, in their order. */
  accounts: v.array(v.object({ account_id: v.string(), rows: whole, calls: whole, credits: whole })),
  /** Of the awaited calls those that were decided. */
  late: v.array(openCall),
  /** Of the open calls those that were decided meanwhile, and have a record. */
  decided: v.array(openCall),
});
export type CountOutcome = v.InferOutput<typeof countOutcome>;

export const writeOrder = v.object({
  do: v.literal('write'),
  /** The run on whose behalf, which must still have the right to write. */
  owner: v.string(),
  day: v.string(),
  spans: v.array(accountSpan),
  part_rows: whole,
  /** Number of its first file, from 1. */
  first_part: whole,
  /** Calls of earlier days whose records come with this one. */
  late: v.array(openCall),
  /** Calls that had no record when the rows were counted: they belong to a later day, if one is there by now. */
  left_out: v.array(openCall),
});
type WriteOrder = v.InferOutput<typeof writeOrder>;

export const writeOutcome = v.object({
  rows: whole,
  adjustments: whole,
  credits_charged: v.number(),
  upstream_cost_micro_usd: v.number(),
  /** What the rows come to, in order of account. */
  accounts: v.array(talliedAccount),
  files: v.array(writtenFile),
});
export type WriteOutcome = v.InferOutput<typeof writeOutcome>;

export interface ShardParts {
  readonly objects: ObjectStore;
  readonly usage: Pick<UsageLog, 'records'> & CountedRecords;
}

/** Accounts that are read at the same time: most have no call on most days, and waiting is all they cost. */
const accountsAhead = 16;

/** Counts the rows that each account has, so that shards can be cut where files end. */
export async function countRows(usage: ShardParts['usage'], order: CountOrder): Promise<CountOutcome> {
  const awaited = Map.groupBy(order.awaited, ({ account_id }) => account_id);
  const holds = Map.groupBy(order.holds, ({ account_id }) => account_id);
  const counts = order.account_ids.values().map(async function* (accountId) {
    const account = { day: order.day, accountId, awaited: awaited.get(accountId) ?? [] };
    yield await countAccount(usage, account, holds.get(accountId) ?? []);
  });
  const accounts: CountOutcome['accounts'] = [];
  const late: CountOutcome['late'] = [];
  const decided: CountOutcome['decided'] = [];
  for await (const { sums, ...calls } of readAhead(counts, accountsAhead)) {
    if (sums.rows > 0) accounts.push(sums);
    late.push(...calls.late);
    decided.push(...calls.decided);
  }
  return { accounts, late, decided };
}

/** Rows of an account with its late calls, and which of its open calls have a record, if only a hidden one. */
async function countAccount(
  usage: ShardParts['usage'],
  { day, accountId, awaited }: AccountDay,
  holds: CountOutcome['decided'],
) {
  const records: (UsageItem | undefined)[] = [];
  for (const call of awaited) records.push(await findRecord(usage, call));
  const found = records.filter((item) => item !== undefined);
  const shown = new Set(found.filter(isShown).map(({ id }) => id));
  const sums = { account_id: accountId, rows: 0, calls: 0, credits: 0 };
  const count = (found: readonly Pick<UsageItem, 'hidden' | 'calls' | 'credits_charged'>[]) => {
    for (const { calls = 1, credits_charged } of found.filter(isShown)) {
      sums.rows += 1;
      sums.calls += calls;
      sums.credits += credits_charged;
    }
  };
  count(found);
  const open = new Set(holds.map(({ id }) => id));
  const met = new Set(found.map(({ id }) => id));
  for await (const page of usage.countedPages({ accountId, ...dayPeriod(day) })) {
    for (const { id } of page) if (open.has(id)) met.add(id);
    count(page);
  }
  const late = awaited.filter(({ id }) => shown.has(id));
  return { sums, late, decided: holds.filter(({ id }) => met.has(id)) };
}

function isShown({ hidden }: Pick<UsageItem, 'hidden'>): boolean {
  return !hidden;
}

export interface ShardSize {
  readonly files: number;
  readonly partRows: number;
}

interface CutShard {
  readonly spans: AccountSpan[];
  /** Number of its first file, from 1. */
  readonly firstPart: number;
}

/**
 * A shard of so many accounts ends with its file: order and answer name each
 * account, the answer with its tools, and both have 6 MB (Lambda, "Quotas").
 */
const accountsOfShard = 1_000;

/** Cuts counted rows into shards, which fill whole files: those do not depend on who writes them. At least one shard. */
export function cutShards(
  accounts: readonly { readonly account_id: string; readonly rows: number }[],
  { files, partRows }: ShardSize,
): readonly CutShard[] {
  let shard: CutShard = { spans: [], firstPart: 1 };
  const shards = [shard];
  let written = 0;
  for (const { account_id, rows } of accounts) {
    for (let skip = 0; skip < rows; ) {
      const ofFile = written % partRows;
      const nextPart = Math.floor(written / partRows) + 1;
      const isFull = nextPart - shard.firstPart >= files || shard.spans.length >= accountsOfShard;
      if (ofFile === 0 && isFull) {
        shard = { spans: [], firstPart: nextPart };
        shards.push(shard);
      }
      const take = Math.min(partRows - ofFile, rows - skip);
      addSpan(shard, { account_id, skip, take });
      skip += take;
      written += take;
    }
  }
  return shards;
}

function addSpan({ spans }: CutShard, span: AccountSpan): void {
  const last = spans.at(-1);
  if (last?.account_id === span.account_id) last.take += span.take;
  else spans.push(span);
}

export async function writeShard({ objects, usage }: ShardParts, order: WriteOrder): Promise<WriteOutcome> {
  const { day } = order;
  const log = createFileLog(objects);
  const writer = createPartWriter({
    log,
    folder: dayFolder(day),
    name: 'usage',
    columns: usageColumns,
    parquet: true,
    partRows: order.part_rows,
    firstPart: order.first_part,
  });
  const sums = createDaySums();
  const leftOut = new Set(order.left_out.map(({ id }) => id));
  const late = Map.groupBy(order.late, ({ account_id }) => account_id);
  const sources = order.spans.values().map(async function* (span) {
    const awaited = late.get(span.account_id) ?? [];
    const rows = accountRows(usage, { day, accountId: span.account_id, awaited });
    yield* spanOf(rows, span, leftOut);
  });
  for await (const row of readAhead(sources, accountsAhead)) {
    const full = writer.add(row);
    if (full !== undefined) await full;
    sums.add(row);
  }
  await writer.finish();
  return { ...sums.result(), files: [...log.files] };
}

/** The rows of a span. Fails where there are fewer than were counted. */
async function* spanOf(
  rows: AsyncGenerator<UsageRow>,
  { account_id, skip, take }: AccountSpan,
  leftOut: ReadonlySet<string>,
): AsyncGenerator<UsageRow> {
  let seen = 0;
  for await (const row of rows) {
    if (row.item.hidden || leftOut.has(row.item.id)) continue;
    seen += 1;
    if (seen > skip) yield row;
    if (seen === skip + take) return;
  }
  throw new Error(`The calls of ${account_id} have changed since they were counted.`);
}

function createDaySums() {
  const sums = { rows: 0, adjustments: 0, credits_charged: 0, upstream_cost_micro_usd: 0 };
  const tallies = createTallies();
  return {
    add({ item, adjustmentOf }: UsageRow) {
      tallies.add(item.account_id, {
        day: item.created_at.slice(0, 10),
        tool: item.tool ?? '',
        calls: item.calls ?? 1,
        credits: item.credits_charged,
        // As the file says it.
        upstreamCostMicroUsd: Math.round(item.upstream_cost_micro_usd),
      });
      sums.rows += 1;
      sums.adjustments += adjustmentOf === null ? 0 : 1;
      sums.credits_charged += item.credits_charged;
      sums.upstream_cost_micro_usd += item.upstream_cost_micro_usd;
    },
    result: () => ({ ...sums, accounts: tallies.accounts() }),
  };
}

interface AccountDay {
  readonly day: string;
  readonly accountId: string;
  readonly awaited: WriteOrder['late'];
}

/** Late records first, then the day's own, each in order of id. */
async function* accountRows(
  usage: ShardParts['usage'],
  { day, accountId, awaited }: AccountDay,
): AsyncGenerator<UsageRow> {
  for (const call of awaited) {
    const item = await findRecord(usage, call);
    if (item) yield { item, adjustmentOf: dayOf(idTime(call.id) ?? 0) };
  }
  for await (const item of usage.records({ accountId, ...dayPeriod(day) }))
    yield { item, adjustmentOf: null };
}

async function findRecord(
  usage: ShardParts['usage'],
  { account_id: accountId, id }: WriteOrder['late'][number],
): Promise<UsageItem | undefined> {
  const since = idTime(id) ?? 0;
  for await (const item of usage.records({ accountId, since, until: since + 1 })) {
    if (item.id === id) return item;
  }
  return undefined;
}
