import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AuthSource } from '#shared/contract/usage-record.ts';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { flatPages } from '#shared/platform/dynamo/flat-items.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { usageItem, usageRetentionSeconds } from './usage-item.ts';
import { recordsQuery, type UsageRange } from './usage-log.ts';

/** What a count of records needs of them. */
const countedRecord = v.pick(usageItem, ['id', 'decision', 'credits_charged', 'hidden', 'mode', 'calls']);
export type CountedRecord = v.InferOutput<typeof countedRecord>;
const countedFields = v.keyof(countedRecord).options;

export function parseCountedRecord(item: unknown): CountedRecord {
  return v.parse(countedRecord, item);
}

/** Asks a query for these fields. Some names are reserved words of its language, so each is given by a placeholder. */
export const onlyCountedFields = {
  ProjectionExpression: countedFields.map((name) => `#${name}`).join(', '),
  ExpressionAttributeNames: Object.fromEntries(countedFields.map((name) => [`#${name}`, name])),
};

export interface CountedRecords {
  /** The records of live calls in a range, hidden ones as well, oldest first, in the pages of the database. */
  countedPages(range: UsageRange): AsyncGenerator<readonly CountedRecord[]>;
}

export function createCountedRecords({
  documents,
  tables,
}: {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'usage'>;
}): CountedRecords {
  return {
    async *countedPages(range) {
      const query = { ...recordsQuery(tables.usage, range), ...onlyCountedFields };
      for await (const page of flatPages(documents, query))
        yield page.map(parseCountedRecord).filter(({ mode }) => mode !== 'test');
    },
  };
}

const count = v.pipe(v.number(), v.integer());

const toolSum = v.object({
  calls: count,
  failed: count,
  credits: count,
  /** Calls by how long they took: the n-th class ends at `classRatio` to the n-th milliseconds. */
  times: v.record(v.string(), count),
});
export type ToolSum = v.InferOutput<typeof toolSum>;

export const callSums = v.record(v.string(), toolSum);
export type CallSums = v.InferOutput<typeof callSums>;

const callerSum = v.object({ calls: count, failed: count, credits: count });
export type CallerSum = v.InferOutput<typeof callerSum>;

/** Sums by caller: the id of a key or connection, `session` for all people of the dashboard, `others` for the rest. */
export const callerSums = v.record(v.string(), callerSum);
export type CallerSums = v.InferOutput<typeof callerSums>;

/** Who the sums of people and of callers beyond the limit of a month stand under. */
export const people = 'session';
export const otherCallers = 'others';

interface SummedCall {
  readonly tool: string | null;
  readonly credential_id: string;
  readonly auth_source: AuthSource;
  readonly credits_charged: number;
  readonly response_time_ms: number;
  readonly error_type: string | null;
  readonly hidden?: true | undefined;
  /** Refused calls that the record stands for; one where it is absent. */
  readonly calls?: number | undefined;
}

/** Classes of response times are this far apart, so that a quantile read from them is wrong by 5% at most. */
const classRatio = 1.1;

/** Whether a record is a call of a tool; reading the account's own pages is none. */
function isToolCall(call: SummedCall): call is SummedCall & { readonly tool: string } {
  return call.tool !== null && !call.hidden;
}

export function addCall(sums: CallSums, call: SummedCall): void {
  if (!isToolCall(call)) return;
  const sum = sums[call.tool] ?? emptySum();
  sums[call.tool] = sum;
  const timeClass = String(Math.round(Math.log(Math.max(1, call.response_time_ms)) / Math.log(classRatio)));
  const calls = call.calls ?? 1;
  sum.calls += calls;
  sum.failed += call.error_type === null ? 0 : calls;
  sum.credits += call.credits_charged;
  sum.times[timeClass] = (sum.times[timeClass] ?? 0) + calls;
}

