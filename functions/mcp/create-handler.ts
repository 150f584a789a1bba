import { apiKeyResolver } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { crawlingToolServices } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/registry.ts';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { mcpHandler } from './mcp-handler.ts';
import { noCheckoutClients } from './no-checkout.ts';
import type { McpServices } from './services.ts';

export function createHandler(foundation: Foundation): GatewayHandler {
  return mcpHandler(() => mcpServices(foundation));
}

/** The tools' services with those who may come in by `/mcp`: API keys and agents' tokens. */
async function mcpServices(foundation: Foundation): Promise<McpServices> {
  const { documents, tables, clock, baseUrl } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const identity = { documents, name: tables.identity, clock };
  return {
    ...(await crawlingToolServices(foundation)),
    servedTools,
    noCheckoutClients: noCheckoutClients(foundation.noCheckoutClients),
    agentResolvers: [
      await apiKeyResolver(foundation),
      createAgentTokenVerifier({
        issuer: baseUrl,
        keys: createPublishedKeys(identity),
        connections: createConnectionRepository(identity, accounts),
        clock,
      }),
    ],
  };
}
