import type { Envelope } from '#shared/contract/envelope.ts';
import { type ToolContract, toolPath } from '#shared/contract/tool.ts';
import { createSpend } from '#shared/facts/sources/spend.ts';
import type { RateStatus } from '#shared/money/ledger/credit-ledger.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { claimKey, keepAnswer, releaseKey } from './claim-key.ts';
import { decideCall, holdPrice, settleCall } from './hold-price.ts';
import { type Failure, failCall, orError } from './problem.ts';
import { endOf, recordFreeCall, refuseCall } from './record-call.ts';
import { runTool, type ToolRun } from './run-tool.ts';
import type { ToolCallServices } from './services.ts';

/** A call that was authenticated, admitted and checked. */
export interface ToolCall<Tool extends ToolContract> extends ToolRun<Tool> {
  /** As it was sent; undefined where none was. */
  readonly idempotencyKey: string | undefined;
}

export interface Answered {
  readonly ok: true;
  /** The envelope as JSON: of a replay the first answer, word for word. */
  readonly body: string;
  /** Undefined for a replay, of which only the text was kept. */
  readonly envelope: Envelope | undefined;
  readonly isReplay: boolean;
  readonly creditsCharged: number;
  readonly balance: number;
  readonly rate: RateStatus;
}

export type CallOutcome = Answered | Failure;

/**
 * One metered call: replay → hold → run → keep → charge. An answer is kept
 * before it is charged, so that whatever was charged can be given again. Never
 * rejects, and every way out has written the call's usage record.
 */
export async function callTool<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const { call, principal, tool, input, idempotencyKey } = request;
  const { idempotency, logger } = services;

  const asked = { principal, idempotencyKey, endpoint: toolPath(tool), input };
  const claimed = await orError(claimKey(asked, idempotency));
  if (claimed instanceof ServiceError) return refuseCall(call, principal, claimed, services);
  if (claimed.kind === 'replay') return replayCall(request, claimed.answer.body, services);
  const { claim } = claimed;

  const held = await orError(holdPrice(request, services));
  if (held instanceof ServiceError) {
    await releaseKey(claim, logger);
    return refuseCall(call, principal, held, services);
  }

  const spend = createSpend();
  const fail = async (error: ServiceError): Promise<Failure> => {
    const failure = failCall(call, error, held.rate, services);
    const outcome = await decideCall(request, held, 'void', { ...endOf(failure), spend }, services);
    await settleCall(held, outcome, services);
    await releaseKey(claim, logger);
    return failure;
  };
  const ran = await orError(runTool(request, { balanceAfter: held.balanceAfter, spend }, services));
  if (ran instanceof ServiceError) return fail(ran);

  const kept = await orError(keepAnswer(claim, ran, held.hold?.callId));
  if (kept instanceof ServiceError) return fail(kept);

  const end = { statusCode: 200, body: JSON.stringify(kept), spend, cacheHit: kept.usage.cache_hit };
  const charging = decideCall(request, held, 'charged', end, services);
  const [outcome, envelope] = await Promise.all([charging, ran.stored]);
  if (outcome === 'void') {
    // The sweeper decided first: the call took too long, is recorded and refunded, and must not answer.
    await settleCall(held, outcome, services);
    await releaseKey(claim, logger);
    return failCall(call, outOfTime(), held.rate, services);
  }
  await Promise.all([settleCall(held, outcome, services), ran.remember()]);
  const body = envelope === kept ? end.body : JSON.stringify(envelope);
  const { balanceAfter: balance, rate } = held;
  return { ok: true, body, envelope, isReplay: false, creditsCharged: tool.credits, balance, rate };
}

/** Gives a kept answer again: counted and recorded as a free call. */
async function replayCall<Tool extends ToolContract>(
  { call, principal }: ToolCall<Tool>,
  body: string,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const rate = await orError(services.ledger.countFreeCall(principal));
  if (rate instanceof ServiceError) return refuseCall(call, principal, rate, services);
  await recordFreeCall(call, principal, { statusCode: 200, body }, services);
  return {
    ok: true,
    body,
    envelope: undefined,
    isReplay: true,
    creditsCharged: 0,
    balance: principal.account.balance,
    rate,
  };
}

function outOfTime(): ServiceError {
  return new ServiceError('upstream_timeout', 'The call took too long and was not charged. Try again.');
}
