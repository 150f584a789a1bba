import middy, { type MiddlewareObj } from '@middy/core';
import { readBrowserMark, readSessionCookie } from '#shared/callers/identity/session-token.ts';
import {
  type Begun,
  beginCall,
  type CallResult,
  callerAddress,
  checkBody,
  type GatewayEvent,
  type GatewayHandler,
  parseBody,
} from '#shared/http/call.ts';
import { problemResponses } from '#shared/http/call-pipeline.ts';
import { lazyHandler } from '#shared/http/tool-handler.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { SessionServices } from './services.ts';

export interface SessionCall {
  /** The parsed JSON body, not checked yet. */
  readonly body: unknown;
  readonly cookieValue: string | undefined;
  /** What an earlier sign-in by mail left in the browser. */
  readonly browserMark: string | undefined;
  readonly callerAddress: string;
  readonly userAgent: string;
}

export type SessionAction<Services = SessionServices> = (
  call: SessionCall,
  services: Services,
) => Promise<CallResult>;

type Needed = Pick<SessionServices, 'clock' | 'logger' | 'baseUrl' | 'dashboardUrl' | 'originSecret'>;

/** The function behind several session routes: one action a path, all behind the same checks. */
export function sessionHandler<Services extends Needed>(
  actions: Readonly<Record<string, SessionAction<Services>>>,
  loadServices: () => Promise<Services>,
): GatewayHandler {
  return lazyHandler(async () => sessionPipeline(actions, await loadServices()));
}

function sessionPipeline<Services extends Needed>(
  actions: Readonly<Record<string, SessionAction<Services>>>,
  services: Services,
): GatewayHandler {
  const { clock, logger, baseUrl, dashboardUrl } = services;
  return middy<GatewayEvent, CallResult>()
    .use(beginCall(clock, null))
    .use(problemResponses({ docsUrl: baseUrl, logger }))
    .use(checkOrigin([baseUrl, dashboardUrl]))
    .use(checkBody())
    .use(parseBody())
    .handler(async (event) => {
      const action = actions[event.path];
      if (!action) throw new ServiceError('not_found', 'There is no such session route.');
      return action(toSessionCall(event, services), services);
    });
}

/**
 * Refuses requests that a page of another site sends with our cookie. Browsers
 * put `Origin` on every POST and let no page change it or `Sec-Fetch-Site`.
 */
function checkOrigin(allowedUrls: readonly string[]): MiddlewareObj<GatewayEvent & Begun, CallResult> {
  const allowed = new Set(allowedUrls.map((url) => new URL(url).origin));
  return {
    name: 'check-origin',
    before({ event }) {
      const { origin, 'sec-fetch-site': site } = event.call.headers;
      // The same machine has several names (localhost, 127.0.0.1); the browser knows that page and service are one.
      if (site === 'same-origin' || (origin !== undefined && allowed.has(origin))) return;
      throw new ServiceError(
        'forbidden_origin',
        'Send this request from the dashboard: its Origin header must name this service.',
        { reason: origin === undefined ? 'no origin' : 'other origin' },
      );
    },
  };
}

function toSessionCall(event: GatewayEvent & Begun, { baseUrl, originSecret }: Needed): SessionCall {
  const { headers } = event.call;
  return {
    body: event.body,
    cookieValue: readSessionCookie(baseUrl, headers.cookie),
    browserMark: readBrowserMark(baseUrl, headers.cookie),
    callerAddress: callerAddress(event, headers, originSecret),
    userAgent: headers['user-agent'] ?? '',
  };
}

/** A JSON answer, with cookies where they are given. `Body` is what the route's contract promises. */
export function answer<Body = unknown>(body: NoInfer<Body>, cookies: readonly string[] = []): CallResult {
  return {
    statusCode: 200,
    headers: { 'content-type': 'application/json' },
    ...(cookies.length > 0 && { multiValueHeaders: { 'set-cookie': [...cookies] } }),
    body: JSON.stringify(body),
  };
}
