import { setTimeout as passing } from 'node:timers/promises';
import type { ToolContract } from '#shared/contract/tool.ts';
import { holderOf } from '#shared/money/accounts/principal.ts';
import {
  type ErrorCode,
  errorCatalog,
  type RequestFault,
  type ServiceError,
} from '#shared/platform/errors.ts';
import type { Call } from './call.ts';
import type { CallOutcome, Failure, ToolCall } from './problem.ts';
import type { ToolCallServices } from './services.ts';
import { type AnsweredFault, isAnsweredFault, isErrorCode, testFaults } from './test-faults.ts';

/** What playing needs of the service's own side: this module is loaded apart and shares no class with it. */
interface Stage<Tool extends ToolContract> {
  meter(request: ToolCall<Tool>): Promise<CallOutcome>;
  /** Ends the call with an error; the logger is told of it. */
  refuse(error: ServiceError, services: Pick<ToolCallServices, 'logger'>): Promise<Failure>;
  readonly ServiceError: typeof ServiceError;
}

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
 * retry of a client is answered. Rejects with `validation_error` where the key
 * is a live one or there is no such fault.
 */
export async function playFault<Tool extends ToolContract>(
  request: ToolCall<Tool>,
  services: ToolCallServices,
  stage: Stage<Tool>,
): Promise<CallOutcome> {
  const fault = readFault(request, stage);
  if (!fault.isError) return playAnswer(fault, request, services, stage);
  if (await wasPlayed(fault.name, request, services)) return stage.meter(request);
  const error = playedError(fault.name, request.tool, services.dashboardUrl, stage);
  return stage.refuse(error, { logger: playing(request.call, services) });
}

/** A played failure is none of the service: it goes to the log as what it is, and no alarm counts it. */
function playing(
  call: Pick<Call, 'requestId' | 'endpoint'>,
  { logger }: Pick<ToolCallServices, 'logger'>,
): ToolCallServices['logger'] {
  const played = (_message: string, { code }: { code?: unknown } = {}) =>
    logPlayed(
      call,
      String(code),
      typeof code === 'string' && isErrorCode(code) ? errorCatalog[code].status : 200,
      logger,
    );
  return { ...logger, info: played, error: played };
}

/** The gateway counts a played failure as it does a real one, but not over MCP, where failures are results. */
function logPlayed(
  { requestId, endpoint }: Pick<Call, 'requestId' | 'endpoint'>,
  fault: string,
  status: number,
  logger: ToolCallServices['logger'],
): void {
  const isCounted = status >= 500 && endpoint.startsWith('/v1/');
  const facts = { request_id: requestId, fault };
  logger.info('fault played', facts, isCounted ? { figures: { PlayedFailures: 1 } } : undefined);
}

async function playAnswer<Tool extends ToolContract>(
  { name, seconds }: Extract<Fault, { isError: false }>,
  request: ToolCall<Tool>,
  { clock, logger }: ToolCallServices,
  { meter }: Stage<Tool>,
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
  if (name === 'answer_lost') {
    logPlayed(request.call, name, 504, logger);
    return { ...outcome, delivery: 'lost' };
  }
  return { ...outcome, body: outcome.body.slice(0, Math.floor(outcome.body.length / 2)), delivery: 'cut' };
}

function readFault(
  { principal, faultSent }: Pick<ToolCall<ToolContract>, 'principal' | 'faultSent'>,
  { ServiceError }: Pick<Stage<ToolContract>, 'ServiceError'>,
): Fault {
  const refused = (message: string) =>
    new ServiceError('validation_error', `X-Test-Fault: ${message} Nothing was charged.`, {
      faults: [{ pointer: '', loc: ['header', 'X-Test-Fault'], type: 'test_fault', message }],
    });
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

/** Whether this error was played for this key before; from now on it was. */
async function wasPlayed(
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

function playedError(
  code: ErrorCode,
  tool: ToolContract,
  dashboardUrl: string,
  { ServiceError: PlayedError }: Pick<Stage<ToolContract>, 'ServiceError'>,
): ServiceError {
  const { status, title, retryable } = errorCatalog[code];
  const isRetriedLater = retryable && [409, 429, 503].includes(status);
  return new PlayedError(code, `${title}. Played for X-Test-Fault; nothing was charged.`, {
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

/** Points at the field that is named for the code, else at one that every call of the tool sends. */
function faultOf(code: ErrorCode, { example }: ToolContract): RequestFault {
  const field = faultyFields[code] ?? Object.keys(example)[0] ?? '';
  return { pointer: `/${field}`, loc: ['body', field], type: code, message: 'Played for X-Test-Fault.' };
}
