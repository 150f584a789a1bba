import * as v from 'valibot';
import { devices, domainName, keywordText, market, timeZone, told } from './fields.ts';
import { weekdays } from './rule-choices.ts';

/** Whether an AI overview of the listing cites the site. */
export const aiOverview = v.picklist(['cited', 'not_cited', 'none', 'not_checked']);
export type AiOverview = v.InferOutput<typeof aiOverview>;

/** What a rank tracker may have at one time. */
export const rankLimits = { keywords: 1_000, markets: 10, rivals: 5, tags: 10 } as const;
export const batchKeywords = 100;

/** Calls that one check of a rank tracker makes. */
export function batchesOf({
  keywords,
  markets,
}: {
  readonly keywords: number;
  readonly markets: number;
}): number {
  return Math.ceil(keywords / batchKeywords) * markets;
}

const tag = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(40, 'Send at most 40 characters a tag.'),
);

export const rankKeywords = v.pipe(
  v.array(
    v.object({
      keyword: keywordText,
      tags: v.optional(v.pipe(v.array(tag), v.maxLength(rankLimits.tags)), []),
    }),
  ),
  v.minLength(1, 'Send at least one keyword.'),
  v.maxLength(rankLimits.keywords, `Send at most ${rankLimits.keywords} keywords.`),
  v.description('Of a rank tracker: its keywords, each with tags to filter by.'),
);
export type RankKeyword = v.InferOutput<typeof rankKeywords>[number];

export const rankMarkets = v.pipe(
  v.array(v.object({ ...market, device: v.optional(v.picklist(devices), 'desktop') })),
  v.minLength(1),
  v.maxLength(rankLimits.markets, `Send at most ${rankLimits.markets} markets.`),
  v.description('Of a rank tracker: where and on what it looks. Each is checked, and paid for, by itself.'),
);
export type RankMarket = v.InferOutput<typeof rankMarkets>[number];

export const rankRivals = v.pipe(
  v.array(domainName),
  v.maxLength(rankLimits.rivals, `Send at most ${rankLimits.rivals} rivals.`),
  v.description('Of a rank tracker: sites whose places are kept beside, from the same listings.'),
);

const marketEntries = { location: v.string(), language: v.string(), device: v.picklist(devices) };

/** What a rank tracker watches, as its record says it. */
export const rankRecord = v.object({
  site: v.string(),
  keywords: v.number(),
  markets: v.array(v.object(marketEntries)),
  rivals: v.array(v.string()),
  /** Calls of one check, each at the price of the tool. */
  calls: v.number(),
});

/** How often a tracker asks. */
export const rhythms = ['day', 'week', 'month'] as const;
export type Rhythm = (typeof rhythms)[number];

/** Times that a tracker asks in a calendar month at most. */
export const mostAskingsAMonth: Readonly<Record<Rhythm, number>> = { day: 31, week: 5, month: 1 };

/** Who or what stopped a tracker; see `plan-asking.ts`. */
export const pauseReasons = ['owner', 'missed', 'refused', 'price'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** The outcome of a tracker in its day, week or month. */
export const askingStates = ['running', 'asked', 'waiting', 'failed', 'refused'] as const;

const credits = v.pipe(v.number(), v.integer());
const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.nullable(schema);

/** A question kept under a name, with the times at which it is asked again. */
export const trackerRecord = v.object({
  id: v.string(),
  kind: v.picklist(['question', 'rank']),
  name: v.string(),
  tool: v.string(),
  args: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  /** What a rank tracker watches; null for a question. */
  rank: orNull(rankRecord),
  status: v.picklist(['active', 'paused', 'unscheduled']),
  paused_because: orNull(v.picklist(pauseReasons)),
  schedule: orNull(
    v.object({
      every: v.picklist(rhythms),
      at: v.string(),
      weekday: orNull(v.picklist(weekdays)),
      day: orNull(credits),
      time_zone: v.string(),
    }),
  ),
  price: orNull(credits),
  most_a_month: orNull(credits),
  monthly_budget: orNull(credits),
  spent_this_month: credits,
  next_at: orNull(v.string()),
  last: orNull(
    v.object({
      at: v.string(),
      outcome: v.picklist(askingStates),
      reason: orNull(v.string()),
      request_id: orNull(v.string()),
    }),
  ),
});
export type TrackerRecord = v.InferOutput<typeof trackerRecord>;

/** What came of one day, week or month of a tracker. */
export const askingRecord = v.object({
  period: v.string(),
  at: v.string(),
  outcome: v.picklist(askingStates),
  reason: orNull(v.string()),
  request_id: orNull(v.string()),
  credits_charged: credits,
  changes: credits,
});

export const trackerName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'Give the tracker a name.'),
  v.maxLength(80, 'Send at most 80 characters.'),
  v.description('What the tracker is called, at most 80 characters.'),
);

/** Credits that a tracker may be allowed a month. */
const largestBudget = 1_000_000;

export const monthlyBudget = v.pipe(
  v.number(),
  v.integer('Send whole credits.'),
  v.minValue(1, 'Send at least 1 credit.'),
  v.maxValue(largestBudget, `Send at most ${largestBudget} credits.`),
  v.description(
    'Credits that the tracker may spend a calendar month (UTC), at least the price of one call. Where they are used up it waits for the next month.',
  ),
);

/** When a tracker asks; the last 28 days of a month are those that each month has. */
export const trackerSchedule = v.object({
  every: told(v.picklist(rhythms), 'How often it asks: each `day`, `week` or `month`.'),
  at: told(
    v.optional(
      v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Send an hour and minute such as 08:00.')),
      '08:00',
    ),
    'Hour and minute on the clocks of the time zone, default `08:00`.',
  ),
  weekday: told(v.optional(v.picklist(weekdays)), 'Of a weekly tracker: on which day, default `monday`.'),
  day: told(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28, 'Send a day from 1 to 28.'))),
    'Of a monthly tracker: on which day of the month, 1-28, default 1.',
  ),
  time_zone: told(
    v.optional(timeZone, 'UTC'),
    'IANA name such as `Europe/Berlin`, default `UTC`. Daylight saving is followed.',
  ),
});
export type TrackerSchedule = v.InferOutput<typeof trackerSchedule>;

/** Trackers that an account may have at one time. */
export const trackerLimit = 200;
