import type { Foundation } from '#functions/foundation.ts';
import { serviceSecrets } from '#functions/secrets.ts';
import { crawlingToolServices } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/registry.ts';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createApiKeyResolver } from '#shared/money/accounts/api-key-resolver.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { mcpHandler } from './mcp-handler.ts';
import type { McpServices } from './services.ts';

export function createHandler(foundation: Foundation): GatewayHandler {
  return mcpHandler(() => mcpServices(foundation));
}

/** The tools' services with those who may come in by `/mcp`: API keys and agents' tokens. */
async function mcpServices(foundation: Foundation): Promise<McpServices> {
  const { documents, tables, clock, logger, baseUrl } = foundation;
  const secrets = await serviceSecrets(foundation);
  const accounts = createAccountRepository({ documents, tables, clock });
  const credentials = createCredentialRepository(documents, tables.credentials);
  const identity = { documents, name: tables.identity, clock };
  return {
    ...(await crawlingToolServices(foundation)),
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
