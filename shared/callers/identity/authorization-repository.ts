import * as v from 'valibot';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, putItem, readItem, unixSeconds } from './identity-table.ts';

const item = v.object({
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
      const stored = await readItem(table, item, identityKeys.authorization(model, id));
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
      return (await readItem(table, item, key))?.successor;
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
