import type { Spend } from '#shared/facts/ports/spend.ts';
import { OwnFailure } from './own-failure.ts';

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
