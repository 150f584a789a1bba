import { endpointsWith, type LogicWith } from '#functions/endpoints-with.ts';
import {
  type Connection,
  type ConnectionRepository,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import type { ConnectionRecord } from '#shared/contract/credentials.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { spentNow } from '#shared/money/accounts/meter.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';

export interface ConnectionServices {
  readonly connections: ConnectionRepository;
}

export type ConnectionLogic<Endpoint extends EndpointContract> = LogicWith<ConnectionServices, Endpoint>;

/** An endpoint about connections as a function of its foundation. */
export const connectionEndpoint = endpointsWith(
  ({ documents, tables, clock }): ConnectionServices => ({
    connections: createConnectionRepository(
      { documents, name: tables.identity, clock },
      createAccountRepository({ documents, tables, clock }),
    ),
  }),
);

/** The connection as it is shown. */
export function toRecord(connection: Connection, now: number): ConnectionRecord {
  const { limits, meter } = connection;
  return {
    id: connection.connectionId,
    account_id: connection.accountId,
    client_id: connection.clientId,
    client_name: connection.clientName,
    redirect_host: connection.redirectHost,
    scopes: [...connection.scopes],
    is_active:
      connection.revokedAt === null && (connection.endsAt === null || Date.parse(connection.endsAt) > now),
    created_at: connection.createdAt,
    last_used_at: connection.lastUsedAt,
    expires_at: isoTime(connection.expiresAt * 1000),
    ends_at: connection.endsAt,
    spend_limit: limits.spendLimit ?? null,
    spent_this_month: limits.spendLimit === undefined ? null : spentNow(meter, now),
    tools: limits.allowedTools ? [...limits.allowedTools] : null,
    rate_limits: limits.rateLimits ? { ...limits.rateLimits } : null,
    revoked_at: connection.revokedAt,
  };
}

export function isConnectionId(id: string): boolean {
  return /^conn_[0-9a-z]{26}$/u.test(id);
}

/** Another account's connection and an unknown one are answered alike. */
export function noSuchConnection(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such connection, or it was revoked. GET /v1/me/connections lists the ids.',
  );
}
