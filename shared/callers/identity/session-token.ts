import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Account } from '#shared/money/accounts/account.ts';
import type { CredentialResolver } from '#shared/money/accounts/credential-resolver.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { PublishedKeys } from './published-keys.ts';
import type { Session, SessionRepository } from './session-repository.ts';
import type { PrivateKey } from './signing-keys.ts';
import { looksLikeToken } from './token-form.ts';

const tokenType = 'session+jwt';
/** Short, because the token is in a page's memory; the page exchanges its cookie for the next one. */
export const sessionTokenSeconds = 600;

const sessionClaims = v.object({ sub: v.string(), sid: v.string() });

/** Reads an account with strong consistency. */
export interface AccountReader {
  find(accountId: string): Promise<Account | undefined>;
}

interface MintOptions {
  readonly issuer: string;
  readonly key: PrivateKey;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A token for `/v1` that stands for the session until either ends. */
export async function mintSessionToken(session: Session, { issuer, key, now }: MintOptions): Promise<string> {
  const { signToken } = await import('./json-web-token.ts');
  const issuedAt = Math.floor(now / 1000);
  const claims = {
    iss: issuer,
    aud: restAudience(issuer),
    sub: session.accountId,
    sid: session.sessionId,
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + sessionTokenSeconds,
  };
  return signToken(claims, tokenType, key);
}

interface SessionTokenVerifierOptions {
  readonly issuer: string;
  readonly keys: PublishedKeys;
  readonly sessions: Pick<SessionRepository, 'find'>;
  readonly accounts: AccountReader;
  readonly clock: Clock;
}

/**
 * Accepts the dashboard's session tokens on `/v1`. The signature says who it
 * is; one consistent read says whether the session still stands, so signing out
 * ends every token of the session with the next request.
 */
export function createSessionTokenVerifier(options: SessionTokenVerifierOptions): CredentialResolver {
  const { issuer, keys, sessions, accounts, clock } = options;
  return {
    recognizes: looksLikeToken,
    async resolve(secret) {
      const { verifyToken } = await import('./json-web-token.ts');
      const expected = {
        typ: tokenType,
        issuer,
        audience: restAudience(issuer),
        maxAgeSeconds: sessionTokenSeconds,
        now: clock(),
      };
      const claims = v.safeParse(sessionClaims, await verifyToken(secret, keys.find, expected));
      if (!claims.success) return { ok: false, reason: 'session token not valid' };
      const [session, account] = await Promise.all([
        sessions.find(claims.output.sub, claims.output.sid),
        accounts.find(claims.output.sub),
      ]);
      if (!session) return { ok: false, reason: 'session ended' };
      if (!account) return { ok: false, reason: 'account missing' };
      return {
        ok: true,
        principal: {
          account,
          credentialId: session.sessionId,
          signedInAt: session.createdAt,
          authSource: 'session',
          keyLimits: noKeyLimits,
          meters: [],
          scopes: new Set(['tools', 'account:read', 'keys:create', 'keys:manage']),
        },
      };
    },
  };
}

function restAudience(issuer: string): string {
  return `${issuer}/v1`;
}
