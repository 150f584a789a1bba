import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import { toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { memoizeWithTtl } from '#shared/platform/memoize-with-ttl.ts';
import { authenticate } from './authenticate.ts';
import { authorizeTool } from './authorize-tool.ts';
import { beginCall } from './begin-call.ts';
import type { CallResult, GatewayEvent } from './call.ts';
import { checkBody } from './check-body.ts';
import { limitRate } from './limit-rate.ts';
import { logUsage } from './log-usage.ts';
import { meterCredits } from './meter-credits.ts';
import { parseBody } from './parse-body.ts';
import { problemResponses } from './problem-responses.ts';
import { keepAnswer, replay } from './replay.ts';
import { answerCall, type ReportProgress } from './run-tool.ts';
import type { ToolServices } from './services.ts';
import { validateTool } from './validate.ts';

export type GatewayHandler = (event: GatewayEvent, context: Context) => Promise<CallResult>;

export interface ToolHandlerOptions {
  /** Called with the first call, and every few minutes again. */
  readonly services: () => Promise<ToolServices>;
  /** Replaces the look-up of a credential, for calls made inside the service. */
  readonly authentication?: ReturnType<typeof authenticate>;
  readonly reportProgress?: ReportProgress;
}

/**
 * The function of a tool: its logic behind the pipeline that every tool call
 * goes through. Read `toolPipeline` from top to bottom.
 */
export function toolHandler<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
  options: ToolHandlerOptions,
): GatewayHandler {
  const pipeline = memoizeWithTtl(async () => toolPipeline(tool, logic, await options.services(), options));
  return async (event, context) => (await pipeline())(event, context);
}

/** Who, what, at which price, then the work. `after` and `onError` steps run from the bottom up. */
function toolPipeline<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
  services: ToolServices,
  options: ToolHandlerOptions,
): GatewayHandler {
  const { clock, ledger, logger, baseUrl: docsUrl, dashboardUrl, idempotency: store } = services;
  const billingUrl = `${dashboardUrl}/billing`;
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, tool.name))
    .use(logUsage({ ledger, clock, logger }))
    .use(problemResponses({ docsUrl, logger }))
    .use(options.authentication ?? authenticate(services.resolvers))
    .use(authorizeTool(tool))
    .use(limitRate(clock))
    .use(checkBody())
    .use(parseBody())
    .use(validateTool(tool))
    .use(replay<{ input: ToolInput<Tool> }>({ store, ledger }, ({ input }) => input))
    .use(meterCredits(tool, { ledger, clock, docsUrl, billingUrl }))
    .use(keepAnswer())
    .handler((event, context) =>
      answerCall(tool, logic, services, event, {
        timeoutMs: remainingMs(context, tool),
        reportProgress: options.reportProgress ?? (() => {}),
      }),
    );
}

/** The logic stops this long before the function does, so that the call can still be refunded and answered. */
const reserveMs = 3_000;

function remainingMs(context: Context, tool: ToolContract): number {
  const whole = context.getRemainingTimeInMillis?.() ?? (tool.timeoutSeconds ?? toolTimeoutSeconds) * 1_000;
  return Math.max(1, whole - reserveMs);
}
