import * as v from 'valibot';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { changeItem, removeItem, setAll } from '#shared/platform/dynamo/conditional-writes.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from './identity-table.ts';

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
  /** Who registers; null at a sign-in, where it is not known yet. */
  account_id: v.nullable(v.string()),
  /** Unix seconds. */
  expires_at: v.number(),
});

export type Passkey = CamelCased<v.InferOutput<typeof passkey>>;
type Challenge = Omit<CamelCased<v.InferOutput<typeof challenge>>, 'expiresAt'>;

export function createPasskeyRepository(table: IdentityTable) {
  return {
    /** Keeps a challenge for five minutes. */
    async openChallenge({ accountId, ...asked }: Challenge): Promise<void> {
      const expires_at = unixSeconds(table) + challengeSeconds;
      await putItem(table, identityKeys.challenge(asked.challenge), {
        ...asked,
        account_id: accountId,
        expires_at,
      });
    },

    /** What a challenge was given out for, once. */
    async takeChallenge(given: string): Promise<Challenge | undefined> {
      const removed = await removeItem(table, identityKeys.challenge(given));
      if (!removed) return undefined;
      const { account_id: accountId, expires_at, ...taken } = v.parse(challenge, removed);
      return expires_at > unixSeconds(table) ? { ...taken, accountId } : undefined;
    },

    async add({
      accountId,
      passkeyId,
      name,
      publicKey,
      counter,
      transports,
    }: Omit<Passkey, 'createdAt' | 'lastUsedAt'>): Promise<void> {
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

    async find(accountId: string, passkeyId: string): Promise<Passkey | undefined> {
      const stored = await readItem(table, passkey, identityKeys.passkey(accountId, passkeyId));
      return stored && camelCased(stored);
    },

    /** Oldest first. */
    async list(accountId: string): Promise<readonly Passkey[]> {
      const stored = await listItems(table, passkey, identityKeys.passkey(accountId, ''));
      return stored.map(camelCased).toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
    },
    /** The passkey under its new name; undefined where there is none. */
    rename: (accountId: string, passkeyId: string, name: string): Promise<Passkey | undefined> =>
      renamePasskey(table, { accountId, passkeyId, name }),
    /** Notes a use; false where another use with the same or a higher counter came first: a copied authenticator. */
    noteUse: (used: Passkey, counter: number): Promise<boolean> => noteUse(table, used, counter),

    /** False where there was none. */
    async remove(accountId: string, passkeyId: string): Promise<boolean> {
      return (await removeItem(table, identityKeys.passkey(accountId, passkeyId))) !== undefined;
    },
  };
}

async function renamePasskey(
  table: IdentityTable,
  { accountId, passkeyId, name }: Pick<Passkey, 'accountId' | 'passkeyId' | 'name'>,
): Promise<Passkey | undefined> {
  const renamed = await changeItem(table, identityKeys.passkey(accountId, passkeyId), {
    // A removal in between must win, or this write would leave half a passkey.
    checks: [{ test: 'present', path: ['pk'] }],
    steps: [{ do: 'set', path: ['name'], value: name }],
  });
  return renamed && camelCased(v.parse(passkey, renamed));
}

async function noteUse(
  table: IdentityTable,
  { accountId, passkeyId }: Passkey,
  counter: number,
): Promise<boolean> {
  const isNextUse = { test: 'below', path: ['counter'], value: counter } as const;
  const noted = await changeItem(table, identityKeys.passkey(accountId, passkeyId), {
    // Many authenticators never count and always say 0.
    checks: [counter === 0 ? { test: 'present', path: ['pk'] } : isNextUse],
    steps: setAll({ counter, last_used_at: isoTime(table.clock()) }),
  });
  return noted !== undefined;
}
