import { toolCatalog } from '#functions/tools/catalog.ts';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { type Grants, mergeGrants, toolGrants } from '#shared/contract/grants.ts';

/** Notes when a connection was last used, and reads events, of which it completes what a writer has left. */
const connectionGrants: Partial<Grants> = {
  tables: { identity: ['GetItem', 'Query', 'PutItem', 'UpdateItem'] },
};

/** The MCP endpoint. It runs every tool in its own process, so it may do what all of them may. */
export const mcpFunction = {
  name: 'mcp',
  module: 'mcp/mcp-handler.ts',
  description: 'Serves every enabled tool to agents over the Model Context Protocol.',
  routes: [
    { method: 'POST', path: '/mcp' },
    { method: 'GET', path: '/mcp' },
    { method: 'DELETE', path: '/mcp' },
    { method: 'OPTIONS', path: '/mcp' },
  ],
  grants: mergeGrants([...toolCatalog.map(toolGrants), connectionGrants]),
  timeoutSeconds: 28,
  streams: true,
  refusesCheckouts: true,
  tellsLowBalance: true,
  opensPages: true,
} as const satisfies RoutedFunction;
