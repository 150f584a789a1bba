/** A request of each tool on subjects of the generated web, with what it costs the caller and the service. */
export interface ToolRequest {
  readonly tool: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly credits: number;
  readonly sourceClass: 'search_index' | 'live_serp' | 'backlink_index';
  /** Requests that a first call makes upstream. */
  readonly requests: number;
}

const domain = 'trailhound.example';
const competitors = ['peakgear.example', 'fellrunner.example'];
const keywords = ['running shoes', 'best running shoes', 'used coffee grinder'];

/** Every tool that asks the provider, by what is asked. */
export const toolRequests: Readonly<Record<string, ToolRequest>> = {
  inspect_domain: {
    tool: 'inspect_domain',
    body: { domain },
    credits: 3,
    sourceClass: 'search_index',
    requests: 3,
  },
  discover_competitors: {
    tool: 'discover_competitors',
    body: { domain },
    credits: 5,
    sourceClass: 'search_index',
    requests: 1,
  },
  'discover_competitors of seeds': {
    tool: 'discover_competitors',
    body: { seed_keywords: keywords },
    credits: 5,
    sourceClass: 'search_index',
    requests: 1,
  },
  research_keywords: {
    tool: 'research_keywords',
    body: { seed: 'running shoes' },
    credits: 3,
    sourceClass: 'search_index',
    requests: 1,
  },
  compare_keyword_coverage: {
    tool: 'compare_keyword_coverage',
    body: { domain, competitors },
    credits: 5,
    sourceClass: 'search_index',
    requests: 4,
  },
  inspect_serp: {
    tool: 'inspect_serp',
    body: { query: 'best running shoes' },
    credits: 2,
    sourceClass: 'live_serp',
    requests: 1,
  },
  'inspect_search_visibility live': {
    tool: 'inspect_search_visibility',
    body: { domain, keywords, mode: 'live' },
    credits: 3,
    sourceClass: 'live_serp',
    requests: 3,
  },
  'inspect_search_visibility index': {
    tool: 'inspect_search_visibility',
    body: { domain, keywords, mode: 'index' },
    credits: 3,
    sourceClass: 'search_index',
    requests: 2,
  },
  inspect_keyword: {
    tool: 'inspect_keyword',
    body: { keyword: 'cheap camping tent' },
    credits: 2,
    sourceClass: 'search_index',
    requests: 2,
  },
  inspect_page: {
    tool: 'inspect_page',
    body: { url: 'https://www.trailhound.example/running-shoes' },
    credits: 2,
    sourceClass: 'search_index',
    requests: 1,
  },
  inspect_backlinks: {
    tool: 'inspect_backlinks',
    body: { domain },
    credits: 4,
    sourceClass: 'backlink_index',
    requests: 1,
  },
  compare_backlink_gap: {
    tool: 'compare_backlink_gap',
    body: { domain, competitors },
    credits: 5,
    sourceClass: 'backlink_index',
    requests: 1,
  },
};
