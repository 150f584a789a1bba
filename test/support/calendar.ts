import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for a UTC day or month to be over that is about to end, so that what
 * is counted by it falls into one.
 */
export async function clearOfTheEnd(span: 'day' | 'month', withinMs: number): Promise<void> {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const end = span === 'month' ? Date.UTC(year, month + 1) : Date.UTC(year, month, now.getUTCDate() + 1);
  const leftMs = end - now.getTime();
  if (leftMs < withinMs) await pause(leftMs);
}
