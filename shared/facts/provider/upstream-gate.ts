import { randomUUID } from 'node:crypto';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Entry, GateState, GateStore, OpenReason } from './gate-store.ts';
import { type OperatorLog, OwnFailure, pause } from './upstream-care.ts';

/** How a request that passed the gate ended, as it bears on other calls. */
export type PassOutcome = 'answered' | OpenReason;

export interface Pass {
  /**
   * Gives the slot back. Must be called once, whatever happened; never fails,
   * since a slot runs out by itself. `askedMs` is how long the provider asked
   * to be left alone: the gate closes for no longer.
   */
  leave(outcome: PassOutcome, askedMs?: number): Promise<void>;
}

export interface GateLimits {
  /** Requests at the same time, across all functions. */
  readonly slots: number;
  readonly requestsPerMinute: number;
  readonly failuresToOpen: number;
}

interface GateOptions {
  readonly store: GateStore;
  readonly clock: Clock;
  readonly log: OperatorLog;
  readonly limits: GateLimits;
}

const longestWaitMs = 5_000;
/** Steps without a wait (a new minute, an eviction, a probe) before an entry is given up: many times what a race needs. */
const mostSteps = 200;
/** A slot outlives its request by this much, so that only a crashed function's slot is ever taken away. */
const slotGraceMs = 5_000;
/** How long the breaker stays open. A refused credential or an account without funds is not restored within seconds. */
const openMs: Readonly<Record<OpenReason, number>> = {
  unhealthy: 30_000,
  unauthorized: 60_000,
  over_quota: 60_000,
};

export type UpstreamGate = ReturnType<typeof createUpstreamGate>;

/**
 * One gate for every function that asks a provider. It counts requests in
 * flight and per minute, and closes for a while after failures in a row, or
 * at once where the provider refuses the whole account. After the pause one
 * probe passes, and its outcome decides for all. The state is one item: a passage
 * costs two small writes, and slot, rate and breaker are decided by one
 * condition.
 */
export function createUpstreamGate(options: GateOptions) {
  return {
    /**
     * A slot for one request that takes at most `holdMs`, waited for up to five
     * seconds. Fails with `upstream_unavailable` or `upstream_quota` where the
     * breaker is open or no slot becomes free, and with `upstream_timeout` where
     * the call's own time is over first.
     */
    enter: (holdMs: number, signal: AbortSignal): Promise<Pass> =>
      findWayIn(options, holdMs, signal).catch((error: unknown) => {
        if (error instanceof ServiceError) throw error;
        // No request passes uncounted: the limits are those of the whole account, and a stored answer may do instead.
        options.log.error('gate not reached', { signal: 'fact_cache_failed', cause: error });
        throw tooBusy();
      }),
  };
}

async function findWayIn(options: GateOptions, holdMs: number, signal: AbortSignal): Promise<Pass> {
  const slot = randomUUID();
  const giveUpAt = options.clock() + longestWaitMs;
  for (let step = 0; step < mostSteps && !signal.aborted; step += 1) {
    const now = options.clock();
    const entry = { slot, expiresAt: now + holdMs + slotGraceMs };
    const pass = (await tryToEnter(options, entry, now)) ?? (await nextTry(options, entry, giveUpAt, signal));
    if (pass) return pass;
  }
  throw signal.aborted ? outOfTime() : tooBusy();
}

/** Finds out why an entry was refused and clears the way, as far as that is possible. */
async function nextTry(
  options: GateOptions,
  entry: Entry,
  giveUpAt: number,
  signal: AbortSignal,
): Promise<Pass | undefined> {
  const now = options.clock();
  const next = nextStep(await options.store.read(), now, options.limits);
  if (next.kind === 'refused') throw refusal(next.reason, next.openUntil - now);
  if (next.kind === 'probe') return tryToProbe(options, entry, next);
  if (next.kind === 'wait' && now > giveUpAt) throw tooBusy();
  await take(next, options.store, signal);
  return undefined;
}

type Step =
  | { readonly kind: 'create'; readonly minute: number }
  | { readonly kind: 'start_minute'; readonly minute: number; readonly seenMinute: number }
  | { readonly kind: 'evict'; readonly slot: string; readonly expiresAt: number }
  | { readonly kind: 'probe'; readonly openUntil: number }
  | { readonly kind: 'refused'; readonly openUntil: number; readonly reason: OpenReason }
  | { readonly kind: 'again' }
  | { readonly kind: 'wait' };

