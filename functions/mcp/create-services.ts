import { servedTools } from '#functions/tools/registry.ts';
import { createAccountRepository } from '#shared/accounts/account-repository.ts';
import { createApiKeyResolver } from '#shared/accounts/api-key-resolver.ts';
import { createCredentialRepository } from '#shared/accounts/credential-repository.ts';
import type { Foundation } from '#shared/http/compose-services.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { createAgentTokenVerifier } from '#shared/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/identity/published-keys.ts';
import type { McpServices } from './services.ts';

/** The tools' services with those who may come in by `/mcp`: API keys and agents' tokens. */
export function createMcpServices(foundation: Foundation, tools: ToolServices): McpServices {
  const { documents, tables, clock, logger, secrets, baseUrl } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const credentials = createCredentialRepository(documents, tables.credentials);
  const identity = { documents, name: tables.identity, clock };
  return {
    ...tools,
    servedTools,
    agentResolvers: [
      createApiKeyResolver({ credentials, findAccount: accounts.find, secrets, clock, logger }),
      createAgentTokenVerifier({
        issuer: baseUrl,
        keys: createPublishedKeys(identity),
        connections: createConnectionRepository(identity),
        accounts,
        clock,
      }),
    ],
  };
}
