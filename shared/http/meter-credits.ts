import type { MiddlewareObj } from '@middy/core';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { CreditLedger } from '#shared/money/ledger/credit-ledger.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent } from './call.ts';
import { reportCall } from './log-usage.ts';
import { problemResult, toServiceError } from './problem-responses.ts';

interface MeterOptions {
  readonly ledger: CreditLedger;
  readonly clock: Clock;
  readonly docsUrl: string;
  readonly billingUrl: string;
}

/**
 * Holds the price before the tool runs, and decides the hold by writing the
 * usage record: charged with an answer, void with an error. Sits after
 * validation, so that a malformed request never touches the balance, and
 * before the work, so that an empty account never costs anything upstream.
 * A tool that costs nothing holds nothing: it is counted, and logged by
 * `logUsage` like any free call.
 */
export function meterCredits(
  { name: tool, credits }: Pick<ToolContract, 'name' | 'credits'>,
  options: MeterOptions,
): MiddlewareObj<GatewayEvent & Begun & Authenticated, CallResult> {
  const { ledger } = options;
  return {
    name: 'meter-credits',
    async before({ event }) {
      if (event.call.replayed) return;
      if (credits === 0) {
        event.call.rate = await ledger.countFreeCall(event.principal);
        return;
      }
      event.call.hold = await ledger
        .hold(event.principal, { requestId: event.call.requestId, tool, credits })
        .catch((error: unknown) => Promise.reject(withBillingLink(error, options.billingUrl)));
      event.call.rate = event.call.hold.rate;
    },
    async after(request) {
      const { call, principal } = request.event;
      if (!call.hold || !request.response) return;
      const report = reportCall(call, principal, request.response, options.clock(), undefined);
      const outcome = await ledger.commit(call.hold, 'charged', report);
      call.recorded = true;
      await ledger.settle(call.hold, outcome);
      // The sweeper decided first: this call took too long, was refunded, and must not answer.
      if (outcome === 'void') throw outOfTime();
    },
    async onError(request) {
      const { call, principal } = request.event;
      if (!call.hold || call.recorded) return;
      const error = toServiceError(request.error);
      const response = problemResult(error, { docsUrl: options.docsUrl, call });
      request.response = response;
      const report = reportCall(call, principal, response, options.clock(), error);
      const outcome = await ledger.commit(call.hold, 'void', report);
      call.recorded = true;
      await ledger.settle(call.hold, outcome);
    },
  };
}

function outOfTime(): ServiceError {
  return new ServiceError('upstream_timeout', 'The call took too long and was not charged. Try again.');
}

function withBillingLink(error: unknown, billingUrl: string): unknown {
  if (!(error instanceof ServiceError) || error.status !== 402) return error;
  return new ServiceError(error.code, error.message, {
    details: { ...error.details, action_url: billingUrl },
    faults: error.faults,
    headers: error.headers,
    cause: error,
  });
}
