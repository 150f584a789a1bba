import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { TableName } from '../dynamo/tables.ts';

/** An item as stored, of any shape that it ever had. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** What one item's attributes become. */
export interface ItemChange {
  /** With another value of a key, the item moves there; where something is there already, that stays. */
  readonly set: StoredItem;
  readonly remove: readonly string[];
  /** Attributes that the change was made from: it is only written while they are what they were. */
  readonly from: readonly string[];
}

/**
 * Brings the items of one table from one shape to the next, while the service
 * serves. It can be stopped at any item, and run again.
 */
export interface Migration {
  /** Never changed once it was released. */
  readonly id: string;
  readonly table: TableName;
  /** One sentence for the operator. */
  readonly summary: string;
  /** Undefined where the item has the new shape already, or is of another kind. Pure. */
  change(item: StoredItem): ItemChange | undefined;
}

const savedQuestion = v.looseObject({
  sk: v.pipe(v.string(), v.startsWith('question#')),
  question_id: v.string(),
});
const weeklySchedule = v.looseObject({ day: v.string(), hour: v.number() });
const weeklyAsking = v.looseObject({ week: v.string() });
/** What was due in an hour of the week, as `due#monday#8`. */
const weeklyDue = v.object({
  pk: v.pipe(v.string(), v.startsWith('due#')),
  sk: v.string(),
  account_id: v.string(),
  question_id: v.string(),
  made_at: v.number(),
});

/** Trackers as items of 2026-11-27 and before name them, by the saved questions that they once were. */
const trackersOfQuestions: Migration = {
  id: '2026-11-trackers-of-questions',
  table: 'identity',
  summary: 'Trackers: question_id becomes tracker_id, and weekly questions trackers that are due each week.',
  change: (item) => namedTracker(item) ?? datedDue(item),
};

function namedTracker(item: StoredItem): ItemChange | undefined {
  if (!v.is(savedQuestion, item)) return undefined;
  const { pk, sk, question_id, schedule, asking, ...rest } = item;
  const set = {
    ...{ sk: `tracker#${question_id}`, tracker_id: question_id },
    ...(v.is(weeklySchedule, schedule) && { schedule: inTimeZone(schedule) }),
    ...(v.is(weeklyAsking, asking) && { asking: inPeriod(asking) }),
  };
  return { set, remove: ['question_id'], from: ['question_id', 'schedule', 'asking', ...Object.keys(rest)] };
}

function inTimeZone({ day: weekday, hour, ...same }: v.InferOutput<typeof weeklySchedule>) {
  return { ...same, every: 'week', weekday, at: `${String(hour).padStart(2, '0')}:00`, time_zone: 'UTC' };
}

function inPeriod({ week: period, ...same }: v.InferOutput<typeof weeklyAsking>) {
  return { ...same, period };
}

/** The tracker itself says when it is due: what leads to it is of a moment that has passed. */
function datedDue(item: StoredItem): ItemChange | undefined {
  if (!v.is(weeklyDue, item)) return undefined;
  const { account_id, question_id: tracker_id, made_at } = item;
  const due_at = new Date(made_at).toISOString();
  const shard = (createHash('sha256').update(tracker_id).digest()[0] ?? 0) % 16;
  const set = {
    pk: `due-trackers#${shard}`,
    sk: `${due_at}#${account_id}#${tracker_id}`,
    tracker_id,
    due_at,
  };
  return { set, remove: ['question_id'], from: ['account_id', 'question_id', 'made_at'] };
}

/** Every migration, oldest first. `docs/storage.md` says how the next one is added. */
export const migrations: readonly Migration[] = [trackersOfQuestions];
