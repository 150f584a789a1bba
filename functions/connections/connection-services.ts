import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import {
  type Connection,
  type ConnectionRepository,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import type { ConnectionRecord } from '#shared/contract/connection.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';

export interface ConnectionServices {
  readonly connections: ConnectionRepository;
}

export type ConnectionLogic<Endpoint extends EndpointContract> = EndpointLogic<
  Endpoint,
  Principal,
  ConnectionServices
>;

/** An endpoint about connections as a function of its foundation. */
export function connectionEndpoint<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  logic: ConnectionLogic<Endpoint>,
): (foundation: Foundation) => GatewayHandler {
  return (foundation) =>
    endpointHandler(endpoint, logic, async () => {
      const { documents, tables, clock } = foundation;
      const connections = createConnectionRepository({ documents, name: tables.identity, clock });
      return { call: await callServices(foundation), own: { connections } };
    });
}

/** The connection as it is shown. */
export function toRecord(connection: Connection): ConnectionRecord {
  return {
    id: connection.connectionId,
    account_id: connection.accountId,
    client_id: connection.clientId,
    client_name: connection.clientName,
    redirect_host: connection.redirectHost,
    scopes: [...connection.scopes],
    is_active: connection.revokedAt === null,
    created_at: connection.createdAt,
    last_used_at: connection.lastUsedAt,
    expires_at: isoTime(connection.expiresAt * 1000),
    revoked_at: connection.revokedAt,
  };
}
