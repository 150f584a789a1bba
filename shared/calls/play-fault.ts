import { setTimeout as passing } from 'node:timers/promises';
import { type ToolContract, toolPath } from '#shared/contract/tool.ts';
import { holderOf } from '#shared/money/accounts/principal.ts';
import { type ErrorCode, errorCatalog, type RequestFault, ServiceError } from '#shared/platform/errors.ts';
import type { CallOutcome, ToolCall } from './call-tool.ts';
import { fieldNames } from './check-input.ts';
import { type Failure, orError, toProblem } from './problem.ts';
import { endOf, recordRefusal, refuseCall } from './record-call.ts';
import type { ToolCallServices } from './services.ts';
import { type AnsweredFault, isAnsweredFault, isErrorCode, testFaults } from './test-faults.ts';

type Fault =
  | { readonly name: ErrorCode; readonly isError: true }
  | { readonly name: AnsweredFault; readonly isError: false; readonly seconds: number };

const usualSeconds = 5;
const mostSeconds = 28;
/** Credits that are left after a call with a low balance. */
const lowBalance = 1;

/**
 * Plays what a test key asks for with `X-Test-Fault`: an error of the table in
 * place of the call, or the call with an answer that comes late, not whole or
 * not at all. With an `Idempotency-Key` each error is played once, so that the
 * retry of a client is answered. `meter` makes the call. Never rejects.
 */
export async function playFault<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
  meter: (request: ToolCall<Tool>) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const { call, principal } = request;
  const fault = await orError(readFault(request));
  if (fault instanceof ServiceError) return refuseCall(call, principal, fault, services);
  if (!fault.isError) return playAnswer(fault, request, services, meter);
  const wasPlayed = await orError(isPlayed(fault.name, request, services));
  if (wasPlayed instanceof ServiceError) return refuseCall(call, principal, wasPlayed, services);
  return wasPlayed ? meter(request) : playError(fault.name, request, services);
}

async function playAnswer<Tool extends ToolContract>(
  { name, seconds }: Extract<Fault, { isError: false }>,
  request: ToolCall<Tool>,
  { clock }: ToolCallServices,
  meter: (request: ToolCall<Tool>) => Promise<CallOutcome>,
): Promise<CallOutcome> {
  const { principal, deadline } = request;
  if (name === 'low_balance') {
    const account = { ...principal.account, balance: lowBalance };
    return meter({ ...request, principal: { ...principal, account } });
  }
  if (name === 'slow') {
    await passing(Math.min(seconds * 1_000, deadline - clock()));
    return meter(request);
  }
  const outcome = await meter(request);
  if (!outcome.ok || outcome.isReplay) return outcome;
  return { ...outcome, delivery: name === 'cut_stream' ? 'cut' : 'lost' };
}

async function readFault({
  principal,
  faultSent,
}: Pick<ToolCall<ToolContract>, 'principal' | 'faultSent'>): Promise<Fault> {
  if (!principal.isTest)
    throw refused('Faults are played for test keys (or_test_…) only. Leave X-Test-Fault out of live calls.');
  const [name = '', value] = typeof faultSent === 'string' ? faultSent.trim().split('=') : [];
  if (value === undefined && isErrorCode(name)) return { name, isError: true };
  const seconds = value === undefined ? usualSeconds : Number(value);
  const takesValue = name === 'slow' && Number.isInteger(seconds) && seconds >= 1 && seconds <= mostSeconds;
  if (isAnsweredFault(name) && (value === undefined || takesValue)) return { name, isError: false, seconds };
  throw refused(
    `There is no such fault. Send one of ${testFaults.join(', ')}; slow takes seconds, such as slow=${mostSeconds}.`,
  );
}

function refused(message: string): ServiceError {
  return new ServiceError('validation_error', `X-Test-Fault: ${message} Nothing was charged.`, {
    faults: [{ pointer: '', loc: ['header', 'X-Test-Fault'], type: 'test_fault', message }],
  });
}

/** Whether this error was played for this key before; from now on it was. */
async function isPlayed(
  code: ErrorCode,
  { principal, idempotencyKey }: Pick<ToolCall<ToolContract>, 'principal' | 'idempotencyKey'>,
  { idempotency }: ToolCallServices,
): Promise<boolean> {
  if (idempotencyKey === undefined) return false;
  const claimed = await idempotency.claim({
    accountId: holderOf(principal),
    // An Idempotency-Key has no blanks, so that no caller's key is ever one of these.
    key: `fault ${code} ${idempotencyKey}`,
    request: code,
  });
  if (claimed.kind === 'replay') return true;
  await claimed.claim.keep({ statusCode: errorCatalog[code].status, body: '' }, undefined);
  return false;
}

/** Recorded as a refusal is, and told to the log as what it is: no alarm counts it. */
async function playError<Tool extends ToolContract>(
  code: ErrorCode,
  { call, principal, tool }: ToolCall<Tool>,
  services: ToolCallServices,
): Promise<Failure> {
  const error = playedError(code, tool, services.dashboardUrl);
  const problem = toProblem(error, call, services.baseUrl);
  const failure: Failure = { ok: false, error, problem, rate: undefined };
  services.logger.info('fault played', { request_id: call.requestId, endpoint: toolPath(tool), fault: code });
  await recordRefusal(call, principal, endOf(failure), services);
  return failure;
}

function playedError(code: ErrorCode, tool: ToolContract, dashboardUrl: string): ServiceError {
  const { status, title, retryable } = errorCatalog[code];
  const isRetriedLater = retryable && [409, 429, 503].includes(status);
  return new ServiceError(code, `${title}. Played for X-Test-Fault; nothing was charged.`, {
    details: status === 402 ? missingCredits(code, tool, dashboardUrl) : {},
    faults: status === 422 ? [faultOf(code, tool)] : [],
    headers: {
      ...(isRetriedLater && { 'retry-after': '1' }),
      ...(status === 405 && { allow: 'POST' }),
    },
  });
}

function missingCredits(code: ErrorCode, { credits }: ToolContract, dashboardUrl: string) {
  return {
    credits_required: credits,
    balance: 0,
    action_url: `${dashboardUrl}/billing`,
    ...(code === 'run_budget_exceeded' && { run_spent: credits, run_budget: credits }),
  };
}

const faultyFields: Readonly<Partial<Record<ErrorCode, string>>> = {
  unknown_location: 'location',
  unknown_language: 'language',
  unsupported_market: 'location',
};

function faultOf(code: ErrorCode, { input }: ToolContract): RequestFault {
  const field = faultyFields[code] ?? fieldNames(input)[0] ?? '';
  return { pointer: `/${field}`, loc: ['body', field], type: code, message: 'Played for X-Test-Fault.' };
}
