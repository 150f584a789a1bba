import type { CallOutcome } from '#shared/calls/call-tool.ts';
import { callWithArguments, type UncheckedCall } from '#shared/calls/call-with-arguments.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { type GatewayHandler, type ToolHandlerOptions, toolHandler } from '#shared/http/tool-handler.ts';
import { auditSite as auditSiteContract } from './audit-site/contract.ts';
import type { CatalogTool } from './catalog.ts';
import { compareBacklinkGap as compareBacklinkGapContract } from './compare-backlink-gap/contract.ts';
import { compareBacklinkGap } from './compare-backlink-gap/logic.ts';
import { compareKeywordCoverage as compareKeywordCoverageContract } from './compare-keyword-coverage/contract.ts';
import { compareKeywordCoverage } from './compare-keyword-coverage/logic.ts';
import { discoverCompetitors as discoverCompetitorsContract } from './discover-competitors/contract.ts';
import { discoverCompetitors } from './discover-competitors/logic.ts';
import { exportDataset as exportDatasetContract } from './export-dataset/contract.ts';
import { exportDataset } from './export-dataset/logic.ts';
import { inspectBacklinks as inspectBacklinksContract } from './inspect-backlinks/contract.ts';
import { inspectBacklinks } from './inspect-backlinks/logic.ts';
import { inspectDomain as inspectDomainContract } from './inspect-domain/contract.ts';
import { inspectDomain } from './inspect-domain/logic.ts';
import { inspectKeyword as inspectKeywordContract } from './inspect-keyword/contract.ts';
import { inspectKeyword } from './inspect-keyword/logic.ts';
import { inspectPage as inspectPageContract } from './inspect-page/contract.ts';
import { inspectPage } from './inspect-page/logic.ts';
import { inspectSearchVisibility as inspectSearchVisibilityContract } from './inspect-search-visibility/contract.ts';
import { inspectSearchVisibility } from './inspect-search-visibility/logic.ts';
import { inspectSerp as inspectSerpContract } from './inspect-serp/contract.ts';
import { inspectSerp } from './inspect-serp/logic.ts';
import { researchKeywords as researchKeywordsContract } from './research-keywords/contract.ts';
import { researchKeywords } from './research-keywords/logic.ts';

type BareCall = Omit<UncheckedCall<ToolContract>, 'tool' | 'logic'>;

interface ServedTool<Tool extends ToolContract = ToolContract> {
  readonly tool: Tool;
  /** The tool behind the pipeline of every call. */
  createHandler(options: ToolHandlerOptions): GatewayHandler;
  /** The tool for callers that bring arguments and no HTTP request. */
  call(request: BareCall, services: ToolCallServices): Promise<CallOutcome>;
}

const served = <Tool extends ToolContract>(tool: Tool, logic: ToolLogic<Tool>) => ({
  tool,
  logic,
  createHandler: (options: ToolHandlerOptions) => toolHandler(tool, logic, options),
  call: (request: BareCall, services: ToolCallServices) =>
    callWithArguments({ ...request, tool, logic }, services),
});

/** Loaded with the first audit: its parsers weigh more than all other tools together. */
const auditSite: ToolLogic<typeof auditSiteContract> = async (input, context) => {
  const { auditSite: logic } = await import('./audit-site/logic.ts');
  return logic(input, context);
};

/** Contract and logic by tool name, for the callers that serve all tools at once: MCP and the local server. */
export const toolRegistry = {
  inspect_domain: served(inspectDomainContract, inspectDomain),
  discover_competitors: served(discoverCompetitorsContract, discoverCompetitors),
  research_keywords: served(researchKeywordsContract, researchKeywords),
  compare_keyword_coverage: served(compareKeywordCoverageContract, compareKeywordCoverage),
  inspect_serp: served(inspectSerpContract, inspectSerp),
  inspect_search_visibility: served(inspectSearchVisibilityContract, inspectSearchVisibility),
  audit_site: served(auditSiteContract, auditSite),
  inspect_keyword: served(inspectKeywordContract, inspectKeyword),
  inspect_page: served(inspectPageContract, inspectPage),
  export_dataset: served(exportDatasetContract, exportDataset),
  inspect_backlinks: served(inspectBacklinksContract, inspectBacklinks),
  compare_backlink_gap: served(compareBacklinkGapContract, compareBacklinkGap),
} as const satisfies Record<CatalogTool['name'], ServedTool>;

export const servedTools: readonly ServedTool[] = Object.values(toolRegistry);