/** Adds a call to the sums by caller; `known` names the callers that have a sum of their own. */
export function addCaller(sums: CallerSums, call: SummedCall, known: Set<string>): void {
  if (!isToolCall(call)) return;
  const caller = nameOf(call, known);
  const sum = sums[caller] ?? { calls: 0, failed: 0, credits: 0 };
  sums[caller] = sum;
  const calls = call.calls ?? 1;
  sum.calls += calls;
  sum.failed += call.error_type === null ? 0 : calls;
  sum.credits += call.credits_charged;
}

/**
 * Sums of its own for so many callers a month, so that an account that makes keys by the
 * thousand still has one item: 31 days of 150 callers are 330 kB of the 400 kB it may have.
 */
const maxCallers = 150;

function nameOf({ auth_source, credential_id }: SummedCall, known: Set<string>): string {
  if (auth_source === 'session') return people;
  if (!known.has(credential_id) && known.size >= maxCallers) return otherCallers;
  known.add(credential_id);
  return credential_id;
}

export function mergeCallerSums(sums: readonly CallerSum[]): CallerSum {
  const merged = { calls: 0, failed: 0, credits: 0 };
  for (const { calls, failed, credits } of sums) {
    merged.calls += calls;
    merged.failed += failed;
    merged.credits += credits;
  }
  return merged;
}

export function mergeSums(sums: readonly ToolSum[]): ToolSum {
  const merged = emptySum();
  for (const { calls, failed, credits, times } of sums) {
    merged.calls += calls;
    merged.failed += failed;
    merged.credits += credits;
    for (const [timeClass, number] of Object.entries(times))
      merged.times[timeClass] = (merged.times[timeClass] ?? 0) + number;
  }
  return merged;
}

/** The time within which this share of the calls ended, milliseconds, within 5%; null where there were none. */
export function timeQuantile({ times, calls }: ToolSum, share: number): number | null {
  const classes = Object.entries(times).map(([name, number]) => [Number(name), number] as const);
  let seen = 0;
  for (const [timeClass, number] of classes.toSorted(([left], [right]) => left - right)) {
    seen += number;
    if (seen >= share * calls) return Math.round(classRatio ** timeClass);
  }
  return null;
}

function emptySum(): ToolSum {
  return { calls: 0, failed: 0, credits: 0, times: {} };
}

const monthSums = v.object({
  /** Milliseconds since 1970: every call that began before is in these sums, none that began later. */
  summed_until: v.pipe(v.number(), v.integer()),
  /** By day of the month, UTC, such as `07`; days without a call are absent. */
  days: v.record(v.string(), callSums),
  callers: v.record(v.string(), callerSums),
});

/** Calls of one account and month, added up by day, tool and caller as far as they are settled. */
export type MonthSums = v.InferOutput<typeof monthSums>;

/** Keeps the sums of months. They can be made again from the usage log at any time. */
export type MonthSumsStore = ReturnType<typeof createMonthSumsStore>;

/** Sums in the facts table, one item for each account and month. */
export function createMonthSumsStore(documents: DynamoDBDocumentClient, TableName: string) {
  const keyOf = (accountId: string, month: string) => ({ pk: `sums#${accountId}`, sk: month });
  return {
    /** `month` such as `2026-11`. Sums that lack a part, as those of before callers were summed, are none: the log is added up again. */
    async find(accountId: string, month: string): Promise<MonthSums | undefined> {
      const { Item } = await documents.send(new GetCommand({ TableName, Key: keyOf(accountId, month) }));
      const sums = v.safeParse(monthSums, Item);
      return sums.success ? sums.output : undefined;
    },

    /** Keeps sums that reach further than those that are kept; others are dropped, for both are true. */
    async keep(accountId: string, month: string, sums: MonthSums): Promise<void> {
      const expires_at = Math.floor(Date.parse(`${month}-01`) / 1000) + usageRetentionSeconds;
      const reachesFurther = { test: 'below', path: ['summed_until'], value: sums.summed_until } as const;
      const item = { ...keyOf(accountId, month), ...sums, expires_at };
      await replaceItem({ documents, name: TableName }, item, [
        { test: 'any of', of: [{ test: 'absent', path: ['callers'] }, reachesFurther] },
      ]);
    },
  };
}
