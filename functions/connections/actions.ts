import { expiryOf, refuseOldSignIn } from '#functions/api-credentials/give-key.ts';
import { endpoint, noSuch } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import {
  type Connection,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import type { ConnectionRecord } from '#shared/contract/credentials.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { spentNow } from '#shared/money/accounts/meter.ts';
import { createSpendingReader } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { isoTime } from '#shared/platform/clock.ts';
import * as contracts from './contracts.ts';

function connectionServices({ documents, tables, clock }: Foundation) {
  return {
    spending: createSpendingReader({ documents, tables, clock }),
    connections: createConnectionRepository(
      { documents, name: tables.identity, clock },
      createAccountRepository({ documents, tables, clock }),
    ),
  };
}

function toRecord(connection: Connection, now: number): ConnectionRecord {
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

function isConnectionId(id: string): boolean {
  return /^conn_[0-9a-z]{26}$/u.test(id);
}

const noSuchConnection = () => noSuch('connection, or it was revoked', '/v1/me/connections');

export const listConnections = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listConnections,
    connectionServices,
    async ({ caller, now }, { connections, spending }) => {
      // A key with limits of its own sees itself only.
      if (!caller.scopes.has('keys:manage')) return { body: [] };
      const { accountId } = caller.account;
      const found = await spending.settled(accountId, await connections.list(accountId));
      return { body: found.map((connection) => toRecord(connection, now)) };
    },
  );

export const changeConnection = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.changeConnection,
    connectionServices,
    async ({ caller, parameters, body, now }, { connections, spending }) => {
      const id = parameters.connection_id ?? '';
      const former = async () => {
        const found = await connections.list(caller.account.accountId);
        return found.find(({ connectionId }) => connectionId === id)?.limits.spendLimit;
      };
      await refuseOldSignIn(caller, body.spend_limit, now, former);
      const changed = isConnectionId(id)
        ? await connections.change(caller.account.accountId, id, {
            spendLimit: body.spend_limit,
            allowedTools: body.tools,
            rateLimits: body.rate_limits,
            endsAt: body.ends_at === undefined ? undefined : expiryOf('ends_at', body.ends_at, now),
          })
        : undefined;
      if (!changed) throw noSuchConnection();
      const [connection = changed] = await spending.settled(caller.account.accountId, [changed]);
      return { body: toRecord(connection, now) };
    },
  );

export const revokeConnection = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.revokeConnection,
    connectionServices,
    async ({ caller, parameters, now }, { connections, spending }) => {
      const id = parameters.connection_id ?? '';
      const revoked = isConnectionId(id) ? await connections.revoke(caller.account.accountId, id) : undefined;
      if (!revoked) throw noSuchConnection();
      const [connection = revoked] = await spending.settled(caller.account.accountId, [revoked]);
      return { body: toRecord(connection, now) };
    },
  );
