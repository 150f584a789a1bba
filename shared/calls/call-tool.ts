import * as v from 'valibot';
import type { Envelope } from '#shared/contract/envelope.ts';
import { type ToolContract, type ToolInput, toolPath } from '#shared/contract/tool.ts';
import { createSpend } from '#shared/facts/ports/fact.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { refuseWhenFull } from '#shared/money/ledger/plan-hold.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { admit, type CheckedInput, checkInput, type NamedRun, nameRun } from './admit-call.ts';
import type { ToolCallServices } from './call.ts';
import {
  type CallProgress,
  type ClaimedCall,
  claimCall,
  endInTime,
  inTime,
  keepAnswer,
  outOfTime,
  releaseKey,
  undecided,
} from './claim-call.ts';
import { costOf, countUnpaid, decideCall, holdPrice, settleCall } from './hold-price.ts';
import { busy, type CallOutcome, type Failure, failCall, orError, type ToolCall } from './problem.ts';
import { endOf, keepsAnswer, logAnswer, recordFreeCall, refuseCall } from './record-call.ts';
import { runTool } from './run-tool.ts';

/** One call, or what a test key asks to have played in its place. Never rejects. */
export async function callTool<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  if (request.faultSent === undefined) return meterInTime(request, services);
  const { playFault } = await import('./play-fault.ts');
  const refuse = (error: ServiceError, { logger }: Pick<ToolCallServices, 'logger'>) =>
    refuseCall(request.call, request.principal, error, { ...services, logger });
  const meter = (played: ToolCall<Tool>) => meterInTime(played, services);
  const outcome = await orError(playFault(request, services, { meter, refuse, ServiceError }));
  return outcome instanceof ServiceError ? refuse(outcome, services) : outcome;
}

function meterInTime<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  return endInTime(request, services, (progress) => meterCall(request, services, progress));
}

/** What follows a charge is not waited for any longer: the answer is paid for. */
const afterChargeMs = 1_000;

/**
 * One metered call: replay → hold → run → keep → charge; where nothing can be held, only what is free is answered. An answer is kept
 * before it is charged, so that whatever was charged can be given again. Never
 * rejects, and every way out has written the call's usage record.
 */
async function meterCall<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
  progress: CallProgress,
): Promise<CallOutcome> {
  const { call, principal, tool } = request;
  const { logger } = services;

  const claimed = await orError(claimCall({ ...request, endpoint: toolPath(tool) }, services));
  if (claimed instanceof ServiceError) return refuseCall(call, principal, claimed, services);
  if (claimed.kind === 'replay') return replayCall(request, claimed, services);
  const { claim } = claimed;

  const priced = await orError(holdPrice(request, services));
  const held =
    priced instanceof ServiceError ? await orError(countUnpaid(priced, request, services)) : priced;
  if (held instanceof ServiceError) {
    await releaseKey(claim, logger);
    return refuseCall(call, principal, held, services);
  }

  progress.held = held;
  const spend = createSpend();
  const fail = async (error: ServiceError): Promise<Failure> => {
    const failure = failCall(call, error, held.rate, services, { principal, spend });
    const outcome = await decideCall(request, held, 'void', { ...endOf(failure), spend }, services);
    await settleCall(held, outcome, services);
    await releaseKey(claim, logger);
    return failure;
  };
  const ran = await orError(runTool(request, { ...held, spend }, services));
  if (ran instanceof ServiceError) return fail(ran);

  const kept = await orError(keepAnswer(claim, ran, held.hold));
  if (kept instanceof ServiceError) return fail(kept);
  if (progress.isOver) return fail(outOfTime());

  const figures = { spend, cacheHit: kept.usage.cache_hit, keptUnder: claim?.place };
  const end = { statusCode: 200, body: JSON.stringify(kept), hasAnswer: keepsAnswer(request), ...figures };
  const { rate } = held;
  const cost = costOf(held, ran.isFree);
  const answerOf = (envelope: Envelope) => {
    const body = envelope === kept ? end.body : JSON.stringify(envelope);
    return { ok: true, body, envelope, isReplay: false, rate, ...cost.left } as const;
  };
  const charging = decideCall(request, held, cost.decision, end, services);
  progress.charging = { decided: charging, answer: async () => answerOf(await ran.stored) };
  const [outcome, envelope] = await Promise.all([charging, ran.stored]);
  if (outcome === 'not written') {
    // The hold is left to the sweep: where there is no capacity, no more is written.
    await releaseKey(claim, logger);
    return failCall(call, busy(), rate, services, { principal });
  }
  if (outcome === 'unknown') return failCall(call, undecided(call.requestId), rate, services, { principal });
  if (outcome !== cost.decision) {
    // The sweeper decided first: the call took too long, is recorded and refunded, and must not answer.
    await settleCall(held, outcome, services);
    await releaseKey(claim, logger);
    return failCall(call, outOfTime(), rate, services, { principal });
  }
  const answer = answerOf(envelope);
  // What the account has seen is kept; an answer from its own data too, since a tracker shows its past.
  const after = [settleCall(held, outcome, services), ran.remember(), services.archive(request, answer.body)];
  await inTime(Promise.all(after), afterChargeMs, () => undefined);
  logAnswer(call, principal, logger, {
    creditsCharged: cost.left.creditsCharged,
    cacheHit: end.cacheHit,
    spend,
  });
  return answer;
}

