import * as v from 'valibot';
import type { rateLimits } from '#shared/contract/credentials.ts';

/** Calls allowed in each window. */
export type RateLimits = Readonly<v.InferOutput<typeof rateLimits>>;

/** Tool calls of an account, whatever credential made them. */
export const defaultRateLimits: RateLimits = { minute: 60, hour: 1_000, day: 10_000 };
/** Calls of account endpoints, of all sessions together and of each key by itself, where tools have no more. */
const accountCalls: RateLimits = { minute: 120, hour: 2_000, day: 20_000 };
export const defaultMaxConcurrentCalls = 20;

const count = v.pipe(v.number(), v.integer());

/** How many calls of account endpoints there may be: an account with many tool calls reads as often. */
export function accountCallLimits(tools: RateLimits): RateLimits {
  return {
    minute: Math.max(accountCalls.minute, tools.minute),
    hour: Math.max(accountCalls.hour, tools.hour),
    day: Math.max(accountCalls.day, tools.day),
  };
}

/** Calls counted in the window that `start` (unix seconds, aligned to the window) names. */
const rateWindow = v.object({ start: count, calls: count });
export type RateWindow = Readonly<v.InferOutput<typeof rateWindow>>;

/** The three windows as stored. */
export const rateWindows = v.object({ minute: rateWindow, hour: rateWindow, day: rateWindow });

/**
 * What a call is counted as. Tools are held to the account's windows and the
 * credential's own rates; everything else to windows of its own, kept apart
 * for sessions and for each key, so that no credential fills those of the owner.
 */
export type CallKind = 'tool' | 'account';
