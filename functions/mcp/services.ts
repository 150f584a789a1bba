import { apiKeyResolver } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { crawlingToolServices } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { createAgentTokenVerifier } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import type { Surroundings } from '#shared/http/begin-call.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { CredentialResolver } from '#shared/money/accounts/principal.ts';
import { noCheckoutClients } from './no-checkout.ts';

/** What the MCP endpoint needs: the tools' services, and who may come in here. */
export interface McpServices extends ToolCallServices, Surroundings {
  /** API keys and agents' access tokens; session tokens are for `/v1` only. */
  readonly agentResolvers: readonly CredentialResolver[];
  /** Every tool there is; who may use which is decided for each request. */
  readonly servedTools: readonly ServedTool[];
  /** Ids and hosts of clients that get no link to a checkout. */
  readonly noCheckoutClients: readonly string[];
}

/** The tools' services with those who may come in by `/mcp`: API keys and agents' tokens. */
export async function mcpServices(foundation: Foundation): Promise<McpServices> {
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
