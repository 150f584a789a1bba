import { servedTools } from '#functions/tools/registry.ts';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createApiKeyResolver } from '#shared/money/accounts/api-key-resolver.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
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
