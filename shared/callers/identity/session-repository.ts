import { randomBytes } from 'node:crypto';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import * as identityKeys from './identity-keys.ts';
import { sha256 } from './identity-keys.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from './identity-table.ts';
import {
  findSession,
  type ListedSession,
  type Session,
  type SignInMethod,
  type StoredSession,
  sessionItem,
  standing,
  toSession,
} from './session-item.ts';
import type { Standing } from './standing.ts';
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
