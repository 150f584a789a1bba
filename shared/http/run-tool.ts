import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import type { ToolAnswer, ToolContext, ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Authenticated, Begun, CallResult, Validated } from './call.ts';
import { buildEnvelope } from './envelope.ts';
import { keepDatasets } from './keep-datasets.ts';
import type { AskedQuestion, ToolServices } from './services.ts';

export type ReportProgress = ToolContext['reportProgress'];

interface RunOptions {
  readonly timeoutMs: number;
  readonly reportProgress: ReportProgress;
}

type ToolCall<Tool extends ToolContract> = Begun & Authenticated & Validated<ToolInput<Tool>>;

/** Runs the tool's logic, keeps its datasets and observations, and answers with the envelope. */
export async function answerCall<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
  services: ToolServices,
  event: ToolCall<Tool>,
  options: RunOptions,
): Promise<CallResult> {
  const { call } = event;
  if (call.replayed) return call.replayed;
  const answer: ToolAnswer<unknown> = await runWithin(options.timeoutMs, (signal) =>
    runLogic(logic, services, event, signal, options.reportProgress),
  );
  call.cacheHit = answer.cacheHit;
  const question: AskedQuestion = {
    accountId: event.principal.account.accountId,
    tool: tool.name,
    args: event.input,
  };
  const [kept, deltas] = await Promise.all([
    keepDatasets(services, question, answer.datasets ?? []),
    services.observations.compareAndKeep(question, answer.observations ?? []),
  ]);
  const balanceAfter = call.hold?.balanceAfter ?? event.principal.account.balance;
  const envelope = buildEnvelope(tool, {
    answer,
    deltas,
    resources: kept.resources,
    warnings: [...event.warnings, ...kept.warnings],
    prices: services.prices,
    usage: {
      request_id: call.requestId,
      tool: tool.name,
      credits_charged: tool.credits,
      balance_after: balanceAfter,
      cache_hit: answer.cacheHit,
    },
  });
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'x-credits-charged': String(tool.credits),
      'x-credits-balance': String(balanceAfter),
    },
    body: JSON.stringify(envelope),
  };
}

async function runLogic<Tool extends ToolContract>(
  logic: ToolLogic<Tool>,
  services: ToolServices,
  event: ToolCall<Tool>,
  signal: AbortSignal,
  reportProgress: ReportProgress,
): ReturnType<ToolLogic<Tool>> {
  const { account } = event.principal;
  return logic(event.input, {
    market: event.market,
    sources: await services.openSources(event.call.spend, signal),
    now: services.clock(),
    signal,
    features: account.features,
    datasets: services.datasets.reader(account.accountId),
    reportProgress,
  });
}

/** Ends with `upstream_timeout` when the work has not ended in time, whether or not it heeds its signal. */
async function runWithin<Value>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const timedOut = new ServiceError(
        'upstream_timeout',
        'The answer was not ready in time and nothing was charged. Try again, or ask for less at once.',
      );
      controller.abort(timedOut);
      reject(timedOut);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
