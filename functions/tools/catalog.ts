import type { ToolContract } from '#shared/contract/tool.ts';
import { auditSite } from './audit-site/contract.ts';
import { compareBacklinkGap } from './compare-backlink-gap/contract.ts';
import { compareKeywordCoverage } from './compare-keyword-coverage/contract.ts';
import { crawlSite } from './crawl-site/contract.ts';
import { discoverCompetitors } from './discover-competitors/contract.ts';
import { explainChange } from './explain-change/contract.ts';
import { exportDataset } from './export-dataset/contract.ts';
import { inspectBacklinks } from './inspect-backlinks/contract.ts';
import { inspectDomain } from './inspect-domain/contract.ts';
import { inspectKeyword } from './inspect-keyword/contract.ts';
import { inspectPage } from './inspect-page/contract.ts';
import { inspectSearchPerformance } from './inspect-search-performance/contract.ts';
import { inspectSearchVisibility } from './inspect-search-visibility/contract.ts';
import { inspectSerp } from './inspect-serp/contract.ts';
import { recordChange } from './record-change/contract.ts';
import { researchKeywords } from './research-keywords/contract.ts';

/** Every tool the service sells, in the order the docs list them. */
export const toolCatalog = [
  inspectDomain,
  discoverCompetitors,
  researchKeywords,
  compareKeywordCoverage,
  inspectSerp,
  inspectSearchVisibility,
  auditSite,
  crawlSite,
  inspectKeyword,
  inspectPage,
  inspectSearchPerformance,
  explainChange,
  recordChange,
  exportDataset,
  inspectBacklinks,
  compareBacklinkGap,
] as const satisfies readonly ToolContract[];

export type CatalogTool = (typeof toolCatalog)[number];
export const toolNames = toolCatalog.map(({ name }) => name);

/** Tools whose answers are paid for and kept: what a tracker can ask. */
export const trackedTools = toolCatalog.filter(({ credits }): boolean => credits > 0);

/** Credits of a call, by tool. */
export const priceList: Readonly<Record<string, number>> = Object.fromEntries(
  toolCatalog.map(({ name, credits }) => [name, credits]),
);

declare module '#shared/contract/tool.ts' {
  interface CatalogNames extends Record<CatalogTool['name'], unknown> {}
}
