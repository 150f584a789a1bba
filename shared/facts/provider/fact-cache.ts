import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { type ErrorCode, errorCatalog, ServiceError } from '#shared/platform/errors.ts';
import type { FactStore, Lease, LeaseFailure } from './fact-store.ts';
import { type OperatorLog, OwnFailure, pause } from './upstream-care.ts';

export type FactKind = 'listing' | 'index' | 'locations';

const hour = 3_600_000;
const day = 24 * hour;
/** How long an answer is served without asking again, and how long it is kept to stand in when the source is down. */
export const freshness: Readonly<Record<FactKind, { readonly freshMs: number; readonly keptMs: number }>> = {
  listing: { freshMs: hour, keptMs: day },
  index: { freshMs: day, keptMs: 7 * day },
  locations: { freshMs: 30 * day, keptMs: 90 * day },
};

/** A question without its caller: the same question is the same fact for every account. */
export interface SharedQuestion<Answer> {
  readonly kind: FactKind;
  /** Who is asked and for what, such as `dataforseo/v3/…`. A change of the answer's shape changes it. */
  readonly source: string;
  /** The arguments in canonical form: JSON, normalized, without undefined members. */
  readonly subject: unknown;
  /** Reads a stored answer; one that no longer fits is fetched again. */
  readonly schema: v.GenericSchema<unknown, Answer>;
  /** Shortens the freshness of an answer that may soon be another, such as an empty listing. */
  freshMsOf?(answer: Answer): number | undefined;
}

export interface SharedAnswer<Answer> {
  readonly answer: Answer;
  /** When the source was asked, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly cacheHit: boolean;
  /** Older than it should be, because the source could not be asked. */
  readonly stale: boolean;
}

