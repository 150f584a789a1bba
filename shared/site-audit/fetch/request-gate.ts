interface Waiter {
  readonly host: string;
  readonly spacingMs: number;
  readonly signal: AbortSignal;
  enter(): void;
}

interface HostState {
  running: number;
  /** Milliseconds of the monotonic clock. */
  lastStart: number;
}

/** A host that was left alone this long is forgotten, and no request waits for a longer pause. */
const rememberMs = 60_000;

/**
 * Lets requests start within the limits on connections. At most `total` requests at a time, at most `perHost` for one host, and at
 * least the given spacing, of a minute at most, between two starts at one host.
 * A waiting request that is aborted leaves the queue and rejects with the
 * signal's reason; what `enter` gives must be called once, when the request is over. `clock` gives milliseconds that only grow.
 */
export function createRequestGate(total: number, perHost: number, clock = () => performance.now()) {
  const queue: Waiter[] = [];
  const hosts = new Map<string, HostState>();
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  let sweptAt = clock();

  const forgetIdle = (): void => {
    if (clock() - sweptAt < rememberMs) return;
    sweptAt = clock();
    const wanted = new Set(queue.map(({ host }) => host));
    for (const [host, state] of hosts) if (isIdle(state, sweptAt) && !wanted.has(host)) hosts.delete(host);
  };

  const leave = (host: string): void => {
    running -= 1;
    stateIn(hosts, host).running -= 1;
    admit();
  };

  /** When this waiter may start, as far as its host allows; infinity while the host is full. */
  const startTime = ({ host, spacingMs }: Waiter): number => {
    const state = stateIn(hosts, host);
    return state.running < perHost ? state.lastStart + spacingMs : Number.POSITIVE_INFINITY;
  };

  const start = (waiter: Waiter, now: number): void => {
    const state = stateIn(hosts, waiter.host);
    running += 1;
    state.running += 1;
    state.lastStart = now;
    queue.splice(queue.indexOf(waiter), 1);
    waiter.enter();
  };

  /** Starts every waiter that may start, and sets a timer for the first that only lacks time. */
  function admit(): void {
    const now = clock();
    for (const waiter of [...queue]) {
      if (running < total && startTime(waiter) <= now) start(waiter, now);
    }
    clearTimeout(timer);
    if (running >= total) return;
    const soonest = Math.min(...queue.map(startTime));
    if (soonest < Number.POSITIVE_INFINITY) timer = setTimeout(admit, Math.ceil(soonest - now));
  }

  return {
    enter(host: string, spacingMs: number, signal: AbortSignal): Promise<() => void> {
      return new Promise((resolve, reject) => {
        signal.throwIfAborted();
        forgetIdle();
        const waiter: Waiter = {
          host,
          spacingMs: Math.min(spacingMs, rememberMs),
          signal,
          enter() {
            signal.removeEventListener('abort', giveUp);
            resolve(() => leave(host));
          },
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        queue.push(waiter);
        admit();
      });
    },
    get hosts(): number {
      return hosts.size;
    },
  };
}

function stateIn(hosts: Map<string, HostState>, host: string): HostState {
  const known = hosts.get(host) ?? { running: 0, lastStart: Number.NEGATIVE_INFINITY };
  hosts.set(host, known);
  return known;
}

function isIdle({ running, lastStart }: HostState, now: number): boolean {
  return running === 0 && now - lastStart >= rememberMs;
}
