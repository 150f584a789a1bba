import type { Spend } from '#shared/search/spend.ts';
import { OwnFailure } from './fact-cache.ts';

/** What one call may cost upstream. Prices are known before each request, so that the limit is kept, not overrun. */
export interface CallBudget {
  /** Whether a request of this price still fits beside what was spent and what is under way. */
  affords(priceMicroUsd: number): boolean;
  /** Reserves the price until `release` is called; fails with `upstream_quota` where it does not fit. */
  reserve(priceMicroUsd: number): { release(): void };
}

export function createCallBudget(limitMicroUsd: number, spend: Spend): CallBudget {
  let underWay = 0;
  const affords = (price: number) => spend.microUsd + underWay + price <= limitMicroUsd;
  return {
    affords,
    reserve(price) {
      if (!affords(price))
        throw new OwnFailure(
          'upstream_quota',
          'This call needs more live data than one call may use. Ask for fewer keywords or competitors, or a smaller depth.',
          { reason: 'call budget' },
        );
      underWay += price;
      let isReleased = false;
      return {
        release() {
          if (!isReleased) underWay -= price;
          isReleased = true;
        },
      };
    },
  };
}
