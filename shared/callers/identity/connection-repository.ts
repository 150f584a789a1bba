import * as v from 'valibot';
import { type Meter, type MeterItem, meterEntries } from '#shared/money/accounts/meter.ts';
import { type Account, type KeyLimits, limitsOf } from '#shared/money/accounts/principal.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  type Item,
  removeItem,
  type Step,
  setAll,
  setOrRemoveAll,
} from '#shared/platform/dynamo/conditional-writes.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from './identity-table.ts';
import { personIn, type Standing, standingItem } from './person-ref.ts';
import type { AccountReader } from './token-claims.ts';

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
  tools: v.optional(v.array(v.string())),
  /** Who allowed it, where that is not who opened the account. */
  member: v.optional(standingItem),
  /** ISO 8601; when the owner wants it to end, however often it is used. */
  ends_at: v.optional(v.string()),
  ...meterEntries,
  /** Unix seconds. */
  expires_at: v.number(),
});
type StoredConnection = v.InferOutput<typeof item>;

export interface FoundConnection extends Connection {
  readonly account: Account;
}

/** One agent that an account has authorized: an OAuth grant. */
export interface Connection
  extends Omit<CamelCased<StoredConnection>, 'endsAt' | 'member' | 'tools' | keyof CamelCased<MeterItem>> {
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly limits: KeyLimits;
  /** ISO 8601; null where it ends only when it is no longer used. */
  readonly endsAt: string | null;
  readonly meter: Meter;
  /** Who allowed it; undefined of who opened the account. */
  readonly member?: Standing | undefined;
}

export interface NewConnection
  extends Omit<
    Connection,
    'createdAt' | 'lastUsedAt' | 'revokedAt' | 'expiresAt' | 'limits' | 'endsAt' | 'meter'
  > {
  /** Credits it may spend a month; no limit where it is left out. */
  readonly spendLimit?: number | undefined;
}

/** What an owner may change of a connection; members left out stay, null takes a limit away. */
export interface ConnectionChanges {
  readonly spendLimit?: number | null | undefined;
  readonly allowedTools?: readonly string[] | null | undefined;
  readonly rateLimits?: KeyLimits['rateLimits'] | null;
  readonly endsAt?: string | null | undefined;
}

export type ConnectionRepository = ReturnType<typeof createConnectionRepository>;

