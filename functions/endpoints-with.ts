import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { callServices } from './call-services.ts';
import type { Foundation } from './foundation.ts';

/** What endpoints of one kind do, each with the same services. */
export type LogicWith<Services, Endpoint extends EndpointContract> = EndpointLogic<
  Endpoint,
  Principal,
  Services
>;

/** How endpoints of one kind become functions of their foundation, from what they work with beside who calls. */
export function endpointsWith<Services>(
  ownServices: (foundation: Foundation) => Services | Promise<Services>,
) {
  return <Endpoint extends EndpointContract>(endpoint: Endpoint, logic: LogicWith<Services, Endpoint>) =>
    (foundation: Foundation): GatewayHandler =>
      endpointHandler(endpoint, logic, async () => ({
        call: await callServices(foundation),
        own: await ownServices(foundation),
      }));
}
