/** Balances at which an account can ask for a mail. */
export const alertThresholds = [50, 100, 250, 500, 1_000] as const;

/** Above this balance no account wants a mail. */
export const highestThreshold = 1_000;
