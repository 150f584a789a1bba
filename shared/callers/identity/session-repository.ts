import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/principal.ts';
import { type CamelCased, camelCased } from '#shared/platform/casing.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { changeItem, removeItem, setAll } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, listItems, putItem, readItem, sha256, unixSeconds } from './identity-table.ts';
import { type AccountPerson, personIn, type Standing, standingItem } from './person-ref.ts';
import type { AccountReader } from './token-claims.ts';

/** A session ends after this long without use … */
const idleSeconds = 14 * 24 * 60 * 60;
/** … and in any case after this long. */
export const maxSessionSeconds = 30 * 24 * 60 * 60;
/** Use is written down at most this often. */
const touchSeconds = 60 * 60;

interface NewSession {
  readonly accountId: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
  readonly network?: string;
  readonly member?: Standing | undefined;
  /** Whose it is in an account of their own that is not the first they opened. */
  readonly personId?: string | undefined;
  /** The sign-in that it goes on from, whose age and end it keeps. */
  readonly since?: Pick<Session, 'createdAt' | 'endsAt'>;
}

interface StartedSession {
  readonly session: ListedSession;
  /** Proves the session; shown this once. */
  readonly cookieValue: string;
}

export type SessionRepository = ReturnType<typeof createSessionRepository>;

export function createSessionRepository(table: IdentityTable, accounts: AccountReader) {
  return {
    start: (session: NewSession): Promise<StartedSession> => startSession(table, session),
    /** The session that a cookie value proves, kept alive by this use. */
    resume: (cookieValue: string): Promise<Session | undefined> =>
      resumeSession(table, accounts, cookieValue),
    /** Undefined where the session was ended, expired or never was, or its person is no longer of the account; read with strong consistency. */
    find: (accountId: string, sessionId: string) => findSession(table, accounts, accountId, sessionId),
    /** Live sessions, newest first. */
    async list(accountId: string): Promise<readonly ListedSession[]> {
      return (await listItems(table, sessionItem, identityKeys.session(accountId, ''))).map(toSession);
    },
    /** Ends it with effect on the next request; false where there was none. */
    async end(accountId: string, sessionId: string): Promise<boolean> {
      return (await removeItem(table, identityKeys.session(accountId, sessionId))) !== undefined;
    },
  };
}

async function startSession(
  table: IdentityTable,
  { accountId, method, userAgent, network, member, personId = accountId, since }: NewSession,
) {
  const sessionId = newId('sess', table.clock());
  const secret = randomBytes(32).toString('base64url');
  const now = unixSeconds(table);
  const endsAt = since?.endsAt ?? now + maxSessionSeconds;
  const stored: StoredSession = {
    account_id: accountId,
    session_id: sessionId,
    secret_hash: sha256(secret),
    method,
    user_agent: keptUserAgent(userAgent),
    ...(network !== undefined && { network }),
    ...(member ? { member } : personId !== accountId && { person: personId }),
    created_at: since?.createdAt ?? isoTime(table.clock()),
    last_seen_at: isoTime(table.clock()),
    expires_at: Math.min(now + idleSeconds, endsAt),
    ends_at: endsAt,
  };
  await putItem(table, identityKeys.session(accountId, sessionId), stored);
  return { session: toSession(stored), cookieValue: `${accountId}.${sessionId}.${secret}` };
}

/** What is kept of a browser's own name for itself. */
export function keptUserAgent(userAgent: string): string {
  return userAgent.slice(0, 300);
}

async function resumeSession(
  table: IdentityTable,
  accounts: AccountReader,
  cookieValue: string,
): Promise<Session | undefined> {
  const [accountId, sessionId, secret, ...rest] = cookieValue.split('.');
  if (!accountId || !sessionId || !secret || rest.length > 0) return undefined;
  const [stored, account] = await Promise.all([
    readItem(table, sessionItem, identityKeys.session(accountId, sessionId)),
    accounts.find(accountId),
  ]);
  if (!account || !stored || !isSameSecret(stored.secret_hash, sha256(secret))) return undefined;
  const session = await standing(table, stored, account);
  if (session) await touchSession(table, stored);
  return session;
}

async function touchSession(table: IdentityTable, stored: StoredSession): Promise<void> {
  const unseenMs = table.clock() - Date.parse(stored.last_seen_at);
  if (unseenMs < touchSeconds * 1000) return;
  await changeItem(table, identityKeys.session(stored.account_id, stored.session_id), {
    // A sign-out in between must win, or this write would bring the session back.
    checks: [{ test: 'present', path: ['pk'] }],
    steps: setAll({
      last_seen_at: isoTime(table.clock()),
      expires_at: Math.min(unixSeconds(table) + idleSeconds, stored.ends_at),
    }),
  });
}

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
