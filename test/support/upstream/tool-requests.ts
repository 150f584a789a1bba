/** A request of a tool on subjects of the generated web. */
export interface ToolRequest {
  readonly tool: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly credits: number;
  readonly sourceClass: 'search_index' | 'live_serp' | 'backlink_index';
  /** Endpoints that a first call asks. */
  readonly endpoints: readonly string[];
  /** What these cost at list price, for as many rows as are asked for: the table in `docs/upstream.md`. */
  readonly priceMicroUsd: number;
}

const webDomain = 'trailhound.example';
const webRivals = ['peakgear.example', 'fellrunner.example'];
const webKeywords = ['running shoes', 'best running shoes', 'used coffee grinder'];

/** Every tool that asks the provider, by what is asked. */
export const toolRequests: Readonly<Record<string, ToolRequest>> = requestsAbout(
  webDomain,
  webRivals,
  webKeywords,
);

/** The same requests about new subjects, so that no cache knows them. */
export function unaskedRequests(tag: string): typeof toolRequests {
  const rivals = [`rival-one-${tag}.example`, `rival-two-${tag}.example`];
  return requestsAbout(`${tag}.example`, rivals, [`${tag} one`, `${tag} two`, `${tag} three`]);
}

function requestsAbout(
  domain: string,
  competitors: readonly string[],
  keywords: readonly string[],
): Readonly<Record<string, ToolRequest>> {
  const [first = '', second = ''] = keywords;
  const index = { sourceClass: 'search_index' } as const;
  return {
    inspect_domain: {
      ...index,
      tool: 'inspect_domain',
      body: { domain },
      credits: 3,
      endpoints: ['competitors_domain', 'ranked_keywords', 'relevant_pages', 'summary'],
      priceMicroUsd: 68_676,
    },
    'discover_competitors of a domain': {
      ...index,
      tool: 'discover_competitors',
      body: { domain: competitors[0] },
      credits: 5,
      endpoints: ['competitors_domain'],
      priceMicroUsd: 13_440,
    },
    'discover_competitors of seed keywords': {
      ...index,
      tool: 'discover_competitors',
      body: { seed_keywords: keywords },
      credits: 5,
      endpoints: ['serp_competitors'],
      priceMicroUsd: 13_320,
    },
    research_keywords: {
      ...index,
      tool: 'research_keywords',
      body: { seed: first },
      credits: 3,
      endpoints: ['keyword_ideas'],
      priceMicroUsd: 15_000,
    },
    compare_keyword_coverage: {
      ...index,
      tool: 'compare_keyword_coverage',
      body: { domain, competitors },
      credits: 5,
      endpoints: Array(4).fill('domain_intersection'),
      priceMicroUsd: 75_360,
    },
    inspect_serp: {
      tool: 'inspect_serp',
      body: { query: second },
      credits: 2,
      sourceClass: 'live_serp',
      endpoints: ['organic'],
      priceMicroUsd: 4_000,
    },
    'inspect_search_visibility live': {
      tool: 'inspect_search_visibility',
      body: { domain, keywords, mode: 'live' },
      credits: 3,
      sourceClass: 'live_serp',
      endpoints: Array(3).fill('organic'),
      priceMicroUsd: 10_500,
    },
    'inspect_search_visibility index': {
      ...index,
      tool: 'inspect_search_visibility',
      body: { domain, keywords, mode: 'index' },
      credits: 3,
      endpoints: ['keyword_overview', 'ranked_keywords'],
      priceMicroUsd: 24_840,
    },
    inspect_keyword: {
      ...index,
      tool: 'inspect_keyword',
      body: { keyword: `cheap ${first}` },
      credits: 2,
      endpoints: ['keyword_overview', 'organic'],
      priceMicroUsd: 14_120,
    },
    inspect_page: {
      ...index,
      tool: 'inspect_page',
      body: { url: `https://www.${domain}/running-shoes` },
      credits: 2,
      endpoints: ['ranked_keywords'],
      priceMicroUsd: 18_000,
    },
    inspect_backlinks: {
      tool: 'inspect_backlinks',
      body: { domain: competitors[1] },
      credits: 4,
      sourceClass: 'backlink_index',
      endpoints: ['anchors', 'referring_domains', 'summary'],
      priceMicroUsd: 75_636,
    },
    compare_backlink_gap: {
      tool: 'compare_backlink_gap',
      body: { domain, competitors },
      credits: 5,
      sourceClass: 'backlink_index',
      endpoints: ['domain_intersection'],
      priceMicroUsd: 29_400,
    },
  };
}