export function createConnectionRepository(table: IdentityTable, accounts: AccountReader) {
  return {
    create: (connection: NewConnection): Promise<void> => createConnection(table, connection),
    /** Undefined where it was never made or has expired, or who allowed it may no longer; read with strong consistency. Revoked ones say so. */
    async find(accountId: string, connectionId: string): Promise<FoundConnection | undefined> {
      const [stored, account] = await Promise.all([
        readItem(table, item, identityKeys.connection(accountId, connectionId)),
        accounts.find(accountId),
      ]);
      if (!stored || !account) return undefined;
      const person = await personIn(table, account, stored.member);
      return person && person.role !== 'billing' ? { ...toConnection(stored), account } : undefined;
    },
    /** All that are live or were lately revoked, newest first. */
    async list(accountId: string): Promise<readonly Connection[]> {
      return (await listItems(table, item, identityKeys.connection(accountId, ''))).map(toConnection);
    },
    /** The changed connection; undefined where there is none, or it was revoked. */
    async change(
      accountId: string,
      connectionId: string,
      { spendLimit, allowedTools, rateLimits, endsAt }: ConnectionChanges,
    ): Promise<Connection | undefined> {
      const changed = await updateLive(
        table,
        [accountId, connectionId],
        setOrRemoveAll({
          spend_limit: spendLimit,
          tools: allowedTools && [...allowedTools],
          rates: rateLimits && { ...rateLimits },
          ends_at: endsAt,
        }),
      );
      return changed && toConnection(v.parse(item, changed));
    },
    /** Ends it with effect on the next request. Repeating it changes nothing; undefined where there is none. */
    async revoke(accountId: string, connectionId: string): Promise<Connection | undefined> {
      await updateLive(
        table,
        [accountId, connectionId],
        setAll({
          revoked_at: isoTime(table.clock()),
          expires_at: unixSeconds(table) + keepRevokedSeconds,
        }),
      );
      const stored = await readItem(table, item, identityKeys.connection(accountId, connectionId));
      return stored && toConnection(stored);
    },
    /** Lets it live for another full term, unless it was revoked. */
    async extend(accountId: string, connectionId: string): Promise<void> {
      const expires_at = unixSeconds(table) + connectionSeconds;
      await updateLive(table, [accountId, connectionId], setAll({ expires_at }));
    },
    /** Notes its use, at most every ten minutes. */
    async touch({ accountId, connectionId, lastUsedAt }: Connection): Promise<void> {
      const unusedMs = table.clock() - Date.parse(lastUsedAt ?? isoTime(0));
      if (unusedMs < touchSeconds * 1000) return;
      await updateLive(table, [accountId, connectionId], setAll({ last_used_at: isoTime(table.clock()) }));
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
    ...(connection.member && { member: connection.member }),
    created_at: isoTime(table.clock()),
    last_used_at: null,
    revoked_at: null,
    ...(connection.spendLimit !== undefined && { spend_limit: connection.spendLimit }),
    expires_at: unixSeconds(table) + connectionSeconds,
  };
  await putItem(table, identityKeys.connection(accountId, connectionId), stored);
}

/** Changes a connection that exists and was not revoked: nothing may bring a revoked one back. */
async function updateLive(
  table: IdentityTable,
  [accountId, connectionId]: readonly [string, string],
  steps: readonly Step[],
): Promise<Item | undefined> {
  return changeItem(table, identityKeys.connection(accountId, connectionId), {
    checks: [{ test: 'equals', path: ['revoked_at'], value: null }],
    // A change of nothing is still a change of an item that must be there.
    steps: steps.length > 0 ? steps : setAll({ revoked_at: null }),
  });
}

function toConnection(stored: StoredConnection): Connection {
  const { tools: _, spend_limit, rates, use, windows, account_windows, ends_at = null, ...own } = stored;
  return {
    ...camelCased(own),
    member: own.member,
    limits: limitsOf(stored),
    endsAt: ends_at,
    meter: {
      kind: 'connection',
      table: 'identity',
      key: identityKeys.connection(stored.account_id, stored.connection_id),
      item: stored,
    },
  };
}

const authorizationItem = v.object({
  payload: v.record(v.string(), v.unknown()),
  /** Unix seconds of the first use of a code or token that works once. `consumed` is a word of the query language. */
  used_at: v.optional(v.number()),
  /** The token that a used refresh token gave, sealed. */
  successor: v.optional(v.string()),
});

/** A code, token, client or pending sign-in of the authorization server. */
export interface StoredAuthorization {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Unix seconds. */
  readonly usedAt: number | undefined;
}

export type AuthorizationRepository = ReturnType<typeof createAuthorizationRepository>;

/** The authorization server's own records. Their ids are secrets and stored as hashes. */
export function createAuthorizationRepository(table: IdentityTable) {
  return {
    async put(
      model: string,
      id: string,
      payload: Readonly<Record<string, unknown>>,
      lifeSeconds: number,
    ): Promise<void> {
      await putItem(table, identityKeys.authorization(model, id), {
        payload: withoutUndefined(payload),
        expires_at: unixSeconds(table) + lifeSeconds,
      });
    },

    async find(model: string, id: string): Promise<StoredAuthorization | undefined> {
      const stored = await readItem(table, authorizationItem, identityKeys.authorization(model, id));
      return stored && { payload: stored.payload, usedAt: stored.used_at };
    },

    /** Marks the first use; false where it was used before or is gone. Of two at the same time one gets true. */
    async use(model: string, id: string): Promise<boolean> {
      const used = await changeItem(table, identityKeys.authorization(model, id), {
        checks: [
          { test: 'present', path: ['pk'] },
          { test: 'absent', path: ['used_at'] },
        ],
        steps: [{ do: 'set', path: ['used_at'], value: unixSeconds(table) }],
      });
      return used !== undefined;
    },

    /** Keeps what a token gave, sealed, unless it gave something before: returns what stands; undefined where the token is gone. */
    async succeed(model: string, id: string, sealed: string): Promise<string | undefined> {
      const key = identityKeys.authorization(model, id);
      const kept = await changeItem(table, key, {
        checks: [
          { test: 'present', path: ['pk'] },
          { test: 'absent', path: ['successor'] },
        ],
        steps: [{ do: 'set', path: ['successor'], value: sealed }],
      });
      if (kept !== undefined) return sealed;
      return (await readItem(table, authorizationItem, key))?.successor;
    },

    async extend(model: string, id: string, lifeSeconds: number): Promise<void> {
      await changeItem(table, identityKeys.authorization(model, id), {
        // Nothing may bring a removed one back.
        checks: [{ test: 'present', path: ['pk'] }],
        steps: [{ do: 'set', path: ['expires_at'], value: unixSeconds(table) + lifeSeconds }],
      });
    },

    async remove(model: string, id: string): Promise<void> {
      await removeItem(table, identityKeys.authorization(model, id));
    },
  };
}

/** Plain data, as JSON would keep it: the library hands over objects of its own classes. */
function withoutUndefined(payload: object): unknown {
  return JSON.parse(JSON.stringify(payload));
}
