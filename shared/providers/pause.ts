import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, or stops waiting when the signal aborts; the caller looks at the signal itself. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    // Aborted: there is nothing to clean up.
  }
}
