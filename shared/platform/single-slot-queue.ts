/** Work that goes on while the next is prepared: one piece at a time, so that no more than two are in memory. */
export function createSingleSlotQueue() {
  let underWay = Promise.resolve();
  return {
    /** Waits for the piece before, then starts this one. */
    async start(work: () => Promise<void>): Promise<void> {
      await underWay;
      underWay = work();
      // The next wait rejects with its failure; until then the rejection must not count as unhandled.
      underWay.catch(() => {});
    },
    /** Resolves once what was started is done; rejects with its failure. */
    done: (): Promise<void> => underWay,
  };
}
