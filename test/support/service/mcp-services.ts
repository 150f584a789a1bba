import type { McpServices, ServedTool } from '#functions/mcp/services.ts';
import { anAccount } from '../identity/identity.ts';

/** The endpoint's services without a database: the token `good` is an agent's, and nothing else is let in. */
export function mcpServices(served: readonly ServedTool[], url: string): McpServices {
  const principal = {
    account: anAccount(),
    credentialId: 'conn_1',
    authSource: 'oauth',
    keyLimits: { spendLimit: undefined, allowedTools: undefined, rateLimits: undefined },
    scopes: new Set(['tools', 'account:read']),
  };
  return {
    clock: Date.now,
    logger: { info() {}, warn() {}, error() {} },
    baseUrl: url,
    dashboardUrl: url,
    servedTools: served,
    agentResolvers: [
      {
        recognizes: () => true,
        resolve: async (secret: string) =>
          secret === 'good' ? { ok: true, principal } : { ok: false, reason: 'not good' },
      },
    ],
  } as unknown as McpServices;
}
