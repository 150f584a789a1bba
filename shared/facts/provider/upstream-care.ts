import { setTimeout as sleep } from 'node:timers/promises';
import type { Spend } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** A failure that concerns only the caller that met it, such as a spent budget; those who wait try for themselves. */
export class OwnFailure extends ServiceError {}

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

/**
 * Where providers tell the operator what no caller may see: a refused
 * credential, an exhausted quota, an open breaker. `signal` names the kind, so
 * that an alarm can count log entries by it; facts are codes and counts, never
 * queries or credentials.
 */
export interface OperatorLog {
  warn(message: string, facts: Readonly<Record<string, unknown>>): void;
  error(message: string, facts: Readonly<Record<string, unknown>>): void;
}

export type OperatorSignal =
  | 'upstream_authorization'
  | 'upstream_quota'
  | 'upstream_breaker_open'
  | 'upstream_malformed'
  | 'upstream_lost_answer'
  | 'upstream_rejected_request'
  | 'fact_cache_failed'
  | 'index_backfill_failed'
  | 'served_stale';

/** A log that keeps nothing, for runs without an operator. */
export const silentLog: OperatorLog = { warn() {}, error() {} };

export type CallBudget = ReturnType<typeof createCallBudget>;

/** What one call may cost upstream. Prices are known before each request, so that the limit is kept, not overrun. */
export function createCallBudget(limitMicroUsd: number, spend: Spend) {
  let waiting = 0;
  const affords = (price: number) => spend.microUsd + waiting + price <= limitMicroUsd;
  return {
    /** Whether a request of this price still fits beside what was spent, what is under way and what waits to be sent. */
    affords,
    /**
     * Keeps the price free until `release` is called, when the request is sent and counts in the call's `Spend`,
     * or given up. Fails with `upstream_quota` where it does not fit.
     */
    reserve(price: number): { release(): void } {
      if (!affords(price))
        throw new OwnFailure(
          'upstream_quota',
          'This call needs more live data than one call may use. Ask for fewer keywords or competitors, or a smaller depth.',
          { reason: 'call budget' },
        );
      waiting += price;
      let isReleased = false;
      return {
        release() {
          if (!isReleased) waiting -= price;
          isReleased = true;
        },
      };
    },
  };
}
