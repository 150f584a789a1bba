import type { Scope } from '#shared/contract/role.ts';

/**
 * What agents can be given. Key management is not among them: keys are made in
 * the dashboard or by a key.
 */
export const agentScopes = ['tools', 'account:read'] as const satisfies readonly Scope[];
type AgentScope = (typeof agentScopes)[number];

/** How the consent page says it. */
export const scopeWords: Readonly<Record<AgentScope, string>> = {
  tools: 'Call the search data tools; each call spends credits of this account',
  'account:read': 'See the credit balance of this account',
};

export function isAgentScope(scope: string): scope is AgentScope {
  return agentScopes.some((known) => known === scope);
}
