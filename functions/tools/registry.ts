import type { ToolLogic } from '#shared/contract/tool-answer.ts';
import type { CatalogTool } from './catalog.ts';
import { inspectDomain } from './inspect-domain/logic.ts';
import { inspectKeyword } from './inspect-keyword/logic.ts';
import { researchKeywords } from './research-keywords/logic.ts';

type Registry = { readonly [Tool in CatalogTool as Tool['name']]: ToolLogic<Tool> };

/** Logic by tool name, for the callers that serve all tools at once: MCP and the local server. */
export const toolRegistry = {
  inspect_domain: inspectDomain,
  research_keywords: researchKeywords,
  inspect_keyword: inspectKeyword,
} as const satisfies Registry;
