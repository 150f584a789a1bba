import * as v from 'valibot';
import { limitMarks } from '#shared/contract/rule-choices.ts';
import type { Item } from '#shared/platform/dynamo/conditional-writes.ts';
import { rateWindows } from './account-item.ts';

const count = v.pipe(v.number(), v.integer());

/** Credits reserved for one call that may still be running. `at`: milliseconds since 1970. */
const reservation = v.object({ credits: count, at: count });

/**
 * Credits spent in a period. A reservation is part of `spent` from the start;
 * it stays in `open` until a later call has seen how the call was decided.
 */
const spending = v.object({
  /** Month of UTC such as `2026-11`, or `run`. */
  period: v.string(),
  spent: count,
  open: v.record(v.string(), reservation),
  /** When the last reservation of each lane was made: lets one take effect once, even if the network repeats it. */
  lanes: v.record(v.string(), count),
});
export type Spending = v.InferOutput<typeof spending>;

/**
 * Limits and counts that stand in the item of a key, a connection or a run
 * itself. The attribute names are the same in each.
 */
export const meterEntries = {
  /** Credits a period; absent where there is no limit. */
  spend_limit: v.optional(count),
  /** Tool calls in each window; absent where only the account's limits hold. */
  rates: v.optional(v.object({ minute: count, hour: count, day: count })),
  use: v.optional(spending),
  /** Tool calls counted against `rates`. */
  windows: v.optional(rateWindows),
  /** Calls of account endpoints by this credential. */
  account_windows: v.optional(rateWindows),
  /** Of a run: unix seconds at which it ends unless another call comes. Of a key: ISO 8601. */
  expires_at: v.optional(v.union([v.number(), v.string()])),
};
const meterItem = v.object(meterEntries);
export type MeterItem = v.InferOutput<typeof meterItem>;

/** One thing with limits of its own, as it was read, and where it is counted. */
export interface Meter {
  readonly kind: 'key' | 'parent key' | 'connection' | 'run';
  readonly table: 'credentials' | 'identity' | 'idempotency';
  readonly key: Item;
  readonly item: MeterItem;
}

export function parseMeterItem(item: unknown): MeterItem {
  return v.parse(meterItem, item);
}

export interface SpendStatus {
  readonly limit: number;
  readonly remaining: number;
}

/** Month of UTC in which spending counts now; never before the one that already began on another machine. */
export function spendPeriod({ kind, item }: Pick<Meter, 'kind' | 'item'>, now: number): string {
  if (kind === 'run') return 'run';
  const month = new Date(now).toISOString().slice(0, 7);
  const [, latest = month] = [item.use?.period ?? '', month].toSorted();
  return latest;
}

export function spentNow(meter: Pick<Meter, 'kind' | 'item'>, now: number): number {
  const { use } = meter.item;
  return use?.period === spendPeriod(meter, now) ? use.spent : 0;
}

/** What of the limits is left; undefined where there is none. */
export function spendStatus(meters: readonly Meter[], now: number): SpendStatus | undefined {
  const limited = meters.flatMap((meter): SpendStatus[] => {
    const limit = meter.item.spend_limit;
    return limit === undefined ? [] : [{ limit, remaining: Math.max(0, limit - spentNow(meter, now)) }];
  });
  return limited.toSorted((one, other) => one.remaining - other.remaining)[0];
}

/** A limit of a key or connection of which a call has used a part that accounts can choose to be told of. */
export interface NearLimit {
  readonly kind: Meter['kind'];
  readonly period: string;
  readonly spent: number;
  readonly limit: number;
  /** Marks that this call went past; see `limitMarks`. */
  readonly marks: readonly number[];
}

/** What a charged call used up, by the items as its own reservations left them: one call alone goes past a mark. */
export function nearLimits(meters: readonly Meter[], credits: number): NearLimit[] {
  return meters.flatMap(({ kind, item: { spend_limit: limit, use } }) => {
    if (kind === 'run' || limit === undefined || use === undefined) return [];
    const { spent, period } = use;
    const marks = limitMarks.filter((mark) => {
      const at = (limit * mark) / 100;
      return spent >= at && spent - credits < at;
    });
    return marks.length === 0 ? [] : [{ kind, period, spent, limit, marks }];
  });
}
