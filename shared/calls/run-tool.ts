import type { Envelope } from '#shared/contract/envelope.ts';
import type { ToolContract, ToolInput } from '#shared/contract/tool.ts';
import type { ToolAnswer, ToolContext, ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import type { Spend } from '#shared/facts/sources/spend.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Call } from './call.ts';
import type { CheckedInput } from './check-input.ts';
import { buildEnvelope } from './envelope.ts';
import { keepDatasets } from './keep-datasets.ts';
import type { AskedQuestion, ToolCallServices } from './services.ts';

export type ReportProgress = ToolContext['reportProgress'];

/** What a tool is run with. */
export interface ToolRun<Tool extends ToolContract> extends CheckedInput<ToolInput<Tool>> {
  readonly call: Call;
  readonly principal: Principal;
  readonly tool: Tool;
  readonly logic: ToolLogic<Tool>;
  /** When the work must have ended, in milliseconds since 1970. */
  readonly deadline: number;
  readonly reportProgress?: ReportProgress;
}

/** What the call has cost and left, as its answer says it. */
export interface Paid {
  readonly balanceAfter: number;
  readonly spend: Spend;
}

/** Runs the tool's logic, keeps its datasets and observations, and gives the envelope. */
export async function runTool<Tool extends ToolContract>(
  run: ToolRun<Tool>,
  { balanceAfter, spend }: Paid,
  services: ToolCallServices,
): Promise<Envelope> {
  const { call, principal, tool, input, warnings } = run;
  const answer: ToolAnswer<Readonly<Record<string, unknown>>> = await runWithin(
    run.deadline - services.clock(),
    (signal) => runLogic(run, spend, signal, services),
  );
  const question: AskedQuestion = { accountId: principal.account.accountId, tool: tool.name, args: input };
  const [kept, deltas] = await Promise.all([
    keepDatasets(services, question, answer.datasets ?? []),
    services.observations.compareAndKeep(question, answer.observations ?? []),
  ]);
  return buildEnvelope(tool, {
    answer,
    deltas,
    resources: kept.resources,
    warnings: [...warnings, ...kept.warnings],
    prices: services.prices,
    usage: {
      request_id: call.requestId,
      tool: tool.name,
      credits_charged: tool.credits,
      balance_after: balanceAfter,
      cache_hit: answer.cacheHit,
    },
  });
}

async function runLogic<Tool extends ToolContract>(
  { principal, input, market, logic, reportProgress }: ToolRun<Tool>,
  spend: Spend,
  signal: AbortSignal,
  services: ToolCallServices,
): ReturnType<ToolLogic<Tool>> {
  const { account } = principal;
  return logic(input, {
    market,
    sources: await services.openSources(spend, signal),
    now: services.clock(),
    signal,
    features: account.features,
    datasets: services.datasets.reader(account.accountId),
    reportProgress: reportProgress ?? (() => {}),
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
    timer = setTimeout(
      () => {
        const timedOut = new ServiceError(
          'upstream_timeout',
          'The answer was not ready in time and nothing was charged. Try again, or ask for less at once.',
        );
        controller.abort(timedOut);
        reject(timedOut);
      },
      Math.max(1, timeoutMs),
    );
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
