import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import type { Surroundings } from '#shared/http/begin-call.ts';
import type { CredentialResolver } from '#shared/money/accounts/credential-resolver.ts';

/** What the MCP endpoint needs: the tools' services, and who may come in here. */
export interface McpServices extends ToolCallServices, Surroundings {
  /** API keys and agents' access tokens; session tokens are for `/v1` only. */
  readonly agentResolvers: readonly CredentialResolver[];
  /** Every tool there is; who may use which is decided for each request. */
  readonly servedTools: readonly ServedTool[];
  /** Ids and hosts of clients that get no link to a checkout. */
  readonly noCheckoutClients: readonly string[];
}
