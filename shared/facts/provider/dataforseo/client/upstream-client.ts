import * as v from 'valibot';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { KeepListing } from '#shared/facts/ports/sources.ts';
import type { FactCache, FactKind, SharedQuestion } from '#shared/facts/provider/fact-cache.ts';
import type { UpstreamGate } from '#shared/facts/provider/upstream-gate.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import {
  type CallBudget,
  createCallBudget,
  type OperatorLog,
  OwnFailure,
  type Pause,
} from '../../upstream-care.ts';
import { type Failure, failureOfShape } from './failure.ts';
import type { HttpClient, Outcome } from './http-client.ts';

/** A request to the provider as a question whose answer can be shared. */
export interface Question<Answer> {
  readonly kind: FactKind;
  readonly path: string;
  /** The one task of a POST, without undefined members; a GET where undefined. */
  readonly task?: Readonly<Record<string, unknown>>;
  /** Reads the first element of `result`, or `{}` where there is none. Must also read what it returned before. */
  readonly schema: v.GenericSchema<unknown, Answer>;
  /** Reads all of `result` instead, where each element is a row. */
  readonly readsWholeResult?: boolean;
  readonly priceMicroUsd: number;
  readonly timeoutMs: number;
  freshMsOf?(answer: Answer): number | undefined;
}

export interface Answered<Answer> {
  readonly answer: Answer;
  readonly fetchedAt: string;
  readonly cacheHit: boolean;
  readonly stale: boolean;
}

/** Where one call's questions go: through the cache, the budget, the gate and the wire, in this order. */
export interface UpstreamClient {
  /**
   * Fails only when nothing of this call is under way any more, so that the
   * cost of questions asked beside the failed one is still recorded with the
   * call. A failed listing is thrown at once: callers go on without it.
   */
  ask<Answer>(question: Question<Answer>, signal?: AbortSignal): Promise<Answered<Answer>>;
  readonly budget: CallBudget;
  readonly keepListing: KeepListing;
}

export interface UpstreamClientServices {
  readonly http: HttpClient;
  readonly gate: UpstreamGate;
  readonly cache: FactCache;
  readonly clock: Clock;
  readonly log: OperatorLog;
  readonly callBudgetMicroUsd: number;
  /** Shortens the time that a question gives its request. */
  readonly longestRequestMs: number;
  readonly keepListing: KeepListing;
  readonly pause: Pause;
}

/** Changes whenever the stored form of answers does. */
const answersVersion = 1;

/** Opens the upstream for one call; what its questions cost lands in `spend`. */
export function openUpstreamClient(
  services: UpstreamClientServices,
  spend: Spend,
  callSignal: AbortSignal,
): UpstreamClient {
  const budget = createCallBudget(services.callBudgetMicroUsd, spend);
  const underWay = new Set<Promise<unknown>>();
  return {
    budget,
    keepListing: services.keepListing,
    async ask(question, ownSignal) {
      const signal = ownSignal ? AbortSignal.any([callSignal, ownSignal]) : callSignal;
      const asking = services.cache.ask(
        sharedQuestion(question),
        () => fetchAnswer(services, budget, spend, question, signal),
        signal,
      );
      underWay.add(asking);
      try {
        const { answer, fetchedAt, cacheHit, stale } = await asking;
        return { answer, fetchedAt: isoTime(fetchedAt), cacheHit, stale };
      } catch (error) {
        underWay.delete(asking);
        if (question.kind !== 'listing') await Promise.allSettled(underWay);
        throw error;
      } finally {
        underWay.delete(asking);
      }
    },
  };
}

function sharedQuestion<Answer>(question: Question<Answer>): SharedQuestion<Answer> {
  const { kind, path, task, schema, freshMsOf } = question;
  return {
    kind,
    source: `dataforseo@${answersVersion}${path}`,
    subject: task ?? null,
    schema,
    ...(freshMsOf && { freshMsOf }),
  };
}

async function fetchAnswer<Answer>(
  services: UpstreamClientServices,
  budget: CallBudget,
  spend: Spend,
  question: Question<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const outcome = await requestTwiceAtMost(services, { budget, spend }, question, signal);
  if (!outcome.ok) throw thrown(services, question, outcome.failure, signal);
  const content = question.readsWholeResult ? outcome.result : (outcome.result[0] ?? {});
  const parsed = v.safeParse(question.schema, content);
  if (!parsed.success)
    throw thrown(services, question, failureOfShape(`unexpected ${issuePath(parsed.issues[0])}`), signal);
  return parsed.output;
}

/** The money of one call: what it may spend, and what it has spent. */
interface SpendContext {
  readonly budget: CallBudget;
  readonly spend: Spend;
}

/** One retry, only where the provider did no work or asks for it, and the call has time left. */
async function requestTwiceAtMost(
  services: UpstreamClientServices,
  spendContext: SpendContext,
  question: Question<unknown>,
  signal: AbortSignal,
): Promise<Outcome> {
  const first = await request(services, spendContext, question, signal);
  if (first.ok || first.failure.retryAfterMs === undefined || signal.aborted) return first;
  await services.pause(first.failure.retryAfterMs * (0.75 + Math.random() / 2), signal);
  if (signal.aborted) return first;
  return request(services, spendContext, question, signal).catch((error: unknown) => {
    // Refused at the gate, or over budget: the failure that was met says more than that.
    if (error instanceof ServiceError) return first;
    throw error;
  });
}

async function request(
  { http, gate, longestRequestMs }: UpstreamClientServices,
  { budget, spend }: SpendContext,
  { path, task, priceMicroUsd, ...question }: Question<unknown>,
  callSignal: AbortSignal,
): Promise<Outcome> {
  const timeoutMs = Math.min(question.timeoutMs, longestRequestMs);
  const reserved = budget.reserve(priceMicroUsd);
  try {
    const asked = performance.now();
    const pass = await gate.enter(timeoutMs, callSignal).finally(() => spend.wait(performance.now() - asked));
    const signal = AbortSignal.any([callSignal, AbortSignal.timeout(timeoutMs)]);
    let passOutcome: Failure['outcome'] = 'answered';
    let askedMs: number | undefined;
    try {
      // From here on the request counts in `spend` itself.
      reserved.release();
      const outcome = await http({ path, task, priceMicroUsd, signal, spend });
      // A call that ran out of its own time says nothing about the provider.
      if (!outcome.ok && !callSignal.aborted) ({ outcome: passOutcome, askedMs } = outcome.failure);
      return outcome;
    } finally {
      await pass.leave(passOutcome, askedMs);
    }
  } finally {
    reserved.release();
  }
}

/** The error of a failure, reported to the operator where only the operator can fix it. */
function thrown(
  { log }: UpstreamClientServices,
  { path }: Question<unknown>,
  { error, signal }: Failure,
  callSignal: AbortSignal,
): Error {
  const { code, reason } = error;
  if (signal) log.error('upstream request failed', { signal, path, error_code: code, reason });
  if (!callSignal.aborted) return error;
  return new OwnFailure('upstream_timeout', error.message, { reason: 'deadline of the call', cause: error });
}

function issuePath(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'result'}: ${issue.expected ?? issue.type}`;
}
