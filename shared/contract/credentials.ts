import * as v from 'valibot';
import { told } from './fields.ts';

const rate = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** Tool calls in each window. */
export const rateLimits = v.object({ minute: rate, hour: rate, day: rate });

export const largestSpendLimit = 1_000_000_000;

/** Credits that an agent's connection may spend a month unless the person chooses otherwise: a good day of research. */
export const defaultConnectionLimit = 500;

/** What keys and connections may be limited to, as a request sends it; null takes a limit away. */
export const spendLimitField = v.optional(
  v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(largestSpendLimit),
      v.description('Credits that may be spent a calendar month (UTC).'),
    ),
  ),
);

export const rateLimitsField = v.optional(
  v.nullable(told(rateLimits, 'Tool calls a minute, hour and day, beside those of the account.')),
);

export const expiryField = v.optional(
  v.nullable(
    v.pipe(
      v.string(),
      v.maxLength(40),
      v.isoTimestamp('Send a moment with its time zone, such as 2027-01-31T00:00:00Z.'),
      v.description('When it stops working, ISO 8601. Never, where left out.'),
    ),
  ),
);

/** The limits of a key or connection as they are shown. */
export const limitRecord = {
  spend_limit: v.nullable(v.number()),
  /** Credits counted against the limit this month, those of running calls included; null without a limit. */
  spent_this_month: v.nullable(v.number()),
  tools: v.nullable(v.array(v.string())),
  rate_limits: v.nullable(rateLimits),
};

const nullableTime = v.nullable(v.string());

/** An API credential as the account endpoints show it. */
export const apiCredential = v.object({
  id: v.string(),
  account_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  /** A `test` key answers from the sample market and spends nothing. */
  mode: v.picklist(['live', 'test']),
  is_active: v.boolean(),
  created_at: v.string(),
  /** The session or key that made it. */
  created_by: v.nullable(v.string()),
  /** The key that this one is a child of: it ends with it, and what it spends counts against both. */
  parent_id: v.nullable(v.string()),
  may_create_keys: v.boolean(),
  last_used_at: nullableTime,
  expires_at: nullableTime,
  /** The key before the last rotation, while it still works. */
  previous_key: v.nullable(v.object({ prefix: v.string(), ends_at: v.string() })),
  ...limitRecord,
});
export type ApiCredential = v.InferOutput<typeof apiCredential>;

/** An agent's connection as the account endpoints show it. */
export const connectionRecord = v.object({
  id: v.string(),
  account_id: v.string(),
  client_id: v.string(),
  /** What the client calls itself; unverified unless the id is an address. */
  client_name: v.string(),
  redirect_host: v.string(),
  scopes: v.array(v.string()),
  is_active: v.boolean(),
  created_at: v.string(),
  last_used_at: nullableTime,
  expires_at: v.string(),
  /** When the owner lets it end, however often it is used. */
  ends_at: nullableTime,
  ...limitRecord,
  revoked_at: nullableTime,
});
export type ConnectionRecord = v.InferOutput<typeof connectionRecord>;
