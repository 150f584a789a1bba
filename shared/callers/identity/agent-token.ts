import * as v from 'valibot';
import type { Scope } from '#shared/contract/role.ts';
import type { CredentialResolver } from '#shared/money/accounts/principal.ts';
import type { Connection, ConnectionRepository } from './connection-repository.ts';
import { looksLikeToken, tokenClaims, type VerifierOptions } from './token-claims.ts';

/** RFC 9068, section 2.1. */
const tokenType = 'at+jwt';
/** Agents ask rarely for a new token; revocation does not wait for this. */
export const agentTokenSeconds = 8 * 60 * 60;

const agentClaims = v.object({
  sub: v.string(),
  connection_id: v.string(),
  client_id: v.string(),
  scope: v.optional(v.string(), ''),
});

/** The one resource that agents' tokens are for. */
export function mcpAudience(issuer: string): string {
  return `${issuer}/mcp`;
}

interface AgentTokenVerifierOptions extends VerifierOptions {
  readonly connections: Pick<ConnectionRepository, 'find' | 'touch'>;
}

/**
 * Accepts agents' access tokens on `/mcp`, and only there: their audience is
 * not `/v1`. One consistent read of the connection makes a revocation count
 * from the next request on.
 */
export function createAgentTokenVerifier(options: AgentTokenVerifierOptions): CredentialResolver {
  const { connections, clock } = options;
  const kind = {
    typ: tokenType,
    audience: mcpAudience(options.issuer),
    maxAgeSeconds: agentTokenSeconds,
    claims: agentClaims,
  };
  return {
    recognizes: looksLikeToken,
    async resolve(secret) {
      const claims = await tokenClaims(secret, kind, options);
      if (!claims) return { ok: false, reason: 'agent token not valid' };
      const { sub, connection_id, client_id, scope } = claims;
      const connection = await connections.find(sub, connection_id);
      const ended = reasonOfEnd(connection, client_id, clock());
      if (!connection || ended !== undefined) return { ok: false, reason: ended ?? 'connection missing' };
      await connections.touch(connection);
      const scopes = new Set(scope.split(' ').flatMap(grantedBy));
      return {
        ok: true,
        principal: {
          account: connection.account,
          credentialId: connection.connectionId,
          authSource: 'oauth',
          keyLimits: connection.limits,
          meters: [connection.meter],
          scopes,
          client: { clientId: connection.clientId, redirectHost: connection.redirectHost },
        },
      };
    },
  };
}

/** What a scope that a person has allowed stands for: the account's balance is part of reading it. */
function grantedBy(name: string): readonly Scope[] {
  if (name === 'account:read') return [name, 'balance:read'];
  return name === 'tools' || name === 'keys:manage' ? [name] : [];
}

/** Why a connection lets nobody in; undefined where it does. */
function reasonOfEnd(connection: Connection | undefined, clientId: string, now: number): string | undefined {
  if (!connection || connection.clientId !== clientId) return 'connection missing or expired';
  if (connection.revokedAt) return 'connection revoked';
  const { endsAt } = connection;
  return endsAt !== null && Date.parse(endsAt) <= now ? 'connection ended' : undefined;
}