/** Gives a kept answer again: counted and recorded as a free call. */
async function replayCall<Tool extends ToolContract>(
  { call, principal, input: asked }: ToolCall<Tool>,
  { answer, counted }: Extract<ClaimedCall, { kind: 'replay' }>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const known = counted ?? (await orError(services.ledger.countFreeCall(principal, 'tool')));
  if (known instanceof ServiceError) return refuseCall(call, principal, known, services);
  const { rate, limit } = known;
  const { balance } = principal.account;
  const body = freeOfCharge(answer.body, balance);
  await recordFreeCall(call, principal, { statusCode: 200, body, asked }, services);
  logAnswer(call, principal, services.logger);
  return { ok: true, body, envelope: undefined, isReplay: true, creditsCharged: 0, balance, rate, limit };
}

const keptEnvelope = v.looseObject({ usage: v.looseObject({}) });

/** The answer as it was kept, saying of this call what it cost. */
function freeOfCharge(body: string, balance: number): string {
  const { usage, ...envelope } = v.parse(keptEnvelope, JSON.parse(body));
  const free = { credits_charged: 0, balance_after: balance, replayed: true };
  return JSON.stringify({ ...envelope, usage: { ...usage, ...free } });
}

interface UncheckedCall<Tool extends ToolContract> extends Omit<ToolCall<Tool>, keyof CheckedInput<unknown>> {
  readonly args: unknown;
  readonly runSent?: { readonly id?: unknown; readonly budget?: unknown } | undefined;
}

export interface ServedTool {
  readonly tool: ToolContract;
  call(
    request: Omit<UncheckedCall<ToolContract>, 'tool' | 'logic'>,
    services: ToolCallServices,
  ): Promise<CallOutcome>;
}

/** A call for those that have arguments and no HTTP request: admitted, checked and refused as over REST. */
export async function callWithArguments<Tool extends ToolContract>(
  { args, runSent, ...request }: UncheckedCall<Tool>,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const { call, principal } = request;
  const checked = await orError(check(request, args, runSent, services));
  if (checked instanceof ServiceError) return refuseCall(call, principal, checked, services);
  return callTool({ ...request, ...checked }, services);
}

async function check<Tool extends ToolContract>(
  { principal, tool }: { readonly principal: Principal; readonly tool: Tool },
  args: unknown,
  runSent: UncheckedCall<Tool>['runSent'],
  { baseUrl, clock }: Pick<ToolCallServices, 'baseUrl' | 'clock'>,
): Promise<CheckedInput<ToolInput<Tool>> & { readonly run: NamedRun | undefined }> {
  admit(principal, tool, baseUrl);
  refuseWhenFull(principal, 'tool', clock());
  return { ...checkInput(tool, wellFormed(args)), run: nameRun(runSent?.id, runSent?.budget) };
}

/** Nesting that no contract comes near; deeper arguments are refused before they exhaust the stack. */
const maxDepth = 100;

/** JSON can spell half of a character (`"\ud800"`), which no database takes: it becomes U+FFFD. */
function wellFormed(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw new ServiceError('invalid_json', 'The arguments are nested too deeply.');
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map((entry) => wellFormed(entry, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, wellFormed(member, depth + 1)]));
}
