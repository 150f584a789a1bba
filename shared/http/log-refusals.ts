import type { MiddlewareObj } from '@middy/core';
import { toServiceError } from '#shared/calls/problem.ts';
import { recordRefusal } from '#shared/calls/record-call.ts';
import type { MeteringServices } from '#shared/calls/services.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import type { Authenticated, Begun, CallResult, GatewayEvent } from './call.ts';

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
