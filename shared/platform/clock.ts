/** The time, in milliseconds since 1970. Passed in, so that tests and the one-machine server can move it. */
export type Clock = () => number;

/** A clock that runs `offsetSeconds` ahead of the machine's. */
export function createClock(offsetSeconds = 0): Clock {
  return () => Date.now() + offsetSeconds * 1000;
}

/** ISO 8601 in UTC with milliseconds, as every datetime on the wire is written. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
