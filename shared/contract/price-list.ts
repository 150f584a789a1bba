/**
 * What a call of each tool costs, in credits. Fixed per tool and charged for
 * answers only; contracts and `next_actions` read their prices here.
 */
export const priceList = {
  inspect_domain: 3,
  discover_competitors: 5,
  research_keywords: 3,
  compare_keyword_coverage: 5,
  inspect_serp: 2,
  inspect_search_visibility: 3,
  audit_site: 10,
  inspect_keyword: 2,
  inspect_page: 2,
  export_dataset: 0,
  inspect_backlinks: 4,
  compare_backlink_gap: 5,
} as const;

export type ToolName = keyof typeof priceList;

export const toolNames = [
  'inspect_domain',
  'discover_competitors',
  'research_keywords',
  'compare_keyword_coverage',
  'inspect_serp',
  'inspect_search_visibility',
  'audit_site',
  'inspect_keyword',
  'inspect_page',
  'export_dataset',
  'inspect_backlinks',
  'compare_backlink_gap',
] as const satisfies readonly ToolName[];
