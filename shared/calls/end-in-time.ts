import type { ToolContract } from '#shared/contract/tool.ts';
import type { Decision } from '#shared/money/ledger/operations.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { decideCall, type Held, settleCall } from './hold-price.ts';
import type { CallOutcome, ToolCall } from './outcome.ts';
import { failCall } from './problem.ts';
import { endOf } from './record-call.ts';
import type { ToolCallServices } from './services.ts';

/** The value of the work, or `otherwise` where it takes longer than `ms`. Late work goes on unheard and must not reject. */
export async function inTime<Value, Other>(
  work: Promise<Value>,
  ms: number,
  otherwise: () => Other | Promise<Other>,
): Promise<Value | Other> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Other>((resolve) => {
    timer = setTimeout(() => resolve(otherwise()), Math.max(0, ms));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function outOfTime(): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The answer was not ready in time and nothing was charged. Try again, or ask for less at once.',
  );
}

/** Tools stop this long before their function does, so that the call can still be decided and answered. */
export const reserveMs = 3_000;
/** After the deadline of the tool: for the refund of a tool that stopped, or for the charge of one that was just in time. */
const decidingMs = 1_300;
/** For the ledger to say how the call was decided. */
const askingMs = 1_000;

/** How far a call has come, for what ends it early. */
export interface CallProgress {
  /** Nothing may be charged from then on whose charge has not begun. */
  isOver: boolean;
  held: Held | undefined;
  /** From the moment the charge is sent; `answer` is what it pays for. */
  charging: { readonly decided: Promise<Decision>; answer(): Promise<CallOutcome> } | undefined;
}

/**
 * Answers a call before its function ends, however late the database and the
 * stores are, and never says more of its charge than is true: what was charged
 * is answered, "nothing was charged" is only said of what can never be charged.
 */
export function endInTime<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
  meter: (progress: CallProgress) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const progress: CallProgress = { isOver: false, held: undefined, charging: undefined };
  const leftMs = request.deadline + decidingMs - services.clock();
  return inTime(meter(progress), leftMs, () => endEarly(request, progress, services));
}

async function endEarly<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  progress: CallProgress,
  services: ToolCallServices,
): Promise<CallOutcome> {
  progress.isOver = true;
  const { held, charging } = progress;
  const { call, principal } = request;
  const failure = failCall(call, outOfTime(), held?.rate, services, { principal });
  if (!held?.hold || held.hold.credits === 0) return failure;
  const asking = refund(request, held, endOf(failure), services);
  if (!charging) {
    // The call sees that it is over before it would be charged; this gives its credits back sooner.
    await inTime(asking, askingMs, () => undefined);
    return failure;
  }
  const outcome = await inTime(firstKnown([charging.decided, asking]), askingMs, () => 'unknown' as const);
  if (outcome === 'charged') return charging.answer();
  return outcome === 'void'
    ? failure
    : failCall(call, undecided(call.requestId), held.rate, services, { principal });
}

/** Decides the call `void` unless it is decided already, as the sweeper does, and carries the decision out. */
async function refund<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  held: Held,
  end: ReturnType<typeof endOf>,
  services: ToolCallServices,
): Promise<Decision> {
  const outcome = await decideCall(request, held, 'void', end, services);
  if (outcome === 'void') await settleCall(held, outcome, services);
  return outcome;
}

/** The first decision that stands; `unknown` where none of them does. */
function firstKnown(outcomes: readonly Promise<Decision>[]): Promise<Decision> {
  const known = outcomes.map(async (asked) => {
    const outcome = await asked;
    if (outcome !== 'charged' && outcome !== 'void') throw new Error('The outcome is not known.');
    return outcome;
  });
  return Promise.any(known).catch(() => 'unknown');
}

/** The charge was sent and nobody could say in time whether it arrived. */
export function undecided(requestId: string): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The answer was not ready in time, and it is not known yet whether it was charged. ' +
      `GET /v1/me/calls/${requestId} tells in two minutes at the latest. ` +
      'A repeat with the same Idempotency-Key is never charged twice.',
    { isUndecided: true },
  );
}
