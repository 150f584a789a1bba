/** Calls allowed in each window. */
export interface RateLimits {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
}

export const defaultRateLimits: RateLimits = { minute: 60, hour: 1_000, day: 10_000 };
export const defaultMaxConcurrentCalls = 20;

/** Calls counted in the window that `start` (unix seconds, aligned to the window) names. */
export interface RateWindow {
  readonly start: number;
  readonly calls: number;
}
