import type { MiddlewareObj } from '@middy/core';
import type { Begun, CallResult, GatewayEvent } from '#shared/http/call.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/**
 * Refuses requests that a page of another site sends with our cookie. Browsers
 * put `Origin` on every POST and let no page change it or `Sec-Fetch-Site`.
 */
export function checkOrigin(allowedUrls: readonly string[]): MiddlewareObj<GatewayEvent & Begun, CallResult> {
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
