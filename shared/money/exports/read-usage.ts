import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { microUsdOf } from './columns.ts';
import type { DayDigest } from './day-digest.ts';
import { readCsvRows } from './read-csv.ts';

const whole = v.pipe(v.string(), v.regex(/^\d+$/u), v.transform(Number));

const bookedCall = v.object({
  account_id: v.string(),
  id: v.string(),
  created_at: v.string(),
  tool: v.string(),
  credits_charged: whole,
  upstream_cost_usd: v.pipe(v.string(), v.transform(Number), v.finite()),
  adjustment_of: v.string(),
});

/** What a month needs of a call in the files. */
export interface BookedCall {
  readonly accountId: string;
  readonly id: string;
  /** The day on which the call began. */
  readonly day: string;
  /** Empty for endpoints that are no tool. */
  readonly tool: string;
  readonly credits: number;
  readonly upstreamCostMicroUsd: number;
  readonly isAdjustment: boolean;
}

/**
 * The calls in the CSV files of a day, in their order. Every file is checked
 * against its hash in the digest before a row of it is given.
 */
export async function* readBookedCalls(objects: ObjectStore, digest: DayDigest): AsyncGenerator<BookedCall> {
  for (const file of digest.files) {
    if (!file.key.endsWith('.csv.gz')) continue;
    const columns = Object.keys(bookedCall.entries);
    for await (const row of readCsvRows(objects, file, columns)) yield toBookedCall(v.parse(bookedCall, row));
  }
}

function toBookedCall(row: v.InferOutput<typeof bookedCall>): BookedCall {
  return {
    accountId: row.account_id,
    id: row.id,
    day: row.created_at.slice(0, 10),
    tool: row.tool,
    credits: row.credits_charged,
    upstreamCostMicroUsd: microUsdOf(row.upstream_cost_usd),
    isAdjustment: row.adjustment_of !== '',
  };
}

/** Rows in order of account, given account by account. */
export interface AccountReader {
  /** The rows of `accountId`; accounts are asked for in order. */
  take(accountId: string): AsyncGenerator<BookedCall>;
  /** Throws where a row is left that belongs to no account that was asked for. */
  end(): void;
}

/** Several days side by side, one file of each in memory at a time. */
export function readByAccount(days: readonly AsyncIterator<BookedCall>[]): AccountReader {
  const waiting = new Map<AsyncIterator<BookedCall>, BookedCall | undefined>();

  async function peek(rows: AsyncIterator<BookedCall>): Promise<BookedCall | undefined> {
    if (!waiting.has(rows)) {
      const { done, value } = await rows.next();
      waiting.set(rows, done ? undefined : value);
    }
    return waiting.get(rows);
  }

  return {
    async *take(accountId) {
      for (const rows of days) {
        for (let row = await peek(rows); row?.accountId === accountId; row = await peek(rows)) {
          waiting.delete(rows);
          yield row;
        }
      }
    },
    end() {
      const stray = [...waiting.values()].find((row) => row !== undefined);
      if (stray) throw new Error(`The files hold calls of ${stray.accountId}, which is no account here.`);
    },
  };
}
