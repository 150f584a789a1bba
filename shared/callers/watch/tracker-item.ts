import * as v from 'valibot';
import { weekdays } from '#shared/contract/rule-choices.ts';
import { askingStates, pauseReasons, rankRecord, rhythms } from '#shared/contract/watch.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';

const count = v.pipe(v.number(), v.integer());

/** What the owner of a tracker has agreed to. Only its owner's calls and a pause write it. */
const schedule = v.object({
  every: v.picklist(rhythms),
  at: v.string(),
  weekday: v.optional(v.picklist(weekdays)),
  day: v.optional(count),
  time_zone: v.string(),
  /** Credits a calendar month (UTC). */
  monthly_budget: count,
  /** Credits of one asking when the owner agreed: never more is paid. */
  price: count,
  /** ISO 8601; misses before it do not count. */
  from: v.string(),
  status: v.picklist(['active', 'paused']),
  paused_because: v.optional(v.picklist(pauseReasons)),
  /** Random, new with every change. */
  revision: v.string(),
});
export type Schedule = v.InferOutput<typeof schedule>;

/** The outcome of the latest period. It outlives the schedule, so that a schedule made anew asks no second time. */
const asking = v.object({
  /** First day of the day, week or month in which it was due, `YYYY-MM-DD`. */
  period: v.string(),
  state: v.picklist(askingStates),
  /** Why it was not asked: `budget_used`, or the code of an error. */
  reason: v.optional(v.string()),
  /** Calls begun in the period. */
  tries: count,
  /** When the first of them began; milliseconds since 1970. */
  first_at: v.optional(count),
  /** Of what was asked for beside the schedule: its own key. */
  run: v.optional(v.string()),
  /** When the state was written; milliseconds since 1970. */
  at: count,
  request_id: v.optional(v.string()),
  /** Month of UTC in which `spent` counts, such as `2026-11`. */
  month: v.string(),
  /** Credits of the month, what is set aside for a running call included. */
  spent: count,
  /** Credits set aside for a call of unknown end. */
  reserved: count,
  /** Periods in a row that ended without an answer. */
  misses: count,
  /** Of a rank tracker: what the period checks, the calls of it, how many of them are charged, and the credits of these that were given back. */
  ranks: v.optional(v.object({ setup: v.string(), calls: count, paid: count, returned: v.optional(count) })),
  revision: v.string(),
});
export type Asking = v.InferOutput<typeof asking>;

const trackerItem = v.object({
  account_id: v.string(),
  tracker_id: v.string(),
  name: v.string(),
  tool: v.string(),
  /** What the tool is sent, checked against its contract. */
  arguments: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  /** The connection or key that made it as an agent; its limit covers the budget. */
  made_by: v.optional(v.string()),
  /** What a rank tracker watches; its keywords are in the setup. */
  rank: v.optional(v.object({ ...rankRecord.entries, setup: v.string() })),
  schedule: v.optional(schedule),
  asking: v.optional(asking),
});
export type TrackerItem = v.InferOutput<typeof trackerItem>;

/** A question that an account keeps under a name, and the times at which it is asked again. */
export interface Tracker extends Omit<CamelCased<TrackerItem>, 'arguments'> {
  readonly args: Readonly<Record<string, unknown>>;
}

export function parseTracker(item: unknown): Tracker {
  const { arguments: args, ...same } = camelCased(v.parse(trackerItem, item));
  return { ...same, args };
}

export const askingRow = v.object({
  period: v.string(),
  at: v.string(),
  outcome: v.picklist(askingStates),
  reason: v.nullable(v.string()),
  request_id: v.nullable(v.string()),
  credits_charged: count,
  /** Differences from the account's last answer to the same question. */
  changes: count,
  /** Unix seconds. */
  expires_at: count,
});
export type AskingRow = v.InferOutput<typeof askingRow>;

/** The moment at which a tracker is to be looked at; it only leads there. */
export const dueItem = v.object({
  account_id: v.string(),
  tracker_id: v.string(),
  due_at: v.string(),
  /** Milliseconds since 1970. */
  made_at: v.number(),
});
export type DueTracker = v.InferOutput<typeof dueItem>;