export interface FactCache {
  /**
   * The answer to a question: from the cache while it is fresh, else fetched,
   * by one caller for all who ask at the same time. When the fetch fails and
   * an older answer is kept, that one is served as stale; else the failure is
   * thrown, to everyone who waited for it.
   */
  ask<Answer>(
    question: SharedQuestion<Answer>,
    fetch: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<SharedAnswer<Answer>>;
}

interface CacheOptions {
  readonly store: FactStore;
  readonly clock: Clock;
  readonly log: OperatorLog;
}

/** Longer than any fetch: a lease runs out only where its owner has died. */
const leaseMs = 30_000;
const pollMs = [30, 60, 100, 150, 250];

export function createFactCache(options: CacheOptions): FactCache {
  return {
    async ask(question, fetch, signal) {
      const lookup = { key: keyOf(question), question, fetch, signal };
      const kept = await readKept(options, lookup, false);
      if (kept && kept.freshUntil > options.clock()) return served(kept, false);
      return fetchOrJoin(options, lookup).catch((error: unknown) => {
        if (!kept || !isSourceDown(error)) throw error;
        options.log.warn('stale answer served', { signal: 'served_stale', kind: question.kind });
        return served(kept, true);
      });
    },
  };
}

interface Lookup<Answer> {
  readonly key: string;
  readonly question: SharedQuestion<Answer>;
  readonly fetch: () => Promise<Answer>;
  readonly signal: AbortSignal;
}

/** The key of a question: a hash, since subjects can be long and do not belong in a table's keys, which metrics show. */
export function keyOf(question: Pick<SharedQuestion<unknown>, 'source' | 'subject'>): string {
  return createHash('sha256')
    .update(canonical([question.source, question.subject]))
    .digest('base64url');
}

/** JSON with sorted members, so that equal questions are equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

interface Kept<Answer> {
  readonly answer: Answer;
  readonly fetchedAt: number;
  readonly freshUntil: number;
}

async function readKept<Answer>(
  { store, clock, log }: CacheOptions,
  { key, question }: Lookup<Answer>,
  consistent: boolean,
): Promise<Kept<Answer> | undefined> {
  const stored = await store.readAnswer(key, { consistent }).catch((error: unknown): undefined => {
    // A damaged answer is fetched again.
    log.error('cached answer not read', { signal: 'fact_cache_failed', cause: error });
  });
  // Expired items are deleted late, or on one machine not at all.
  if (!stored || stored.keptUntil <= clock()) return undefined;
  const parsed = v.safeParse(question.schema, stored.value);
  const { fetchedAt, freshUntil } = stored;
  return parsed.success ? { answer: parsed.output, fetchedAt, freshUntil } : undefined;
}

function served<Answer>({ answer, fetchedAt }: Kept<Answer>, stale: boolean): SharedAnswer<Answer> {
  return { answer, fetchedAt, cacheHit: true, stale };
}

/** Fetches with the lease, for every call that waits for this fact; or waits for the call that has the lease. */
async function fetchOrJoin<Answer>(
  options: CacheOptions,
  lookup: Lookup<Answer>,
): Promise<SharedAnswer<Answer>> {
  const owner = randomUUID();
  let lease: Lease | undefined;
  for (let attempt = 0; !lookup.signal.aborted; attempt += 1) {
    if (await mayFetch(options, lookup.key, owner, lease)) return fetchForAll(options, lookup, owner);
    await pause(pollMs[Math.min(attempt, pollMs.length - 1)] ?? 0, lookup.signal);
    const arrived = await readKept(options, lookup, true);
    if (arrived && arrived.freshUntil > options.clock()) return served(arrived, false);
    lease = await nextLease(options, lookup.key, lease);
  }
  throw new OwnFailure(
    'upstream_timeout',
    'The data source did not answer in time. Nothing was charged; try again.',
    { reason: 'deadline while another call fetched the answer' },
  );
}

/** Takes the lease where it looks free; only one of the calls that try gets it. When the store fails, each call fetches for itself. */
async function mayFetch(
  { store, clock, log }: CacheOptions,
  key: string,
  owner: string,
  lease: Lease | undefined,
): Promise<boolean> {
  const now = clock();
  const looksFree = !lease || lease.until <= now || lease.failure !== undefined;
  if (!looksFree) return false;
  return store.takeLease(key, owner, now, now + leaseMs).catch((error: unknown) => {
    log.error('lease not taken', { signal: 'fact_cache_failed', cause: error });
    return true;
  });
}

/** The lease as it stands now. The failure of the fetch that was waited for is the waiter's failure too. */
async function nextLease(
  { store, log }: CacheOptions,
  key: string,
  previous: Lease | undefined,
): Promise<Lease | undefined> {
  const lease = await store.readLease(key).catch((error: unknown): undefined => {
    log.error('lease not read', { signal: 'fact_cache_failed', cause: error });
  });
  const wasWaitedFor = previous === undefined || previous.owner === lease?.owner;
  if (lease?.failure && wasWaitedFor) throw failureOf(lease.failure);
  return lease;
}

async function fetchForAll<Answer>(
  options: CacheOptions,
  { key, question, fetch }: Lookup<Answer>,
  owner: string,
): Promise<SharedAnswer<Answer>> {
  const { store, clock, log } = options;
  let answer: Answer;
  try {
    answer = await fetch();
  } catch (error) {
    await endLease(options, key, owner, failureForAll(error));
    throw error;
  }
  const fetchedAt = clock();
  const { freshMs, keptMs } = freshness[question.kind];
  const freshUntil = fetchedAt + (question.freshMsOf?.(answer) ?? freshMs);
  try {
    // The lease is left to run out: calls that still wait find the answer, and it is not fetched twice.
    await store.writeAnswer(key, { value: answer, fetchedAt, freshUntil, keptUntil: fetchedAt + keptMs });
  } catch (error) {
    log.error('answer not cached', { signal: 'fact_cache_failed', cause: error });
    await endLease(options, key, owner);
  }
  return { answer, fetchedAt, cacheHit: false, stale: false };
}

/** A lease that cannot be ended runs out by itself: nothing to fail for. */
async function endLease(
  { store, log }: CacheOptions,
  key: string,
  owner: string,
  failure?: LeaseFailure,
): Promise<void> {
  await store.endLease(key, owner, failure).catch((error: unknown) => {
    log.error('lease not ended', { signal: 'fact_cache_failed', cause: error });
  });
}

function isSourceDown(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code.startsWith('upstream_');
}

/** The failure that waiting calls share: the source's, but none that only the fetching call met. */
function failureForAll(error: unknown): LeaseFailure | undefined {
  if (!isSourceDown(error) || error instanceof OwnFailure) return undefined;
  const retryAfter = error.headers['retry-after'];
  return {
    code: error.code,
    detail: error.message,
    ...(error.reason !== undefined && { reason: error.reason }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  };
}

function failureOf({ code, detail, reason, retry_after }: LeaseFailure): ServiceError {
  return new ServiceError(isErrorCode(code) ? code : 'upstream_error', detail, {
    ...(reason !== undefined && { reason }),
    ...(retry_after !== undefined && { headers: { 'retry-after': retry_after } }),
  });
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalog, code);
}
