import type { Foundation } from '#functions/foundation.ts';
import { withPublicSites } from '#functions/tools/public-sites.ts';
import { toolRegistry } from '#functions/tools/registry.ts';
import { toolCallServices } from '#functions/tools/tool-services.ts';
import { scheduledTools } from './contract.ts';
import type { AskableTools } from './logic.ts';

/** Every tool that can be asked, on its own services. */
export function openTools(foundation: Foundation): AskableTools {
  return {
    tools: scheduledTools.map(({ name }) => toolRegistry[name]),
    calls: withPublicSites(toolCallServices(foundation), foundation),
  };
}
