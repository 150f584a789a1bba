import type { Foundation } from '#functions/foundation.ts';
import { trackedTools } from '#functions/tools/catalog.ts';
import { withPublicSites } from '#functions/tools/public-sites.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { toolCallServices } from '#functions/tools/tool-services.ts';

const names = new Set<string>(trackedTools.map(({ name }) => name));

/** Every tool that can be asked, on its own services. */
export function openTools(foundation: Foundation) {
  return {
    tools: servedTools.filter(({ tool }) => names.has(tool.name)),
    calls: withPublicSites(toolCallServices(foundation), foundation),
  };
}
