import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { type Item, setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  type IdentityTable,
  identityKeys,
  listItems,
  putItem,
  readItem,
  unixSeconds,
} from './identity-table.ts';

/** A connection ends when it was not refreshed for this long: the life of a refresh token. */
export const connectionSeconds = 30 * 24 * 60 * 60;
/** A revoked connection stays listed this long. */
const keepRevokedSeconds = 90 * 24 * 60 * 60;
/** Use is written down at most this often. */
const touchSeconds = 600;

const item = v.object({
  account_id: v.string(),
  connection_id: v.string(),
  client_id: v.string(),
  client_name: v.string(),
  redirect_host: v.string(),
  scopes: v.array(v.string()),
  /** The authorization server's own record of the grant; opaque here. */
  payload: v.record(v.string(), v.unknown()),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
  expires_at: v.number(),
});
type StoredConnection = v.InferOutput<typeof item>;

/** One agent that an account has authorized: an OAuth grant. */
export interface Connection {
  readonly accountId: string;
  readonly connectionId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectHost: string;
  readonly scopes: readonly string[];
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  /** Unix seconds. */
  readonly expiresAt: number;
}

export type NewConnection = Omit<Connection, 'createdAt' | 'lastUsedAt' | 'revokedAt' | 'expiresAt'>;

export interface ConnectionRepository {
  create(connection: NewConnection): Promise<void>;
  /** One consistent read; undefined where it was never made or has expired. Revoked ones say so. */
  find(accountId: string, connectionId: string): Promise<Connection | undefined>;
  /** All that are live or were lately revoked, newest first. */
  list(accountId: string): Promise<readonly Connection[]>;
  /** Ends it with effect on the next request. Repeating it changes nothing; undefined where there is none. */
  revoke(accountId: string, connectionId: string): Promise<Connection | undefined>;
  /** Lets it live for another full term, unless it was revoked. */
  extend(accountId: string, connectionId: string): Promise<void>;
  /** Notes its use, at most every ten minutes. */
  touch(connection: Connection): Promise<void>;
}

export function createConnectionRepository(table: IdentityTable): ConnectionRepository {
  return {
    create: (connection) => createConnection(table, connection),
    async find(accountId, connectionId) {
      const stored = await readItem(table, item, identityKeys.connection(accountId, connectionId));
      return stored && toConnection(stored);
    },
    async list(accountId) {
      return (await listItems(table, item, identityKeys.connection(accountId, ''))).map(toConnection);
    },
    async revoke(accountId, connectionId) {
      await updateLive(table, [accountId, connectionId], {
        revoked_at: isoTime(table.clock()),
        expires_at: unixSeconds(table) + keepRevokedSeconds,
      });
      const stored = await readItem(table, item, identityKeys.connection(accountId, connectionId));
      return stored && toConnection(stored);
    },
    async extend(accountId, connectionId) {
      const expires_at = unixSeconds(table) + connectionSeconds;
      await updateLive(table, [accountId, connectionId], { expires_at });
    },
    async touch({ accountId, connectionId, lastUsedAt }) {
      const unusedMs = table.clock() - Date.parse(lastUsedAt ?? isoTime(0));
      if (unusedMs < touchSeconds * 1000) return;
      await updateLive(table, [accountId, connectionId], { last_used_at: isoTime(table.clock()) });
    },
  };
}

async function createConnection(table: IdentityTable, connection: NewConnection): Promise<void> {
  const { accountId, connectionId } = connection;
  const stored: StoredConnection = {
    account_id: accountId,
    connection_id: connectionId,
    client_id: connection.clientId,
    client_name: connection.clientName,
    redirect_host: connection.redirectHost,
    scopes: [...connection.scopes],
    payload: { ...connection.payload },
    created_at: isoTime(table.clock()),
    last_used_at: null,
    revoked_at: null,
    expires_at: unixSeconds(table) + connectionSeconds,
  };
  await putItem(table, identityKeys.connection(accountId, connectionId), stored);
}

/** Changes a connection that exists and was not revoked: nothing may bring a revoked one back. */
async function updateLive(
  table: IdentityTable,
  [accountId, connectionId]: readonly [string, string],
  attributes: Item,
): Promise<void> {
  await changeItem(table, identityKeys.connection(accountId, connectionId), {
    checks: [{ test: 'equals', path: ['revoked_at'], value: null }],
    steps: setAll(attributes),
  });
}

function toConnection(stored: StoredConnection): Connection {
  return {
    accountId: stored.account_id,
    connectionId: stored.connection_id,
    clientId: stored.client_id,
    clientName: stored.client_name,
    redirectHost: stored.redirect_host,
    scopes: stored.scopes,
    payload: stored.payload,
    createdAt: stored.created_at,
    lastUsedAt: stored.last_used_at,
    revokedAt: stored.revoked_at,
    expiresAt: stored.expires_at,
  };
}
