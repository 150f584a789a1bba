import type { Clock } from '#shared/platform/clock.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { AccountRepository } from '../accounts/account-repository.ts';
import { accountGroups, runShards, type ShardRunner } from '../shards/shard-runner.ts';
import { type AccountsSnapshot, takeSnapshot } from './account-figures.ts';
import { sumOf } from './account-month.ts';
import { dayOf, dayPeriod, nextDay } from './calendar.ts';
import {
  type DayDigest,
  dayFolder,
  type OpenCall,
  provisionalSeal,
  readDigest,
  type SealedDay,
  sealedSpan,
  writeDigest,
} from './day-digest.ts';
import { type CountOutcome, countOutcome, cutShards, type WriteOutcome, writeOutcome } from './day-shards.ts';
import { createPartWriter } from './part-writer.ts';
import { createTallies, type Tallies, toolDayColumns } from './tool-days.ts';
import { type FileLog, fillFolder } from './written-files.ts';

export interface DayParts {
  readonly objects: ObjectStore;
  readonly partRows: number;
  readonly runner: ShardRunner;
  /** The run on whose behalf, as its lease names it. */
  readonly owner: string;
}

interface DayOrder {
  readonly day: string;
  /** Every account and its open holds, read before any record of this run. */
  readonly snapshot: AccountsSnapshot;
  /** The day before, sealed; undefined for the first of all. */
  readonly previous: SealedDay | undefined;
  /** Seals the day. A day that is not over is written without a seal, and written again by the next run. */
  readonly final: boolean;
}

/**
 * Writes the usage records of one day, and as adjustments the calls of earlier
 * days that were decided since those days were sealed. Rows are in order of
 * account and id, so that the same records give the same bytes. Beside them
 * lies what they come to by account and tool, from which months are added up.
 *
 * Which calls can still come late is known, not guessed: they are the holds
 * that were open when the run began. The seal lists them, and each day after looks for them.
 */
export function exportDay(parts: DayParts, order: DayOrder): Promise<DayDigest> {
  return fillFolder(parts.objects, dayFolder(order.day), async (log) => {
    const digest = await writeUsage(parts, order, log);
    if (order.final) await writeDigest(parts.objects, digest);
    return digest;
  });
}

async function writeUsage(parts: DayParts, order: DayOrder, log: FileLog): Promise<DayDigest> {
  const { day, snapshot, previous } = order;
  const holds = snapshot.holds.filter(({ id }) => (idTime(id) ?? 0) < dayPeriod(day).until);
  const counts = await countAccounts(parts, order, holds);
  const decided = new Set(counts.flatMap((count) => count.decided.map(({ id }) => id)));
  const open = holds.filter(({ id }) => !decided.has(id));
  const outcomes = await writeShards(parts, day, counts, open);
  const tallies = createTallies();
  for (const { accounts } of outcomes) for (const account of accounts) tallies.addAccount(account);
  // A day that is not over goes on between the two rounds.
  if (order.final) refuseDifference(day, counts, tallies);
  await writeToolDays(parts, day, tallies, log);
  const sum = (of: (outcome: WriteOutcome) => number) => sumOf(outcomes.map(of));
  return {
    format: 1,
    day,
    previous: previous ? { day: previous.digest.day, sha256: previous.sha256 } : null,
    rows: sum(({ rows }) => rows),
    calls: sumOf(tallies.accounts().flatMap(([, toolDays]) => toolDays.map(([, , calls]) => calls))),
    adjustments: sum(({ adjustments }) => adjustments),
    credits_charged: sum(({ credits_charged }) => credits_charged),
    upstream_cost_micro_usd: sum(({ upstream_cost_micro_usd }) => upstream_cost_micro_usd),
    open_calls: inOrder(open),
    files: [...outcomes.flatMap(({ files }) => files), ...log.files],
  };
}

/**
 * The first of two rounds: groups of accounts are counted, so that shards can
 * be cut which end where files end. What is counted is what is written: a call that is decided
 * between the two belongs to the next day, as one that is decided after both does.
 */
function countAccounts(
  { runner }: DayParts,
  { day, snapshot, previous }: DayOrder,
  holds: readonly OpenCall[],
): Promise<CountOutcome[]> {
  const awaited = previous?.digest.open_calls ?? [];
  const orders = accountGroups(snapshot.accountIds, runner).map((account_ids) => {
    const ofGroup = callsOf(account_ids);
    return { do: 'count', day, account_ids, awaited: ofGroup(awaited), holds: ofGroup(holds) };
  });
  return runShards(runner, orders, countOutcome);
}

