import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { outOfTime } from '#shared/calls/in-time.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { beginCall } from './begin-call.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent, GatewayHandler, Validated } from './call.ts';
import { checkBody } from './check-body.ts';
import { limitRate } from './limit-rate.ts';
import { logRefusals } from './log-refusals.ts';
import { parseBody } from './parse-body.ts';
import { problemResponses } from './problem-responses.ts';
import type { CallServices } from './services.ts';

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
