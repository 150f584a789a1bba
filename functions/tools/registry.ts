import { callWithArguments, type UncheckedCall } from '#shared/calls/call-with-arguments.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { type ToolHandlerOptions, toolHandler } from '#shared/http/tool-handler.ts';
import { auditSite } from './audit-site/contract.ts';
import type { CatalogTool } from './catalog.ts';
import { compareBacklinkGap } from './compare-backlink-gap/contract.ts';
import { compareKeywordCoverage } from './compare-keyword-coverage/contract.ts';
import { discoverCompetitors } from './discover-competitors/contract.ts';
import { exportDataset } from './export-dataset/contract.ts';
import { inspectBacklinks } from './inspect-backlinks/contract.ts';
import { inspectDomain } from './inspect-domain/contract.ts';
import { inspectKeyword } from './inspect-keyword/contract.ts';
import { inspectPage } from './inspect-page/contract.ts';
import { inspectSearchVisibility } from './inspect-search-visibility/contract.ts';
import { inspectSerp } from './inspect-serp/contract.ts';
import { researchKeywords } from './research-keywords/contract.ts';

type BareCall = Omit<UncheckedCall<ToolContract>, 'tool' | 'logic'>;

interface ServedTool<Tool extends ToolContract = ToolContract> {
  readonly tool: Tool;
  /** The tool behind the pipeline of every call. */
  createHandler(options: ToolHandlerOptions): GatewayHandler;
  /** The tool for callers that bring arguments and no HTTP request. */
  call(request: BareCall, services: ToolCallServices): Promise<CallOutcome>;
}

/** A tool whose logic is read with its first call. */
function served<Tool extends ToolContract>(tool: Tool, load: () => Promise<ToolLogic<Tool>>) {
  let loading: Promise<ToolLogic<Tool>> | undefined;
  const logic: ToolLogic<Tool> = async (input, context) => {
    loading ??= load();
    return (await loading)(input, context);
  };
  return {
    tool,
    logic,
    createHandler: (options: ToolHandlerOptions) => toolHandler(tool, logic, options),
    call: (request: BareCall, services: ToolCallServices) =>
      callWithArguments({ ...request, tool, logic }, services),
  };
}

/** Contract and logic by tool name, for the callers that serve all tools at once: MCP and the local server. */
export const toolRegistry = {
  inspect_domain: served(
    inspectDomain,
    async () => (await import('./inspect-domain/logic.ts')).inspectDomain,
  ),
  discover_competitors: served(
    discoverCompetitors,
    async () => (await import('./discover-competitors/logic.ts')).discoverCompetitors,
  ),
  research_keywords: served(
    researchKeywords,
    async () => (await import('./research-keywords/logic.ts')).researchKeywords,
  ),
  compare_keyword_coverage: served(
    compareKeywordCoverage,
    async () => (await import('./compare-keyword-coverage/logic.ts')).compareKeywordCoverage,
  ),
  inspect_serp: served(inspectSerp, async () => (await import('./inspect-serp/logic.ts')).inspectSerp),
  inspect_search_visibility: served(
    inspectSearchVisibility,
    async () => (await import('./inspect-search-visibility/logic.ts')).inspectSearchVisibility,
  ),
  audit_site: served(auditSite, async () => (await import('./audit-site/logic.ts')).auditSite),
  inspect_keyword: served(
    inspectKeyword,
    async () => (await import('./inspect-keyword/logic.ts')).inspectKeyword,
  ),
  inspect_page: served(inspectPage, async () => (await import('./inspect-page/logic.ts')).inspectPage),
  export_dataset: served(
    exportDataset,
    async () => (await import('./export-dataset/logic.ts')).exportDataset,
  ),
  inspect_backlinks: served(
    inspectBacklinks,
    async () => (await import('./inspect-backlinks/logic.ts')).inspectBacklinks,
  ),
  compare_backlink_gap: served(
    compareBacklinkGap,
    async () => (await import('./compare-backlink-gap/logic.ts')).compareBacklinkGap,
  ),
} as const satisfies Record<CatalogTool['name'], ServedTool>;

export const servedTools: readonly ServedTool[] = Object.values(toolRegistry);
