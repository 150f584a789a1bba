import type { CredentialResolver } from '#shared/accounts/credential-resolver.ts';
import type { ToolServices } from '#shared/http/services.ts';

/** What the MCP endpoint needs: the tools' services, and who may come in here. */
export interface McpServices extends ToolServices {
  /** API keys and agents' access tokens; session tokens are for `/v1` only. */
  readonly agentResolvers: readonly CredentialResolver[];
}