/** The second: the rows that were counted, without those of calls that were open then. */
function writeShards(
  { runner, owner, partRows }: DayParts,
  day: string,
  counts: readonly CountOutcome[],
  open: readonly OpenCall[],
): Promise<WriteOutcome[]> {
  const late = counts.flatMap((count) => count.late);
  const accounts = counts.flatMap((count) => count.accounts);
  const orders = cutShards(accounts, { files: runner.files, partRows }).map(({ spans, firstPart }) => {
    const ofShard = callsOf(spans.map(({ account_id }) => account_id));
    const place = { day, spans, part_rows: partRows, first_part: firstPart };
    return { do: 'write', owner, ...place, late: ofShard(late), left_out: ofShard(open) };
  });
  return runShards(runner, orders, writeOutcome);
}

function callsOf(accountIds: readonly string[]) {
  const ids = new Set(accountIds);
  return (calls: readonly OpenCall[]) => calls.filter(({ account_id }) => ids.has(account_id));
}

/** Each account's files must hold what the table held: they are read apart from each other. */
function refuseDifference(day: string, counts: readonly CountOutcome[], tallies: Tallies): void {
  const written = new Map(tallies.accounts());
  for (const { account_id, calls: counted, credits } of counts.flatMap(({ accounts }) => accounts)) {
    const toolDays = written.get(account_id) ?? [];
    const calls = sumOf(toolDays.map(([, , count]) => count));
    const charged = sumOf(toolDays.map(([, , , sum]) => sum));
    if (calls === counted && charged === credits) continue;
    throw new Error(
      `The files of ${day} hold ${calls} calls of ${account_id} for ${charged} credits, the table ${counted} for ${credits}.`,
    );
  }
}

async function writeToolDays({ partRows }: DayParts, day: string, tallies: Tallies, log: FileLog) {
  const writer = createPartWriter({
    ...{ log, folder: dayFolder(day), name: 'tool_day', columns: toolDayColumns, parquet: false, partRows },
    accountOf: ({ accountId }) => accountId,
  });
  for (const [accountId, toolDays] of tallies.accounts())
    for (const [callDay, tool, calls, credits, upstreamCostMicroUsd] of toolDays)
      await writer.add({ accountId, day: callDay, tool, calls, credits, upstreamCostMicroUsd });
  await writer.finish();
}

function inOrder(calls: readonly OpenCall[]): OpenCall[] {
  return calls.toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

interface SealParts extends DayParts {
  readonly accounts: Pick<AccountRepository, 'list'>;
  readonly clock: Clock;
}

/** Days after the last sealed one, with the outcome of each. */
interface ReachedDays {
  /** Days that this run sealed, in order. */
  readonly sealed: readonly string[];
  /** Days that are not over: written, and written again by the next run. */
  readonly provisional: readonly DayDigest[];
}

/** After this a call of a day has ended or shows as an open hold: functions end after 28 seconds, and clocks differ little. */
const settledAfterMs = 15 * 60_000;

/** Whether a period that ended at `until` can be final. */
export function isSettled(until: number, now: number): boolean {
  return until + settledAfterMs <= now;
}

/** Writes every day that is not sealed, up to `day`, each after the one before: the chain has no gaps. */
export async function reachDay(parts: SealParts, day: string): Promise<ReachedDays> {
  const { objects, clock } = parts;
  const sealed: string[] = [];
  const provisional: DayDigest[] = [];
  const span = await sealedSpan(objects);
  let previous: SealedDay | undefined = span && (await readDigest(objects, span.last));
  let next = span ? nextDay(span.last) : await firstDay(parts);
  if (next > day) return { sealed, provisional };
  const snapshot = await takeSnapshot(parts.accounts, clock());
  for (; next <= day; next = nextDay(next)) {
    const final = isSettled(dayPeriod(next).until, snapshot.takenAt);
    const digest = await exportDay(parts, { day: next, snapshot, previous, final });
    if (final) sealed.push(next);
    else provisional.push(digest);
    previous = final ? await readDigest(objects, next) : provisionalSeal(digest);
  }
  return { sealed, provisional };
}

/** The day of the first account; today where there is none yet. */
export async function firstDay({ accounts, clock }: Pick<SealParts, 'accounts' | 'clock'>): Promise<string> {
  let first = clock();
  for await (const { createdAt } of accounts.list()) first = Math.min(first, Date.parse(createdAt));
  return dayOf(first);
}
