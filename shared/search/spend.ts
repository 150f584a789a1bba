/** Collects what the upstream provider charged while one call ran. Integer micro-dollars. */
export interface Spend {
  add(microUsd: number): void;
  readonly microUsd: number;
}

export function createSpend(): Spend {
  let total = 0;
  return {
    add(microUsd) {
      if (!Number.isSafeInteger(microUsd) || microUsd < 0)
        throw new RangeError('A cost is a whole number of micro-dollars.');
      total += microUsd;
    },
    get microUsd() {
      return total;
    },
  };
}
