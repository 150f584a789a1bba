import { randomBytes, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { isoTime } from '#shared/platform/clock.ts';
import { setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem, removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import * as identityKeys from './identity-keys.ts';
import { sha256 } from './identity-keys.ts';
import { type IdentityTable, listItems, putItem, readItem, unixSeconds } from './identity-table.ts';

/** A session ends after this long without use … */
const idleSeconds = 14 * 24 * 60 * 60;
/** … and in any case after this long. */
export const maxSessionSeconds = 30 * 24 * 60 * 60;
/** Use is written down at most this often. */
const touchSeconds = 60 * 60;

const item = v.object({
  account_id: v.string(),
  session_id: v.string(),
  secret_hash: v.string(),
  method: v.picklist(['email', 'passkey']),
  user_agent: v.string(),
  /** Network that signed in; absent from items of earlier versions. */
  network: v.optional(v.string()),
  created_at: v.string(),
  last_seen_at: v.string(),
  /** Unix seconds; moves with use, never past `ends_at`. */
  expires_at: v.number(),
  ends_at: v.number(),
});
type StoredSession = v.InferOutput<typeof item>;

export type SignInMethod = StoredSession['method'];

/** One signed-in browser. */
export interface Session {
  readonly accountId: string;
  readonly sessionId: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
  /** Network that it was signed in from, such as `198.51.100.0/24`; null where it was not noted. */
  readonly network: string | null;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

interface NewSession {
  readonly accountId: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
  readonly network?: string;
}

interface StartedSession {
  readonly session: Session;
  /** Proves the session; shown this once. */
  readonly cookieValue: string;
}

export interface SessionRepository {
  start(session: NewSession): Promise<StartedSession>;
  /** The session that a cookie value proves, kept alive by this use. */
  resume(cookieValue: string): Promise<Session | undefined>;
  /** One consistent read; undefined where the session was ended, expired or never was. */
  find(accountId: string, sessionId: string): Promise<Session | undefined>;
  /** Live sessions, newest first. */
  list(accountId: string): Promise<readonly Session[]>;
  /** Ends it with effect on the next request; false where there was none. */
  end(accountId: string, sessionId: string): Promise<boolean>;
}

export function createSessionRepository(table: IdentityTable): SessionRepository {
  return {
    start: (session) => startSession(table, session),
    resume: (cookieValue) => resumeSession(table, cookieValue),
    async find(accountId, sessionId) {
      const stored = await readItem(table, item, identityKeys.session(accountId, sessionId));
      return stored && toSession(stored);
    },
    async list(accountId) {
      return (await listItems(table, item, identityKeys.session(accountId, ''))).map(toSession);
    },
    async end(accountId, sessionId) {
      return (await removeItem(table, identityKeys.session(accountId, sessionId))) !== undefined;
    },
  };
}

async function startSession(table: IdentityTable, { accountId, method, userAgent, network }: NewSession) {
  const sessionId = newId('sess', table.clock());
  const secret = randomBytes(32).toString('base64url');
  const now = unixSeconds(table);
  const stored: StoredSession = {
    account_id: accountId,
    session_id: sessionId,
    secret_hash: sha256(secret),
    method,
    user_agent: keptUserAgent(userAgent),
    ...(network !== undefined && { network }),
    created_at: isoTime(table.clock()),
    last_seen_at: isoTime(table.clock()),
    expires_at: now + idleSeconds,
    ends_at: now + maxSessionSeconds,
  };
  await putItem(table, identityKeys.session(accountId, sessionId), stored);
  return { session: toSession(stored), cookieValue: `${accountId}.${sessionId}.${secret}` };
}

/** What is kept of a browser's own name for itself. */
export function keptUserAgent(userAgent: string): string {
  return userAgent.slice(0, 300);
}

async function resumeSession(table: IdentityTable, cookieValue: string): Promise<Session | undefined> {
  const [accountId, sessionId, secret, ...rest] = cookieValue.split('.');
  if (!accountId || !sessionId || !secret || rest.length > 0) return undefined;
  const stored = await readItem(table, item, identityKeys.session(accountId, sessionId));
  if (!stored || !isSame(stored.secret_hash, sha256(secret))) return undefined;
  await touchSession(table, stored);
  return toSession(stored);
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

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function toSession(stored: StoredSession): Session {
  return {
    accountId: stored.account_id,
    sessionId: stored.session_id,
    method: stored.method,
    userAgent: stored.user_agent,
    network: stored.network ?? null,
    createdAt: stored.created_at,
    lastSeenAt: stored.last_seen_at,
    expiresAt: stored.expires_at,
  };
}
