import type { RateLimits, RateWindow } from '#shared/money/accounts/account-item.ts';
import type { Check, Path, Step } from '#shared/platform/dynamo/conditional-writes.ts';
import type { RateStatus } from './operations.ts';

/** A window's name and length; windows begin at whole minutes, hours and days of UTC. */
const windowSeconds = { minute: 60, hour: 3_600, day: 86_400 } as const;
type WindowName = keyof typeof windowSeconds;
const windowNames = ['minute', 'hour', 'day'] as const satisfies WindowName[];

export type RateWindows = Readonly<Record<WindowName, RateWindow>>;

export const rateLimitKept = 'the window has a call left';
export const windowUnchanged = 'the window is the one that was read';
export const nothingCounted = 'nothing was counted yet';
type WindowCondition = typeof rateLimitKept | typeof windowUnchanged;

interface WindowPlan<Condition extends string = WindowCondition> {
  readonly checks: readonly Check<Condition>[];
  readonly steps: readonly Step[];
}

/**
 * Counts one call in each window at `path`. An expression cannot branch, so
 * the branch is taken here, from the windows as read: a current window is
 * incremented on the condition that it is still current, and an expired one is
 * replaced on the condition that no other call has replaced it.
 */
export function planWindows(path: Path, windows: RateWindows, limits: RateLimits, now: number): WindowPlan {
  const parts = windowNames.map((name): WindowPlan => {
    const place = [...path, name];
    const { start } = windows[name];
    const unchanged = {
      condition: windowUnchanged,
      path: [...place, 'start'],
      test: 'equals',
      value: start,
    } as const;
    const callLeft = {
      condition: rateLimitKept,
      path: [...place, 'calls'],
      test: 'below',
      value: limits[name],
    } as const;
    const current = startOf(name, now);
    // Never back: a machine whose clock is behind counts in the window that the others are in.
    if (current > start) {
      const checks = limits[name] < 1 ? [unchanged, callLeft] : [unchanged];
      return { checks, steps: [{ do: 'set', path: place, value: { start: current, calls: 1 } }] };
    }
    return { checks: [unchanged, callLeft], steps: [{ do: 'add', path: [...place, 'calls'], value: 1 }] };
  });
  return { checks: parts.flatMap((part) => part.checks), steps: parts.flatMap((part) => part.steps) };
}

/**
 * Counts calls that may be made in the current minute before they are, less those that were counted so for an
 * earlier `minute` (unix seconds) and were not made.
 */
export function planLease(
  path: Path,
  windows: RateWindows,
  limits: RateLimits,
  now: number,
  calls: number,
  unmade: { readonly calls: number; readonly minute: number },
): WindowPlan {
  const parts = windowNames.map((name): WindowPlan => {
    const place = [...path, name];
    const { start } = windows[name];
    const unchanged = {
      condition: windowUnchanged,
      path: [...place, 'start'],
      test: 'equals',
      value: start,
    } as const;
    const current = startOf(name, now);
    const isIn = unmade.minute >= start && unmade.minute < start + windowSeconds[name];
    const more = calls - (isIn ? unmade.calls : 0);
    const room = limits[name] - (current > start ? calls : more) + 1;
    const fits = { condition: rateLimitKept, path: [...place, 'calls'], test: 'below', value: room } as const;
    if (current <= start)
      return { checks: [unchanged, fits], steps: [{ do: 'add', path: [...place, 'calls'], value: more }] };
    return { checks: [unchanged], steps: [{ do: 'set', path: place, value: { start: current, calls } }] };
  });
  return { checks: parts.flatMap((part) => part.checks), steps: parts.flatMap((part) => part.steps) };
}

/** When calls end that are counted now before they are made: with the minute, unix seconds. */
export function leaseEnd({ minute }: RateWindows, now: number): number {
  return Math.max(minute.start, startOf('minute', now)) + windowSeconds.minute;
}

export function callsLeft(windows: RateWindows, limits: RateLimits, now: number): number {
  return Math.min(...windowNames.map((name) => status(name, windows[name], limits[name], now).remaining));
}

/** As `planWindows`, where no call may have been counted yet. */
export function planCount(
  path: Path,
  windows: RateWindows | undefined,
  limits: RateLimits,
  now: number,
): WindowPlan<WindowCondition | typeof nothingCounted> {
  if (windows) return planWindows(path, windows, limits, now);
  return {
    checks: [{ condition: nothingCounted, path, test: 'absent' }],
    steps: [{ do: 'set', path, value: firstWindows(now) }],
  };
}

/** Windows in which one call was counted and none before it. */
function firstWindows(now: number): RateWindows {
  return {
    minute: { start: startOf('minute', now), calls: 1 },
    hour: { start: startOf('hour', now), calls: 1 },
    day: { start: startOf('day', now), calls: 1 },
  };
}

/** The tightest of the three windows at a moment; windows are undefined where no call was counted yet. */
export function tightestWindow(
  windows: RateWindows | undefined,
  limits: RateLimits,
  now: number,
): RateStatus {
  return windowNames
    .map((name) => status(name, windows?.[name] ?? { start: 0, calls: 0 }, limits[name], now))
    .reduce(tighter);
}

/** The window with fewer calls left; of equals the one that ends last, since no call succeeds before. */
export function tighter(one: RateStatus, other: RateStatus): RateStatus {
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other;
  return one.resetAt > other.resetAt ? one : other;
}

function status(name: WindowName, window: RateWindow, limit: number, now: number): RateStatus {
  const start = Math.max(window.start, startOf(name, now));
  const calls = start === window.start ? window.calls : 0;
  return { limit, remaining: Math.max(0, limit - calls), resetAt: start + windowSeconds[name] };
}

function startOf(name: WindowName, now: number): number {
  const seconds = Math.floor(now / 1000);
  return seconds - (seconds % windowSeconds[name]);
}
