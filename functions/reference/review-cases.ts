import type { CatalogTool } from '#functions/tools/catalog.ts';

interface ReviewCall {
  readonly tool: CatalogTool['name'];
  /** Arguments that a model would choose for the prompt; a test makes the call. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Something that a reviewer asks, on the sample market of a reviewer's account. */
export interface ReviewCase {
  readonly description: string;
  readonly prompt: string;
  readonly calls: readonly ReviewCall[];
  /** What the person should see. */
  readonly outcome: string;
  /** Members of `data` of the last answer that the outcome tells of. */
  readonly shows: readonly string[];
}

export const reviewCases: readonly ReviewCase[] = [
  {
    description: 'Looks up how a site does in search',
    prompt: 'How does trailpeak.example do in search?',
    calls: [{ tool: 'inspect_domain', args: { domain: 'trailpeak.example' } }],
    outcome: 'Traffic, ranked keywords and top pages of the site, with the source and age of the figures.',
    shows: ['summary', 'top_keywords'],
  },
  {
    description: 'Finds the competitors of a site',
    prompt: 'Who competes with trailpeak.example in search?',
    calls: [{ tool: 'discover_competitors', args: { domain: 'trailpeak.example' } }],
    outcome: 'Sites that rank for the same keywords, with what they share.',
    shows: ['competitors'],
  },
  {
    description: 'Researches keywords for a topic',
    prompt: 'Which keywords should I write about for running shoes?',
    calls: [{ tool: 'research_keywords', args: { seed: 'running shoes' } }],
    outcome: 'Ideas with search volume, difficulty and intent.',
    shows: ['keywords'],
  },
  {
    description: 'Shows the search results of a keyword',
    prompt: 'What does the results page for running shoes look like?',
    calls: [{ tool: 'inspect_serp', args: { query: 'running shoes' } }],
    outcome: 'The results in their order, with the features of the page.',
    shows: ['organic'],
  },
  {
    description: 'Audits a site and says what to fix first',
    prompt: 'Audit trailpeak.example, three pages will do, and tell me what to fix first.',
    calls: [{ tool: 'audit_site', args: { domain: 'trailpeak.example', max_pages: 3 } }],
    outcome: 'A score and the faults in order of what mending them gains, each with its pages.',
    shows: ['onpage_score', 'recommendations'],
  },
];

/** Requests that are not for this service. What would come of calling it all the same is a refusal, free of charge. */
export const negativeCases = [
  {
    description: 'Does not act for an unrelated request',
    prompt: 'What meetings do I have tomorrow?',
    outcome: 'No tool is called: the service knows nothing of calendars.',
    called: { tool: 'inspect_domain', args: { meeting: 'tomorrow' } },
  },
  {
    description: 'Does not change a web site',
    prompt: 'Rewrite the title of my home page and publish it.',
    outcome: 'No tool is called for it: every tool reads, none writes to a site.',
    called: { tool: 'inspect_page', args: { title: 'A new title' } },
  },
  {
    description: 'Does not reach into a private network',
    prompt: 'Audit the admin page at http://192.168.0.1/.',
    outcome:
      'The request is declined: only public sites are audited. A call all the same is refused and free.',
    called: { tool: 'audit_site', args: { domain: '192.168.0.1' } },
  },
] as const;
