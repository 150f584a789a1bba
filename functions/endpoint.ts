import type { EndpointContract, EndpointLogic } from '#shared/contract/endpoint.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler, openEndpointHandler } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { callServices } from './call-services.ts';
import type { Foundation } from './foundation.ts';

type OwnServices<Services> = (foundation: Foundation) => Services | Promise<Services>;

/** The handler of an endpoint: its action, with what it works with beside who calls. */
export function endpoint<Endpoint extends EndpointContract, Services>(
  foundation: Foundation,
  contract: Endpoint,
  ownServices: OwnServices<Services>,
  action: EndpointLogic<Endpoint, Principal, Services>,
): GatewayHandler {
  return endpointHandler(contract, action, async () => ({
    call: await callServices(foundation),
    own: await ownServices(foundation),
  }));
}

/** The same for an endpoint that works without a credential too. */
export function openEndpoint<Endpoint extends EndpointContract, Services>(
  foundation: Foundation,
  contract: Endpoint,
  ownServices: OwnServices<Services>,
  action: EndpointLogic<Endpoint, Principal | undefined, Services>,
): GatewayHandler {
  return openEndpointHandler(contract, action, async () => ({
    call: await callServices(foundation),
    own: await ownServices(foundation),
  }));
}

/** Another account's and an unknown one are answered alike. `list` is the endpoint that has the ids. */
export function noSuch(what: string, list: string): ServiceError {
  return new ServiceError('not_found', `This account has no such ${what}. GET ${list} lists the ids.`);
}

/** A refusal that points at a parameter of the query. */
export function queryFault(name: string, message: string): ServiceError {
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: `/${name}`, loc: ['query', name], type: 'value', message }],
  });
}

/** A refusal that points at a member of the body. */
export function fault(pointer: `/${string}`, message: string): ServiceError {
  return new ServiceError('validation_error', `${message} Nothing was changed.`, {
    faults: [{ pointer, loc: ['body', ...pointer.slice(1).split('/')], type: 'check', message }],
  });
}
