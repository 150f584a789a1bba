import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import { type IdentityTable, identityKeys, putItem, readItem, unixSeconds } from './identity-table.ts';

const item = v.object({
  payload: v.record(v.string(), v.unknown()),
  /** Unix seconds of the first use of a code or token that works once. `consumed` is a word of the query language. */
  used_at: v.optional(v.number()),
});

/** A code, token, client or pending sign-in of the authorization server. */
export interface StoredAuthorization {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Unix seconds. */
  readonly usedAt: number | undefined;
}

/** The authorization server's own records. Their ids are secrets and stored as hashes. */
export interface AuthorizationRepository {
  put(
    model: string,
    id: string,
    payload: Readonly<Record<string, unknown>>,
    lifeSeconds: number,
  ): Promise<void>;
  /** One consistent read. */
  find(model: string, id: string): Promise<StoredAuthorization | undefined>;
  /** Marks the first use; false where it was used before or is gone. Of two at the same time one gets true. */
  use(model: string, id: string): Promise<boolean>;
  extend(model: string, id: string, lifeSeconds: number): Promise<void>;
  remove(model: string, id: string): Promise<void>;
}

export function createAuthorizationRepository(table: IdentityTable): AuthorizationRepository {
  async function update(model: string, id: string, change: UpdateOptions): Promise<boolean> {
    return whenConditionHolds(
      table.documents.send(
        new UpdateCommand({
          TableName: table.name,
          Key: identityKeys.authorization(model, id),
          ...change,
        }),
      ),
    );
  }

  return {
    async put(model, id, payload, lifeSeconds) {
      await putItem(table, identityKeys.authorization(model, id), {
        payload: withoutUndefined(payload),
        expires_at: unixSeconds(table) + lifeSeconds,
      });
    },

    async find(model, id) {
      const stored = await readItem(table, item, identityKeys.authorization(model, id));
      return stored && { payload: stored.payload, usedAt: stored.used_at };
    },

    use: (model, id) =>
      update(model, id, {
        UpdateExpression: 'SET used_at = :now',
        // There, and not used before.
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(used_at)',
        ExpressionAttributeValues: { ':now': unixSeconds(table) },
      }),

    async extend(model, id, lifeSeconds) {
      await update(model, id, {
        UpdateExpression: 'SET expires_at = :expires',
        // Still there: nothing may bring a removed one back.
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':expires': unixSeconds(table) + lifeSeconds },
      });
    },

    async remove(model, id) {
      await table.documents.send(
        new DeleteCommand({ TableName: table.name, Key: identityKeys.authorization(model, id) }),
      );
    },
  };
}

interface UpdateOptions {
  readonly UpdateExpression: string;
  readonly ConditionExpression: string;
  readonly ExpressionAttributeValues: Record<string, unknown>;
}

/** Plain data, as JSON would keep it: the library hands over objects of its own classes. */
function withoutUndefined(payload: object): unknown {
  return JSON.parse(JSON.stringify(payload));
}
