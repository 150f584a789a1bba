import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/**
 * The tools that this caller may call, of those that `?tools=` names: tool
 * names and families (`seo`, `serp`, `audit`, `backlinks`, `core`), separated by commas.
 */
export function selectTools(
  servedTools: readonly ServedTool[],
  { account, keyLimits, scopes }: Principal,
  wanted: string | null,
): readonly ServedTool[] {
  const names = (wanted ?? '').split(',').map((name) => name.trim().toLowerCase());
  const asked = new Set(names.filter((name) => name !== ''));
  refuseUnknown(servedTools, asked);
  return servedTools.filter(({ tool }) => {
    const isEnabled = !tool.requires || account.features.has(tool.requires);
    const isAllowed = keyLimits.allowedTools?.includes(tool.name) ?? true;
    const isAsked = asked.size === 0 || asked.has(tool.name) || asked.has(tool.family);
    return scopes.has('tools') && isEnabled && isAllowed && isAsked;
  });
}

function refuseUnknown(servedTools: readonly ServedTool[], asked: ReadonlySet<string>): void {
  const known = new Set(servedTools.flatMap(({ tool }): string[] => [tool.name, tool.family]));
  const unknown = [...asked].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new ServiceError(
      'validation_error',
      `?tools= names ${JSON.stringify(unknown.slice(0, 60))}, which is neither a tool nor a family. ` +
        'Known: seo, serp, audit, backlinks, core and the names that /v1/capabilities lists.',
    );
}
