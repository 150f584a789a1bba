import { setTimeout as passing } from 'node:timers/promises';
import type { ToolContract } from '#shared/contract/tool.ts';
import { holderOf } from '#shared/money/accounts/principal.ts';
import { errorCatalog, type ServiceError } from '#shared/platform/errors.ts';
import type { Call, ToolCallServices } from './call.ts';
import type { CallOutcome, Failure, ToolCall } from './problem.ts';

/** What playing needs of the service's own side: this module is loaded apart and shares no class with it. */
interface Stage<Tool extends ToolContract> {
  meter(request: ToolCall<Tool>): Promise<CallOutcome>;
  /** Ends the call with an error; the logger is told of it. */
  refuse(error: ServiceError, services: Pick<ToolCallServices, 'logger'>): Promise<Failure>;
  readonly ServiceError: typeof ServiceError;
}

type PlayedError = Exclude<TestFault, 'slow' | 'cut_stream' | 'answer_lost'>;
const isPlayedError = (name: TestFault): name is PlayedError => Object.hasOwn(errorCatalog, name);

const usualSeconds = 5;
const mostSeconds = 28;

/**
 * Plays what a test key asks for with `X-Test-Fault`: an error in
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
  const { name, seconds } = readFault(request, stage);
  if (!isPlayedError(name)) return playAnswer(name, seconds, request, services, stage);
  if (await wasPlayed(name, request, services)) return stage.meter(request);
  const error = playedError(name, request.tool, services.dashboardUrl, stage);
  // A played failure is none of the service: it goes to the log as what it is, and no alarm counts it.
  const told = () => logPlayed(request.call, name, error.status, services.logger);
  return stage.refuse(error, { logger: { ...services.logger, info: told, error: told } });
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
  name: Exclude<TestFault, PlayedError>,
  seconds: number,
  request: ToolCall<Tool>,
  { clock, logger }: ToolCallServices,
  { meter }: Stage<Tool>,
): Promise<CallOutcome> {
  if (name === 'slow') {
    await passing(Math.min(seconds * 1_000, request.deadline - clock()));
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
): { readonly name: TestFault; readonly seconds: number } {
  const refused = (message: string) =>
    new ServiceError('validation_error', `X-Test-Fault: ${message} Nothing was charged.`, {
      faults: [{ pointer: '', loc: ['header', 'X-Test-Fault'], type: 'test_fault', message }],
    });
  if (!principal.isTest)
    throw refused('Faults are played for test keys (or_test_…) only. Leave X-Test-Fault out of live calls.');
  const [name = '', value] = typeof faultSent === 'string' ? faultSent.trim().split('=') : [];
  const seconds = value === undefined ? usualSeconds : Number(value);
  const takesValue = name === 'slow' && Number.isInteger(seconds) && seconds >= 1 && seconds <= mostSeconds;
  if (isTestFault(name) && (value === undefined || takesValue)) return { name, seconds };
  throw refused(
    `There is no such fault. Send one of ${testFaultNames.join(', ')}; slow takes seconds, such as slow=${mostSeconds}.`,
  );
}

/** Whether this error was played for this key before; from now on it was. */
async function wasPlayed(
  code: PlayedError,
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
  code: PlayedError,
  { credits }: ToolContract,
  dashboardUrl: string,
  { ServiceError: Played }: Pick<Stage<ToolContract>, 'ServiceError'>,
): ServiceError {
  const { title, retryable } = errorCatalog[code];
  return new Played(code, `${title}. Played for X-Test-Fault; nothing was charged.`, {
    ...(code === 'insufficient_credits' && {
      details: { credits_required: credits, balance: 0, action_url: `${dashboardUrl}/billing` },
    }),
    ...(retryable && { headers: { 'retry-after': '1' } }),
  });
}

/** The failures that every client meets: what comes of each when a test key asks for it, and what a client should do. */
export const testFaults = {
  insufficient_credits: {
    what: '402. The balance does not cover the call.',
    remedy: 'Do not repeat it. Show a person the page that `action_url` names.',
  },
  rate_limited: {
    what: '429, with `Retry-After: 1`.',
    remedy: 'Send the same request again after `Retry-After` seconds.',
  },
  upstream_unavailable: {
    what: '503, with `Retry-After: 1`.',
    remedy: 'Send the same request again after `Retry-After` seconds, a few times at most.',
  },
  slow: {
    what: 'The answer comes after five seconds, or after as many as `slow=SECONDS` says, up to 28. A tool that has less time than that ends with 504 `upstream_timeout`.',
    remedy: 'Wait for at least 30 seconds, the longest that a call takes, before you give it up.',
  },
  cut_stream: {
    what: 'The call is made and its answer kept, and the first half of it goes out: JSON that ends early over REST, a stream that ends early over MCP.',
    remedy: 'Treat it as a lost answer: send the same request again with the same `Idempotency-Key`.',
  },
  answer_lost: {
    what: 'The call is made and its answer kept, and a 504 without a body comes instead, as from a proxy between. A live call would have been charged.',
    remedy:
      'Send the same request again with the same `Idempotency-Key`: the answer comes with `usage.replayed: true`, and a live key pays nothing for it.',
  },
} as const;
export type TestFault = keyof typeof testFaults;

export const testFaultNames: readonly string[] = Object.keys(testFaults);

export const isTestFault = (name: string): name is TestFault => Object.hasOwn(testFaults, name);
