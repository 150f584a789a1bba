import * as v from 'valibot';
import { told } from './fields.ts';
import type { Grants } from './grants.ts';
import type { Role, Scope } from './role.ts';

/** What is answered where something was removed. */
export const removedRecord = v.object({
  id: told(v.string(), 'Id of what was removed.'),
  status: told(v.literal('removed'), 'Always `removed`.'),
});

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What the endpoints of a noun mostly have in common. */
interface EndpointPlace {
  /** Module with its code below `functions/`, such as `workspace/actions.ts`, which exports it under its name in camel case. */
  readonly module: string;
  /** What an agent's connection must have been granted. */
  readonly scope?: Scope;
  /** Which people of an account may ask it with their session; the owners alone where it is left out. */
  readonly roles?: readonly Role[];
}

/**
 * All that is public about one endpoint that is not a tool: route, function,
 * grants, validation, OpenAPI operation and docs derive from it.
 */
export interface EndpointContract<
  Body extends v.GenericSchema = v.GenericSchema,
  Query extends v.GenericSchema = v.GenericSchema,
  Response extends v.GenericSchema = v.GenericSchema,
  Name extends string = string,
> extends EndpointPlace,
    EndpointTerms<Body, Query, Response, Name> {}

interface EndpointTerms<
  Body extends v.GenericSchema,
  Query extends v.GenericSchema,
  Response extends v.GenericSchema,
  Name extends string,
> {
  /** Name on the wire and in logs, such as `create_api_credential`. */
  readonly name: Name;
  readonly title: string;
  readonly summary: string;
  readonly methods: readonly HttpMethod[];
  /** Path with parameters in braces, as the gateway writes them. */
  readonly path: `/${string}`;
  /** `optional`: a credential is used where one is sent, and one that is not valid counts as none. Else one is needed. */
  readonly authentication?: 'optional';
  /** Whether a test key may ask it; a test key reaches nothing that the account owns. */
  readonly answersTestKeys?: boolean;
  /** JSON body of a POST; without it bodies are not read. */
  readonly body?: Body;
  readonly query?: Query;
  readonly response: Response;
  /** Makes something: answers 201 in place of 200, and honors an `Idempotency-Key`. */
  readonly creates?: boolean;
  /** What it touches beside what every authenticated call does, and every one that may be replayed. */
  readonly grants?: Partial<Grants>;
  readonly timeoutSeconds?: number;
  /** Writes to the account's owner. */
  readonly sendsMail?: boolean;
  /** Starts the function that imports uploads. */
  readonly startsImports?: boolean;
  readonly example?: { readonly body?: unknown; readonly response?: unknown };
}

export type EndpointBody<Endpoint extends EndpointContract> = v.InferOutput<NonNullable<Endpoint['body']>>;
export type EndpointQuery<Endpoint extends EndpointContract> = v.InferOutput<NonNullable<Endpoint['query']>>;
export type EndpointResponse<Endpoint extends EndpointContract> = v.InferInput<Endpoint['response']>;

/** Status of an answer that is no problem. */
export function statusOf({ creates }: Pick<EndpointContract, 'creates'>): 200 | 201 {
  return creates ? 201 : 200;
}

/** Returns the contract as written; exists to infer its schemas and its name from the literal. */
export function defineEndpoint<
  Body extends v.GenericSchema,
  Query extends v.GenericSchema,
  Response extends v.GenericSchema,
  const Name extends string,
>(endpoint: EndpointContract<Body, Query, Response, Name>): EndpointContract<Body, Query, Response, Name> {
  return endpoint;
}

/** `defineEndpoint` for a noun, whose endpoints have this in common where they say nothing else. Not spread into each: what a bundle does not need it could not leave out. */
export function defineIn(place: EndpointPlace) {
  return <
    Body extends v.GenericSchema,
    Query extends v.GenericSchema,
    Response extends v.GenericSchema,
    const Name extends string,
  >(
    endpoint: EndpointTerms<Body, Query, Response, Name> & Partial<EndpointPlace>,
  ): EndpointContract<Body, Query, Response, Name> => ({ ...place, ...endpoint });
}

/** A checked call of an endpoint. */
interface EndpointRequest<Endpoint extends EndpointContract, Caller> {
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
