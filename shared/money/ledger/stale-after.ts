/**
 * Twice the longest time a call can take, with room for clocks that differ: a
 * function ends after 28 seconds. Too early would make a slow call free; it could never charge twice.
 */
export const holdTimeoutSeconds = 60;
/** What is older than this belongs to a dead call. */
export const staleAfterMs = 2 * holdTimeoutSeconds * 1000;
/** A younger reservation belongs to a call that is most likely still running. */
export const settlingMs = 2_000;
