import { ServiceError } from '#shared/platform/errors.ts';

/** `Retry-After` of a refused call, in seconds. */
const comeAgainSeconds = 10;
/** Calls that wait for each one that runs. */
const waitingAPlace = 4;

/** Room for some things at once; who finds none waits for a moment. */
export function createPlaces(atOnce: number, patienceMs: number) {
  const queue: (() => void)[] = [];
  let taken = 0;

  const leave = (): void => {
    taken -= 1;
    queue.shift()?.();
  };

  const take = (): (() => void) => {
    taken += 1;
    return leave;
  };

  return {
    /**
     * Gives the function that frees the place again, to be called once. Throws
     * `too_many_concurrent_calls` where no place became free in time, or the
     * signal's reason.
     */
    enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (taken < atOnce) return Promise.resolve(take());
      if (queue.length >= atOnce * waitingAPlace) return Promise.reject(allTaken(atOnce));
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const turn = (): void => {
          settle();
          resolve(take());
        };
        const giveUp = (reason: unknown): void => {
          settle();
          queue.splice(queue.indexOf(turn), 1);
          reject(reason);
        };
        const onAbort = (): void => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(allTaken(atOnce)), patienceMs);
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(turn);
      });
    },
  };
}

function allTaken(atOnce: number): ServiceError {
  return new ServiceError(
    'too_many_concurrent_calls',
    `This machine runs ${atOnce} audits at a time, and all are running. Try again in ${comeAgainSeconds} s. Nothing was charged.`,
    { headers: { 'retry-after': String(comeAgainSeconds) } },
  );
}
