import {
  askForDocument,
  type DocumentQuestion,
  type FetchDocument,
} from '#functions/client-metadata/contract.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createSessionServices, type SessionSetting, sessionSetting } from '#functions/session/services.ts';
import {
  createAuthorizationRepository,
  createConnectionRepository,
} from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys, publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import type { Scope } from '#shared/contract/role.ts';

/** What the authorization server needs: who is signed in, it learns from the dashboard's sessions. */
export type OAuthServices = ReturnType<typeof createOAuthServices>;

interface OAuthSetting extends SessionSetting {
  readonly fetchDocument: FetchDocument;
}

/** The authorization server's services over the identity table. */
export function createOAuthServices(setting: OAuthSetting) {
  const { table, accounts, signing, fetchDocument } = setting;
  const session = createSessionServices(setting);
  const published = createPublishedKeys(table);
  return {
    ...session,
    authorizations: createAuthorizationRepository(table),
    connections: createConnectionRepository(table, accounts),
    fetchDocument,
    /** Makes the signing keys known to the functions that verify; once per cold start. */
    publishKeys: () => published.publish(publicKeysOf(signing.keys)),
  };
}

export async function oauthServices(foundation: Foundation): Promise<OAuthServices> {
  const fetchDocument = askForDocument(documentReader(foundation));
  return createOAuthServices({ ...(await sessionSetting(foundation)), fetchDocument });
}

/** The function that reads documents, which holds no secret; on one machine in this process. */
function documentReader(foundation: Foundation): (question: DocumentQuestion) => Promise<unknown> {
  const { calledFunction: name } = foundation;
  return async (question) => {
    if (name === undefined) {
      const { clientMetadata } = await import('#functions/client-metadata/actions.ts');
      return clientMetadata(foundation)(question);
    }
    const { createInvoker } = await import('#shared/platform/invoke/invoke-function.ts');
    return createInvoker()(name, question);
  };
}

/**
 * What agents can be given. Key management is not among them: keys are made in
 * the dashboard or by a key.
 */
export const agentScopes = ['tools', 'account:read'] as const satisfies readonly Scope[];
type AgentScope = (typeof agentScopes)[number];

export const scopeWords: Readonly<Record<AgentScope, string>> = {
  tools: 'Call the search data tools; each call spends credits of this account',
  'account:read': 'See the credit balance of this account',
};

export function isAgentScope(scope: string): scope is AgentScope {
  return agentScopes.some((known) => known === scope);
}
