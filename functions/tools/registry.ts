import type { ToolLogic } from '#shared/contract/tool-answer.ts';
import type { CatalogTool } from './catalog.ts';
import { compareBacklinkGap } from './compare-backlink-gap/logic.ts';
import { compareKeywordCoverage } from './compare-keyword-coverage/logic.ts';
import { discoverCompetitors } from './discover-competitors/logic.ts';
import { exportDataset } from './export-dataset/logic.ts';
import { inspectBacklinks } from './inspect-backlinks/logic.ts';
import { inspectDomain } from './inspect-domain/logic.ts';
import { inspectKeyword } from './inspect-keyword/logic.ts';
import { inspectPage } from './inspect-page/logic.ts';
import { inspectSearchVisibility } from './inspect-search-visibility/logic.ts';
import { inspectSerp } from './inspect-serp/logic.ts';
import { researchKeywords } from './research-keywords/logic.ts';

type Registry = { readonly [Tool in CatalogTool as Tool['name']]: ToolLogic<Tool> };

/** Logic by tool name, for the callers that serve all tools at once: MCP and the local server. */
export const toolRegistry = {
  inspect_domain: inspectDomain,
  discover_competitors: discoverCompetitors,
  research_keywords: researchKeywords,
  compare_keyword_coverage: compareKeywordCoverage,
  inspect_serp: inspectSerp,
  inspect_search_visibility: inspectSearchVisibility,
  inspect_keyword: inspectKeyword,
  inspect_page: inspectPage,
  export_dataset: exportDataset,
  inspect_backlinks: inspectBacklinks,
  compare_backlink_gap: compareBacklinkGap,
} as const satisfies Registry;
