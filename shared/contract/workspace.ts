import * as v from 'valibot';

/** A link to one answer, as the account endpoints show it; its secret is not in it. */
export const shareRecord = v.object({
  id: v.string(),
  request_id: v.string(),
  tool: v.string(),
  created_at: v.string(),
  expires_at: v.string(),
});
export type ShareRecord = v.InferOutput<typeof shareRecord>;

/** Days on which a question can be asked again, by UTC. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** Who or what stopped a schedule; see `plan-asking.ts`. */
export const pauseReasons = ['owner', 'missed', 'refused', 'price'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The outcome of a question in its week. */
export const askingStates = ['running', 'asked', 'waiting', 'failed', 'refused'] as const;

const credits = v.pipe(v.number(), v.integer());

/** How a saved question is asked again each week. */
const scheduleRecord = v.object({
  day: v.picklist(weekdays),
  status: v.picklist(['active', 'paused']),
  paused_because: v.nullable(v.picklist(pauseReasons)),
  price: credits,
  monthly_budget: credits,
  spent_this_month: credits,
  next_at: v.nullable(v.string()),
  last: v.nullable(
    v.object({
      at: v.string(),
      outcome: v.picklist(askingStates),
      reason: v.nullable(v.string()),
      request_id: v.nullable(v.string()),
    }),
  ),
});
export type ScheduleRecord = v.InferOutput<typeof scheduleRecord>;

/** A question kept under a name. */
export const savedQuestionRecord = v.object({
  id: v.string(),
  name: v.string(),
  tool: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  schedule: v.nullable(scheduleRecord),
});
export type SavedQuestionRecord = v.InferOutput<typeof savedQuestionRecord>;

export const questionName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Give the question a name.'),
  v.maxLength(80, 'Send at most 80 characters.'),
  v.description('What the question is called, at most 80 characters.'),
);

/** Credits that a schedule may be allowed a month. */
export const largestBudget = 1_000_000;

/** Shares and saved questions that an account may have at one time, each. */
export const workspaceLimit = 200;
