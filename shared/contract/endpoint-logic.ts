import type { EndpointBody, EndpointContract, EndpointQuery, EndpointResponse } from './endpoint.ts';

/** A checked call of an endpoint. */
export interface EndpointRequest<Endpoint extends EndpointContract, Caller> {
  /** Who calls; what an endpoint with optional authentication gets may be undefined. */
  readonly caller: Caller;
  readonly body: EndpointBody<Endpoint>;
  readonly query: EndpointQuery<Endpoint>;
  /** Path parameters, by the names in the contract's path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly now: number;
}

export interface EndpointAnswer<Body> {
  readonly body: Body;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the JSON body, for formats such as CSV. */
  readonly raw?: { readonly contentType: string; readonly text: string };
  /** What is kept for an `Idempotency-Key` in place of the body, where the body holds a secret. */
  readonly kept?: Body;
}

export type EndpointLogic<Endpoint extends EndpointContract, Caller, Services> = (
  request: EndpointRequest<Endpoint, Caller>,
  services: Services,
) => Promise<EndpointAnswer<EndpointResponse<Endpoint>>>;
