import type { Context } from 'aws-lambda';
import { admit, checkInput, nameRun } from '#shared/calls/admit-call.ts';
import { callTool } from '#shared/calls/call-tool.ts';
import { reserveMs } from '#shared/calls/claim-call.ts';
import type { CallOutcome } from '#shared/calls/problem.ts';
import { type ToolContract, toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { authenticate } from './authenticate.ts';
import type { CallResult, GatewayHandler } from './call.ts';
import {
  callPipeline,
  failureResult,
  limitHeaders,
  rateHeaders,
  type ToolServices,
} from './call-pipeline.ts';

/** How long what was made from secrets is worked with: as long as a secret that was read is kept. */
const lifeMs = 5 * 60_000;
/** Before a failed renewal is tried again; until then the former value serves. */
const pauseMs = 30_000;

interface MemoizeOptions {
  /** Milliseconds that only grow; a clock that is set must not renew anything. */
  readonly now?: () => number;
}

/**
 * Gives what `load` made, and has it made again after five minutes: a function
 * that runs for hours learns of rotated secrets without being replaced. The
 * first failure rejects, and the next call tries again; a later failure is
 * ignored while the former value serves.
 */
export function memoizeWithTtl<Value>(
  load: () => Promise<Value>,
  { now = () => performance.now() }: MemoizeOptions = {},
): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; renewAt: number } | undefined;

  async function renew(former: Promise<Value>): Promise<Value> {
    try {
      return await load();
    } catch {
      if (kept) kept.renewAt = now() + pauseMs;
      return former;
    }
  }

  return () => {
    if (kept && now() < kept.renewAt) return kept.value;
    const made = { value: kept ? renew(kept.value) : load(), renewAt: now() + lifeMs };
    kept = made;
    made.value.catch(() => {
      if (kept === made) kept = undefined;
    });
    return made.value;
  };
}

/** A handler that is made with its first request, and every few minutes again. */
export function lazyHandler(make: () => Promise<GatewayHandler>): GatewayHandler {
  const made = memoizeWithTtl(make);
  return async (event, context) => (await made())(event, context);
}

interface ToolHandlerOptions {
  /** Called with the first call, and every few minutes again. */
  readonly services: () => Promise<ToolServices>;
}

/** The function of a tool: its logic behind the steps of every call, metered by `callTool`. */
export function toolHandler<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
  options: ToolHandlerOptions,
): GatewayHandler {
  return lazyHandler(async () => toolPipeline(tool, logic, await options.services()));
}

function toolPipeline<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
  services: ToolServices,
): GatewayHandler {
  return callPipeline(
    {
      tool: tool.name,
      body: 'read',
      authenticate: authenticate(services.resolvers),
      authorize: (principal) => admit(principal, tool, services.baseUrl),
      validate: ({ body, call }) => ({
        ...checkInput(tool, body),
        run: nameRun(call.headers['x-run-id'], call.headers['x-run-budget']),
      }),
      async answer({ call, principal, checked }, context) {
        const idempotencyKey = call.headers['idempotency-key'];
        const faultSent = call.headers['x-test-fault'];
        const deadline = services.clock() + remainingMs(context, tool);
        const request = { call, principal, tool, logic, ...checked, idempotencyKey, faultSent, deadline };
        return respond(await callTool(request, services), services.baseUrl);
      },
    },
    services,
  );
}

/** Milliseconds that a call of the tool may work, in a function that is called with this context. */
export function remainingMs(context: Context, tool: Pick<ToolContract, 'timeoutSeconds'>): number {
  const whole = context.getRemainingTimeInMillis?.() ?? (tool.timeoutSeconds ?? toolTimeoutSeconds) * 1_000;
  return Math.max(1, whole - reserveMs);
}

function respond(outcome: CallOutcome, docsUrl: string): CallResult {
  if (!outcome.ok) return failureResult(outcome, docsUrl);
  const { body, creditsCharged, balance, rate, limit, isReplay, delivery } = outcome;
  if (delivery === 'lost') return { statusCode: 504, headers: {}, body: '' };
  return {
    statusCode: 200,
    headers: {
      ...rateHeaders(rate),
      ...limitHeaders(limit),
      'content-type': 'application/json',
      'x-credits-charged': String(creditsCharged),
      'x-credits-balance': String(balance),
      ...(isReplay && { 'idempotency-replayed': 'true' }),
    },
    body,
  };
}
