import type { IdempotencyClaim, KeptAnswer } from '#shared/callers/idempotency/idempotency-store.ts';
import type { Call } from '#shared/calls/call.ts';
import { claimKey, releaseKey } from '#shared/calls/claim-call.ts';
import { type Failure, failCall, orError } from '#shared/calls/problem.ts';
import { endOf, logAnswer, recordFreeCall, refuseCall } from '#shared/calls/record-call.ts';
import type { MeteringServices } from '#shared/calls/services.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallResult } from './call.ts';
import { failureResult, limitHeaders, rateHeaders } from './problem-responses.ts';

/** An answer as it goes out, but for what the pipeline adds. */
export type EndpointResult = Required<KeptAnswer>;

interface EndpointCall {
  readonly call: Call;
  /** Undefined where an optional credential was not sent: such a call is neither counted nor recorded. */
  readonly principal: Principal | undefined;
  readonly idempotencyKey: string | undefined;
  readonly input: unknown;
  /** What the endpoint does. */
  ask(): Promise<{ readonly sent: EndpointResult; readonly kept: EndpointResult }>;
}

/** One call of an endpoint over HTTP. Never rejects. */
export async function answerEndpoint(request: EndpointCall, services: MeteringServices): Promise<CallResult> {
  const { principal } = request;
  const answer = await (principal
    ? meterEndpoint({ ...request, principal }, services)
    : answerAnyone(request, services));
  return 'problem' in answer ? failureResult(answer, services.baseUrl) : answer;
}

/**
 * One call of what costs nothing, over whichever protocol: replay → count → ask → keep →
 * record. Never rejects.
 */
export async function meterEndpoint(
  request: EndpointCall & { readonly principal: Principal },
  services: MeteringServices,
): Promise<CallResult | Failure> {
  const { call, principal, idempotencyKey, input, ask } = request;
  const { ledger, idempotency, logger } = services;

  const asked = { principal, idempotencyKey, endpoint: call.endpoint, input };
  const claimed = await orError(claimKey(asked, idempotency));
  if (claimed instanceof ServiceError) return refuseCall(call, principal, claimed, services);
  const claim = claimed.kind === 'claimed' ? claimed.claim : undefined;

  const counted = await orError(ledger.countFreeCall(principal, 'account'));
  if (counted instanceof ServiceError) {
    await releaseKey(claim, logger);
    return refuseCall(call, principal, counted, services);
  }

  const answer = claimed.kind === 'replay' ? replayed(claimed.answer) : await orError(askAndKeep(ask, claim));
  if (answer instanceof ServiceError) {
    const failure = failCall(call, answer, counted.rate, services, { principal });
    await recordFreeCall(call, principal, endOf(failure), services);
    await releaseKey(claim, logger);
    return failure;
  }
  await recordFreeCall(call, principal, { ...answer, keptUnder: claim?.place }, services);
  logAnswer(call, principal, logger);
  return {
    ...answer,
    headers: { ...rateHeaders(counted.rate), ...limitHeaders(counted.limit), ...answer.headers },
  };
}

async function answerAnyone(
  { call, ask }: EndpointCall,
  services: MeteringServices,
): Promise<CallResult | Failure> {
  const answer = await orError(ask());
  if (answer instanceof ServiceError) return failCall(call, answer, undefined, services);
  return { ...answer.sent, headers: { ...answer.sent.headers } };
}

async function askAndKeep(
  ask: EndpointCall['ask'],
  claim: IdempotencyClaim | undefined,
): Promise<EndpointResult> {
  const { sent, kept } = await ask();
  await claim?.keep(kept, undefined);
  return sent;
}

/** The body is the first one, word for word; the headers are about this call. */
function replayed({ statusCode, headers, body }: KeptAnswer): EndpointResult {
  return {
    statusCode,
    headers: { ...headers, 'x-credits-charged': '0', 'idempotency-replayed': 'true' },
    body,
  };
}
