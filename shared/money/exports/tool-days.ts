import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import type { CallSums } from './account-month.ts';
import { type Column, columnsOf, microUsdOf } from './columns.ts';
import type { DayDigest } from './day-digest.ts';
import { readCsvRows, type WrittenFile } from './written-files.ts';

export interface ToolDay extends CallSums {
  readonly day: string;
  /** Empty for endpoints that are no tool. */
  readonly tool: string;
}

/** What some calls of an account come to, as one function tells another: its id, and of each day and tool calls, credits, micro-dollars. */
export const talliedAccount = v.tuple([
  v.string(),
  v.array(v.tuple([v.string(), v.string(), v.number(), v.number(), v.number()])),
]);
type TalliedAccount = v.InferOutput<typeof talliedAccount>;

type Mutable<Sums> = { -readonly [Name in keyof Sums]: Sums[Name] };

export type Tallies = ReturnType<typeof createTallies>;

export function createTallies() {
  const accounts = new Map<string, ReturnType<typeof sumToolDays>>();
  const of = (accountId: string) => {
    const sums = accounts.get(accountId) ?? sumToolDays();
    accounts.set(accountId, sums);
    return sums;
  };
  return {
    add: (accountId: string, sums: ToolDay): void => of(accountId).add(sums),
    addAccount([accountId, toolDays]: TalliedAccount): void {
      for (const [day, tool, calls, credits, upstreamCostMicroUsd] of toolDays)
        of(accountId).add({ day, tool, calls, credits, upstreamCostMicroUsd });
    },
    /** In the order in which they came first; of each its days and tools in order. */
    accounts: (): TalliedAccount[] =>
      [...accounts].map(([accountId, sums]) => [
        accountId,
        sums
          .inOrder()
          .map(({ day, tool, calls, credits, upstreamCostMicroUsd }) => [
            ...([day, tool, calls, credits, upstreamCostMicroUsd] as const),
          ]),
      ]),
  };
}

export function sumToolDays() {
  const sums = new Map<string, Mutable<ToolDay>>();
  return {
    add({ day, tool, calls, credits, upstreamCostMicroUsd }: ToolDay): void {
      const key = `${day} ${tool}`;
      const sum = sums.get(key) ?? { day, tool, calls: 0, credits: 0, upstreamCostMicroUsd: 0 };
      sums.set(key, sum);
      sum.calls += calls;
      sum.credits += credits;
      sum.upstreamCostMicroUsd += upstreamCostMicroUsd;
    },
    inOrder(): ToolDay[] {
      return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
    },
  };
}

export interface ToolDayRow extends ToolDay {
  readonly accountId: string;
}

const { text, whole, usd } = columnsOf<ToolDayRow>();

export const toolDayColumns: readonly Column<ToolDayRow>[] = [
  text('account_id', ({ accountId }) => accountId),
  text('day', ({ day }) => day),
  text('tool', ({ tool }) => tool),
  whole('calls', ({ calls }) => calls),
  whole('credits_charged', ({ credits }) => credits),
  usd('upstream_cost_usd', ({ upstreamCostMicroUsd }) => upstreamCostMicroUsd),
];

const digits = v.pipe(v.string(), v.regex(/^\d+$/u), v.transform(Number));
const columnsOfCalls = {
  account_id: v.string(),
  tool: v.string(),
  credits_charged: digits,
  upstream_cost_usd: v.pipe(v.string(), v.transform(Number), v.finite()),
};
const summedRow = v.object({ ...columnsOfCalls, day: v.string(), calls: digits });
/** A row in a file of `usage`, which are all that a day has that was sealed before days were summed; it is one call. */
const callRow = v.pipe(
  v.object({ ...columnsOfCalls, created_at: v.string() }),
  v.transform(({ created_at, ...row }) => ({ ...row, day: created_at.slice(0, 10), calls: 1 })),
);

/** The files of a day from which its calls can be added up. */
export function filesWithSums({ files }: Pick<DayDigest, 'files'>): readonly WrittenFile[] {
  const summed = files.filter(({ key }) => isSummed(key));
  return summed.length > 0 ? summed : files.filter(({ key }) => key.endsWith('.csv.gz'));
}

function isSummed(key: string): boolean {
  return /\/tool_day-\d+\.csv\.gz$/u.test(key);
}

/** The rows of such files, in order of account. Each file is checked against its hash before a row of it is given. */
export async function* readToolDays(
  objects: ObjectStore,
  files: readonly WrittenFile[],
): AsyncGenerator<ToolDayRow> {
  for (const file of files) {
    const { columns, schema } = isSummed(file.key) ? summedFile : callFile;
    for await (const row of readCsvRows(objects, file, columns)) yield toToolDayRow(v.parse(schema, row));
  }
}

const summedFile = { columns: Object.keys(summedRow.entries), schema: summedRow };
const callFile = { columns: [...Object.keys(columnsOfCalls), 'created_at'], schema: callRow };

function toToolDayRow(row: v.InferOutput<typeof summedRow>): ToolDayRow {
  return {
    accountId: row.account_id,
    day: row.day,
    tool: row.tool,
    calls: row.calls,
    credits: row.credits_charged,
    upstreamCostMicroUsd: microUsdOf(row.upstream_cost_usd),
  };
}

/** Rows in order of account, given account by account: several days side by side, one file of each in memory at a time. */
export function readByAccount(days: readonly AsyncGenerator<ToolDayRow>[]) {
  const waiting = new Map<AsyncGenerator<ToolDayRow>, ToolDayRow | undefined>();

  async function peek(rows: AsyncGenerator<ToolDayRow>): Promise<ToolDayRow | undefined> {
    if (!waiting.has(rows)) {
      const { done, value } = await rows.next();
      waiting.set(rows, done ? undefined : value);
    }
    return waiting.get(rows);
  }

  return {
    /** The rows of `accountId`; accounts are asked for in order, and rows of others left out. */
    async *take(accountId: string): AsyncGenerator<ToolDay> {
      for (const rows of days) {
        for (let row = await peek(rows); row && row.accountId <= accountId; row = await peek(rows)) {
          waiting.delete(rows);
          if (row.accountId === accountId) yield row;
        }
      }
    },
    /** Leaves the rest unread. */
    async end(): Promise<void> {
      for (const rows of days) await rows.return(undefined);
    },
  };
}
