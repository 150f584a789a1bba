import type { Context } from 'aws-lambda';
import { admit, checkInput, nameRun } from '#shared/calls/admit-call.ts';
import { callTool } from '#shared/calls/call-tool.ts';
import { reserveMs } from '#shared/calls/end-in-time.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { authenticate } from './authenticate.ts';
import type { CallResult, GatewayHandler } from './call.ts';
import { callPipeline, type ToolServices } from './call-pipeline.ts';
import { lazyHandler } from './lazy-handler.ts';
import { failureResult, limitHeaders, rateHeaders } from './problem-responses.ts';

export interface ToolHandlerOptions {
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
