/** The part of oidc-provider 9 that is used here; the package brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface AdapterPayload {
    [member: string]: unknown;
  }

  export interface Adapter {
    upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUserCode(userCode: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly clientUri?: string;
    readonly clientAuthMethod: string;
    readonly redirectUris: readonly string[];
    readonly clientIdMetadataDocument?: boolean;
    grantTypeAllowed(grantType: string): boolean;
  }

  export interface Interaction {
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly prompt: { readonly name: string };
  }

  export interface Context {
    type: string;
    body: unknown;
    readonly status: number;
    set(name: string, value: string): void;
  }

  interface Grant {
    jti: string;
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    getValueAndPayload(): Promise<{ payload: AdapterPayload }>;
  }

  interface TokenClaimsSource {
    readonly grantId?: string;
    readonly clientId?: string;
  }

  export default class Provider {
    constructor(issuer: string, configuration: object);
    proxy: boolean;
    readonly Grant: new (members: {
      accountId: string;
      clientId: string;
    }) => Grant;
    readonly Client: { find(clientId: string): Promise<Client | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: 'server_error', listener: (context: unknown, error: Error) => void): void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission?: boolean },
    ): Promise<string>;
  }

  export namespace errors {
    class InvalidGrant extends Error {
      constructor(description: string);
    }
    class InvalidTarget extends Error {}
    class SessionNotFound extends Error {}
  }

  export type { Context as RenderContext, TokenClaimsSource };
}
