import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type CredentialResolver, noKeyLimits } from '#shared/money/accounts/principal.ts';
import type { ListedSession, SessionRepository } from './session-repository.ts';
import type { PrivateKey } from './signing-keys.ts';
import { looksLikeToken, tokenClaims, type VerifierOptions } from './token-claims.ts';

const tokenType = 'session+jwt';
/** Short, because the token is in a page's memory; the page exchanges its cookie for the next one. */
export const sessionTokenSeconds = 600;

const sessionClaims = v.object({ sub: v.string(), sid: v.string() });

interface MintOptions {
  readonly issuer: string;
  readonly key: PrivateKey;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A token for `/v1` that stands for the session until either ends. */
export async function mintSessionToken(
  session: ListedSession,
  { issuer, key, now }: MintOptions,
): Promise<string> {
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

interface SessionTokenVerifierOptions extends VerifierOptions {
  readonly sessions: Pick<SessionRepository, 'find'>;
}

/**
 * Accepts the dashboard's session tokens on `/v1`. The signature says who it
 * is; one consistent read says whether the session still stands, so signing out
 * ends every token of the session with the next request.
 */
export function createSessionTokenVerifier(options: SessionTokenVerifierOptions): CredentialResolver {
  const { sessions } = options;
  const kind = {
    typ: tokenType,
    audience: restAudience(options.issuer),
    maxAgeSeconds: sessionTokenSeconds,
    claims: sessionClaims,
  };
  return {
    recognizes: looksLikeToken,
    async resolve(secret) {
      const claims = await tokenClaims(secret, kind, options);
      if (!claims) return { ok: false, reason: 'session token not valid' };
      const session = await sessions.find(claims.sub, claims.sid);
      if (!session) return { ok: false, reason: 'session ended' };
      return {
        ok: true,
        principal: {
          account: session.account,
          credentialId: session.sessionId,
          signedInAt: session.createdAt,
          authSource: 'session',
          role: session.role,
          memberId: session.member?.id,
          keyLimits: noKeyLimits,
          meters: [],
          scopes: new Set(['tools', 'account:read', 'balance:read', 'keys:create', 'keys:manage']),
        },
      };
    },
  };
}

function restAudience(issuer: string): string {
  return `${issuer}/v1`;
}
