import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolServices } from '#shared/http/services.ts';
import type { GatewayHandler, ToolHandlerOptions } from '#shared/http/tool-handler.ts';
import type { CredentialResolver } from '#shared/money/accounts/credential-resolver.ts';

/** A tool and the way to run it. */
export interface ServedTool {
  readonly tool: ToolContract;
  createHandler(options: ToolHandlerOptions): GatewayHandler;
}

/** What the MCP endpoint needs: the tools' services, and who may come in here. */
export interface McpServices extends ToolServices {
  /** API keys and agents' access tokens; session tokens are for `/v1` only. */
  readonly agentResolvers: readonly CredentialResolver[];
  /** Every tool there is; who may use which is decided for each request. */
  readonly servedTools: readonly ServedTool[];
}
