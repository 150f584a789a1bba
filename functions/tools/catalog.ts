import type { ToolContract } from '#shared/contract/tool.ts';
import { inspectDomain } from './inspect-domain/contract.ts';
import { inspectKeyword } from './inspect-keyword/contract.ts';
import { researchKeywords } from './research-keywords/contract.ts';

/** Every tool the service sells, in the order the docs list them. */
export const toolCatalog = [
  inspectDomain,
  researchKeywords,
  inspectKeyword,
] as const satisfies readonly ToolContract[];

export type CatalogTool = (typeof toolCatalog)[number];
