import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { outOfTime } from '#shared/calls/end-in-time.ts';
import { toServiceError } from '#shared/calls/problem.ts';
import { recordRefusal } from '#shared/calls/record-call.ts';
import type { MeteringServices, ToolCallServices } from '#shared/calls/services.ts';
import type { CallKind } from '#shared/money/accounts/account-item.ts';
import type { CredentialResolver, Principal } from '#shared/money/accounts/principal.ts';
import { refuseWhenFull } from '#shared/money/ledger/refuse-when-full.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { beginCall, type Surroundings } from './begin-call.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent, GatewayHandler, Validated } from './call.ts';
import { problemResponses } from './problem-responses.ts';
import { checkBody, parseBody } from './read-body.ts';

/** An authenticated request whose every part was checked. */
export type CheckedEvent<Caller extends Principal | undefined, Checked> = GatewayEvent &
  Begun &
  Authenticated<Caller> &
  Validated<Checked>;

/** In what tools and endpoints differ. */
export interface CallSteps<Caller extends Principal | undefined, Checked> {
  /** Wire name of the tool; null for what is no tool. */
  readonly tool: string | null;
  readonly body: 'read' | 'ignored';
  readonly authenticate: MiddlewareObj<GatewayEvent & Begun & Authenticated<Caller>, CallResult>;
  /** Throws unless the caller may call this at all. */
  authorize(caller: Caller): void;
  /** The request as its contract describes it, or throws what is wrong with it. */
  validate(event: GatewayEvent & Begun): Checked;
  /** Answers the call and records it. Never rejects. */
  answer(event: CheckedEvent<Caller, Checked>, context: Context): Promise<CallResult>;
}

/** Every authenticated call over HTTP, from top to bottom; `onError` steps run from the bottom up. */
export function callPipeline<Caller extends Principal | undefined, Checked>(
  { tool, body, authenticate, authorize, validate, answer }: CallSteps<Caller, Checked>,
  services: CallServices,
): GatewayHandler {
  const { clock, logger, baseUrl: docsUrl } = services;
  return middy<GatewayEvent, CallResult>(tool === null ? endsEarly : endsItself)
    .use(beginCall(clock, tool, services))
    .use(logRefusals(services))
    .use(problemResponses({ docsUrl, logger }))
    .use(authenticate)
    .use(step('authorize', ({ principal }: Authenticated<Caller>) => authorize(principal)))
    .use(limitRate<Caller>(clock, tool === null ? 'account' : 'tool'))
    .use(checkBody(body))
    .use(parseBody())
    .use(
      step('validate', (event: GatewayEvent & Begun & Validated<Checked>) => {
        event.checked = validate(event);
      }),
    )
    .handler(answer);
}

/** What costs nothing is answered a moment before its function's time is over. */
export const endsEarly = {
  timeoutEarlyResponse: () => {
    throw outOfTime();
  },
};

/** A tool is answered by `endInTime`, which knows what was charged. */
const endsItself = { timeoutEarlyInMillis: 0 };

function step<Part>(
  name: string,
  before: (event: GatewayEvent & Part) => void,
): MiddlewareObj<GatewayEvent & Part, CallResult> {
  return { name, before: ({ event }) => before(event) };
}

/** Refuses a call early that its write would refuse anyway, and so spares the work. */
export function limitRate<Caller extends Principal | undefined>(
  clock: Clock,
  kind: CallKind,
): MiddlewareObj<GatewayEvent & Authenticated<Caller>, CallResult> {
  return {
    name: 'limit-rate',
    before({ event: { principal } }) {
      if (principal) refuseWhenFull(principal, kind, clock());
    },
  };
}

/**
 * Writes the usage record of an authenticated call that a later step refused:
 * a malformed body, say. A call that passes them all is recorded by what
 * answers it, which never throws.
 */
export function logRefusals(
  services: Pick<MeteringServices, 'ledger' | 'clock' | 'logger'>,
): MiddlewareObj<GatewayEvent & Begun & Partial<Authenticated<Principal | undefined>>, CallResult> {
  return {
    name: 'log-refusals',
    async onError({ event, response, error }) {
      const { call, principal } = event;
      if (!principal || !response) return;
      const { statusCode, body } = response;
      await recordRefusal(call, principal, { statusCode, body, error: toServiceError(error) }, services);
    },
  };
}

/** What every authenticated call over HTTP needs from outside; built once per cold start. */
export interface CallServices extends MeteringServices, Surroundings {
  readonly resolvers: readonly CredentialResolver[];
}

/** What a tool call over HTTP needs beside. */
export interface ToolServices extends Omit<CallServices, 'ledger'>, ToolCallServices {}
