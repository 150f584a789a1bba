import * as v from 'valibot';

const rate = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/** Tool calls in each window. */
export const rateLimits = v.object({ minute: rate, hour: rate, day: rate });

/** Largest limit on credits a month. */
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
  v.nullable(
    v.pipe(rateLimits, v.description('Tool calls a minute, hour and day, beside those of the account.')),
  ),
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
