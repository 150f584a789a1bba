import { workRoles } from '#shared/contract/role.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { requireRole } from './require-role.ts';

/**
 * Throws unless this account, key and connection may call this tool at all.
 * `baseUrl` is the service's: over plain HTTP only one machine is served, whose
 * user is the operator too.
 */
export function admit(
  { account, keyLimits, scopes, role }: Principal,
  tool: Pick<ToolContract, 'name' | 'requires'>,
  baseUrl: string,
): void {
  requireRole(role, workRoles);
  if (!scopes.has('tools'))
    throw new ServiceError(
      'insufficient_scope',
      'This connection may not call tools. Connect again and allow the scope `tools`.',
    );
  if (tool.requires && !account.features.has(tool.requires))
    throw new ServiceError(
      'tool_not_enabled',
      `${tool.name} is not enabled for this account. /v1/capabilities lists the tools that are; ${enabling(account.accountId, tool.requires, baseUrl)}`,
    );
  if (keyLimits.allowedTools && !keyLimits.allowedTools.some((allowed) => allowed === tool.name))
    throw new ServiceError(
      'tool_not_enabled',
      `This key may not call ${tool.name}. Use another key, or create one that allows it.`,
    );
}

function enabling(accountId: string, feature: string, baseUrl: string): string {
  if (!baseUrl.startsWith('http:')) return 'who operates the service enables others.';
  return `on this machine \`npm run admin -- feature --account ${accountId} --enable ${feature}\` enables it.`;
}
