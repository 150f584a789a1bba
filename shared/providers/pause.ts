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
