import * as v from 'valibot';
import { askingStates, pauseReasons, type Weekday, weekdays } from '#shared/contract/workspace.ts';

const count = v.pipe(v.number(), v.integer());

/** What the owner of a question has agreed to. Only its owner's calls and a pause write it. */
const schedule = v.object({
  day: v.picklist(weekdays),
  /** Hour of UTC at which it is due on that day. */
  hour: count,
  /** Credits a calendar month (UTC). */
  monthly_budget: count,
  /** Credits of one asking when the owner agreed: never more is paid. */
  price: count,
  /** ISO 8601; what was due before this moment is not asked. */
  from: v.string(),
  status: v.picklist(['active', 'paused']),
  paused_because: v.optional(v.picklist(pauseReasons)),
  /** Random, new with every change. */
  revision: v.string(),
});
export type Schedule = v.InferOutput<typeof schedule>;

/** The outcome of the latest week. It outlives the schedule, so that a schedule made anew asks no second time. */
const asking = v.object({
  /** The Monday of the week in which it was due, `YYYY-MM-DD`. */
  week: v.string(),
  state: v.picklist(askingStates),
  /** Why it was not asked: `budget_used`, or the code of an error. */
  reason: v.optional(v.string()),
  /** Calls begun in the week. */
  tries: count,
  /** When the state was written; milliseconds since 1970. */
  at: count,
  request_id: v.optional(v.string()),
  /** Month of UTC in which `spent` counts, such as `2026-11`. */
  month: v.string(),
  /** Credits of the month, what is set aside for a running call included. */
  spent: count,
  /** Credits set aside for a call of unknown end. */
  reserved: count,
  /** Weeks in a row that ended without an answer. */
  misses: count,
  revision: v.string(),
});
export type Asking = v.InferOutput<typeof asking>;

/** Attributes of a saved question's item that are about its schedule. */
export const scheduleEntries = { schedule: v.optional(schedule), asking: v.optional(asking) };

/** One of the 168 hours of a week, and what is due in it. */
export interface Slot {
  readonly day: Weekday;
  readonly hour: number;
}
