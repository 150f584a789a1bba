export const rankReasons = [
  'entered_top_3',
  'entered_top_10',
  'entered_top_20',
  'left_top_3',
  'left_top_10',
  'left_top_20',
  'lost',
  'new',
  'moved',
  'cited',
  'no_longer_cited',
] as const;
export type RankReason = (typeof rankReasons)[number];

export const siteMetrics = ['clicks', 'impressions'] as const;
export type SiteMetric = (typeof siteMetrics)[number];

/** Percent of a limit of credits at which an account may want to be told. */
export const limitMarks = [50, 80, 90, 95] as const;

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Balances at which an account can ask for a mail. */
export const alertThresholds = [50, 100, 250, 500, 1_000] as const;

/** Above this balance no account wants a mail. */
export const highestThreshold = 1_000;
