import type { MiddlewareObj } from '@middy/core';
import type { CallKind } from '#shared/money/accounts/account-limits.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { refuseWhenFull } from '#shared/money/ledger/refuse-when-full.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Authenticated, CallResult, GatewayEvent } from './call.ts';

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
