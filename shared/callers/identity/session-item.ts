import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/account.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { type AccountPerson, personIn } from './account-person.ts';
import * as identityKeys from './identity-keys.ts';
import { type IdentityTable, readItem } from './identity-table.ts';
import { type Standing, standingItem } from './standing.ts';
import type { AccountReader } from './token-claims.ts';

/** A session as it is kept. */
export const sessionItem = v.object({
  account_id: v.string(),
  session_id: v.string(),
  secret_hash: v.string(),
  method: v.picklist(['email', 'passkey']),
  user_agent: v.string(),
  /** Network that it was signed in from, such as `198.51.100.0/24`; absent from items of earlier versions. */
  network: v.optional(v.string()),
  /** Whose it is, where that is not who opened the account. */
  member: v.optional(standingItem),
  /** Who that is, where they opened another account before this one. */
  person: v.optional(v.string()),
  created_at: v.string(),
  last_seen_at: v.string(),
  /** Unix seconds; moves with use, never past `ends_at`. */
  expires_at: v.number(),
  /** Unix seconds; when it ends however much it is used. */
  ends_at: v.number(),
});
export type StoredSession = v.InferOutput<typeof sessionItem>;

export type SignInMethod = StoredSession['method'];

/** One signed-in browser. */
export interface ListedSession
  extends Omit<CamelCased<StoredSession>, 'secretHash' | 'network' | 'member' | 'person'> {
  /** Null where it was not noted. */
  readonly network: string | null;
  /** Undefined of who opened the account. */
  readonly member: Standing | undefined;
  /** Its person, by the account that they opened first. */
  readonly personId: string;
}

/** One that stands: its person is of the account. */
export interface Session extends ListedSession, AccountPerson {
  readonly member: Standing | undefined;
  /** As it was read with the session. */
  readonly account: Account;
}

/** Undefined where the session was ended, expired or never was, or its person is no longer of the account; read with strong consistency. */
export async function findSession(
  table: IdentityTable,
  accounts: AccountReader,
  accountId: string,
  sessionId: string,
): Promise<Session | undefined> {
  const [stored, account] = await Promise.all([
    readItem(table, sessionItem, identityKeys.session(accountId, sessionId)),
    accounts.find(accountId),
  ]);
  return stored && account && standing(table, stored, account);
}

/** What its person may do is read with each use: who was removed has no session from then on. */
export async function standing(
  table: IdentityTable,
  stored: StoredSession,
  account: Account,
): Promise<Session | undefined> {
  const person = await personIn(table, account, stored.member);
  return person && { ...toSession(stored), ...person, account };
}

export function toSession({ secret_hash: _, ...stored }: StoredSession): ListedSession {
  const { network = null, member, person, ...rest } = stored;
  return { ...camelCased(rest), network, member, personId: member?.person ?? person ?? stored.account_id };
}
