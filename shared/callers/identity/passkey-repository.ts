import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import {
  type IdentityTable,
  identityKeys,
  listItems,
  putItem,
  readItem,
  unixSeconds,
} from './identity-table.ts';

const challengeSeconds = 5 * 60;

const passkey = v.object({
  account_id: v.string(),
  /** The authenticator's id of the credential, base64url. */
  passkey_id: v.string(),
  name: v.string(),
  /** COSE key, base64url. */
  public_key: v.string(),
  counter: v.number(),
  transports: v.array(v.string()),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
});

const challenge = v.object({
  challenge: v.string(),
  purpose: v.picklist(['register', 'sign-in']),
  account_id: v.nullable(v.string()),
});

/** A key pair of which a device holds the private half. */
export interface Passkey {
  readonly accountId: string;
  readonly passkeyId: string;
  readonly name: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

interface Challenge {
  readonly challenge: string;
  readonly purpose: 'register' | 'sign-in';
  /** Who registers; null at a sign-in, where it is not known yet. */
  readonly accountId: string | null;
}

export interface PasskeyRepository {
  /** Keeps a challenge for five minutes. */
  openChallenge(challenge: Challenge): Promise<void>;
  /** What a challenge was given out for, once. */
  takeChallenge(challenge: string): Promise<Challenge | undefined>;
  add(passkey: Omit<Passkey, 'createdAt' | 'lastUsedAt'>): Promise<void>;
  find(accountId: string, passkeyId: string): Promise<Passkey | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<readonly Passkey[]>;
  /** Notes a use; false where another use with the same or a higher counter came first: a copied authenticator. */
  noteUse(passkey: Passkey, counter: number): Promise<boolean>;
  /** The passkey under its new name; undefined where there is none. */
  rename(accountId: string, passkeyId: string, name: string): Promise<Passkey | undefined>;
  /** False where there was none. */
  remove(accountId: string, passkeyId: string): Promise<boolean>;
}

export function createPasskeyRepository(table: IdentityTable): PasskeyRepository {
  return {
    async openChallenge({ accountId, ...asked }) {
      const expires_at = unixSeconds(table) + challengeSeconds;
      await putItem(table, identityKeys.challenge(asked.challenge), {
        ...asked,
        account_id: accountId,
        expires_at,
      });
    },

    async takeChallenge(given) {
      const { Attributes } = await table.documents.send(
        new DeleteCommand({
          TableName: table.name,
          Key: identityKeys.challenge(given),
          ReturnValues: 'ALL_OLD',
        }),
      );
      if (!Attributes || Attributes.expires_at <= unixSeconds(table)) return undefined;
      const { account_id: accountId, ...taken } = v.parse(challenge, Attributes);
      return { ...taken, accountId };
    },

    async add({ accountId, passkeyId, name, publicKey, counter, transports }) {
      await putItem(table, identityKeys.passkey(accountId, passkeyId), {
        account_id: accountId,
        passkey_id: passkeyId,
        name,
        public_key: publicKey,
        counter,
        transports: [...transports],
        created_at: isoTime(table.clock()),
        last_used_at: null,
      });
    },

    async find(accountId, passkeyId) {
      const stored = await readItem(table, passkey, identityKeys.passkey(accountId, passkeyId));
      return stored && toPasskey(stored);
    },

    async list(accountId) {
      const stored = await listItems(table, passkey, identityKeys.passkey(accountId, ''));
      return stored.map(toPasskey).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    rename: (accountId, passkeyId, name) => renamePasskey(table, { accountId, passkeyId, name }),
    noteUse: (used, counter) => noteUse(table, used, counter),

    async remove(accountId, passkeyId) {
      const { Attributes } = await table.documents.send(
        new DeleteCommand({
          TableName: table.name,
          Key: identityKeys.passkey(accountId, passkeyId),
          ReturnValues: 'ALL_OLD',
        }),
      );
      return Attributes !== undefined;
    },
  };
}

async function renamePasskey(
  table: IdentityTable,
  { accountId, passkeyId, name }: Pick<Passkey, 'accountId' | 'passkeyId' | 'name'>,
): Promise<Passkey | undefined> {
  const key = identityKeys.passkey(accountId, passkeyId);
  // A removal in between must win, or this write would leave half a passkey.
  const stillThere = 'attribute_exists(pk)';
  await whenConditionHolds(
    table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET #name = :name',
        ConditionExpression: stillThere,
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':name': name },
      }),
    ),
  );
  const stored = await readItem(table, passkey, key);
  return stored && toPasskey(stored);
}

function noteUse(table: IdentityTable, { accountId, passkeyId }: Passkey, counter: number): Promise<boolean> {
  // Many authenticators never count and always say 0.
  const isNextUse = 'attribute_exists(pk) AND (#counter < :counter OR :counter = :zero)';
  return whenConditionHolds(
    table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: identityKeys.passkey(accountId, passkeyId),
        UpdateExpression: 'SET #counter = :counter, last_used_at = :now',
        ConditionExpression: isNextUse,
        ExpressionAttributeNames: { '#counter': 'counter' },
        ExpressionAttributeValues: { ':counter': counter, ':zero': 0, ':now': isoTime(table.clock()) },
      }),
    ),
  );
}

function toPasskey(stored: v.InferOutput<typeof passkey>): Passkey {
  return {
    accountId: stored.account_id,
    passkeyId: stored.passkey_id,
    name: stored.name,
    publicKey: stored.public_key,
    counter: stored.counter,
    transports: stored.transports,
    createdAt: stored.created_at,
    lastUsedAt: stored.last_used_at,
  };
}
