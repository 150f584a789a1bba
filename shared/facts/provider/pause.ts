import { setTimeout as sleep } from 'node:timers/promises';

export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** Waits, or stops waiting when the signal aborts; the caller looks at the signal itself. */
export const pause: Pause = async (milliseconds, signal) => {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    // Aborted: there is nothing to clean up.
  }
};

/** What the work gives, or undefined where it takes longer; the work continues. */
export async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value | undefined> {
  const { promise: timeUp, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), milliseconds);
  // A timer never keeps a process alive.
  timer.unref();
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