/** What to do about the state that refused an entry. Pure. */
export function nextStep(
  state: GateState | undefined,
  now: number,
  limits: Pick<GateLimits, 'slots' | 'requestsPerMinute'>,
): Step {
  const minute = minuteOf(now);
  if (!state) return { kind: 'create', minute };
  const { open_until: openUntil, open_reason: reason, window_minute: seenMinute } = state;
  if (openUntil > now) return { kind: 'refused', openUntil, reason };
  if (openUntil > 0) return { kind: 'probe', openUntil };
  // A window of the future comes from a clock that runs ahead: it counts until it ends.
  if (seenMinute < minute) return { kind: 'start_minute', minute, seenMinute };
  const abandoned = Object.entries(state.slots).find(([, expiresAt]) => expiresAt <= now);
  if (abandoned) return { kind: 'evict', slot: abandoned[0], expiresAt: abandoned[1] };
  const isFull =
    Object.keys(state.slots).length >= limits.slots || state.window_count >= limits.requestsPerMinute;
  return isFull ? { kind: 'wait' } : { kind: 'again' };
}

async function take(step: Step, store: GateStore, signal: AbortSignal): Promise<void> {
  if (step.kind === 'create') await store.create(step.minute);
  if (step.kind === 'start_minute') await store.startMinute(step.minute, step.seenMinute);
  if (step.kind === 'evict') await store.evict(step.slot, step.expiresAt);
  // Waiters that were refused together come back apart.
  if (step.kind === 'wait') await pause(50 + Math.random() * 150, signal);
}

async function tryToEnter(options: GateOptions, entry: Entry, now: number): Promise<Pass | undefined> {
  const state = await options.store.enter(entry, minuteOf(now), options.limits);
  return state && createPass(options, entry.slot, { isProbe: false, wasFailing: state.failures > 0 });
}

async function tryToProbe(
  options: GateOptions,
  entry: Entry,
  { openUntil }: { readonly openUntil: number },
): Promise<Pass | undefined> {
  const isProbe = await options.store.enterAsProbe(entry, openUntil);
  return isProbe ? createPass(options, entry.slot, { isProbe, wasFailing: true }) : undefined;
}

function createPass(
  { store, clock, log, limits }: GateOptions,
  slot: string,
  { isProbe, wasFailing }: { readonly isProbe: boolean; readonly wasFailing: boolean },
): Pass {
  const open = async (reason: OpenReason, askedMs: number | undefined) => {
    await store.open(clock() + Math.min(openMs[reason], askedMs ?? openMs[reason]), reason);
    log.error('upstream breaker open', { signal: 'upstream_breaker_open', reason });
  };
  const leave = async (outcome: PassOutcome, askedMs: number | undefined) => {
    if (outcome === 'answered') return store.releaseSucceeded(slot, wasFailing);
    const failures = await store.releaseFailed(slot);
    const isRefused = outcome !== 'unhealthy';
    if (isRefused || isProbe || failures >= limits.failuresToOpen) await open(outcome, askedMs);
  };
  return {
    leave: (outcome, askedMs) =>
      leave(outcome, askedMs).catch((error: unknown) => {
        log.error('slot not given back', { signal: 'fact_cache_failed', cause: error });
      }),
  };
}

function refusal(reason: OpenReason, waitMs: number): ServiceError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  const options = { headers, reason: `breaker open: ${reason}` };
  if (reason === 'over_quota')
    return new ServiceError(
      'upstream_quota',
      'The service has used up its live data for now. Nothing was charged; the operator has been told.',
      options,
    );
  return new ServiceError(
    'upstream_unavailable',
    'Live data is not available at the moment. Nothing was charged; try again in a minute.',
    options,
  );
}

/** The call's own deadline has passed, which says nothing about the provider. */
function outOfTime(): ServiceError {
  return new OwnFailure(
    'upstream_timeout',
    'The data source did not answer in time. Nothing was charged; try again.',
    { reason: 'deadline of the call at the gate' },
  );
}

function tooBusy(): ServiceError {
  return new ServiceError(
    'upstream_unavailable',
    'The data source is busy. Nothing was charged; try again in a few seconds.',
    { headers: { 'retry-after': '5' }, reason: 'no free slot' },
  );
}

function minuteOf(time: number): number {
  return Math.floor(time / 60_000);
}
