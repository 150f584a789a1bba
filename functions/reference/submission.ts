import { type DescribedTool, describeTool } from '#functions/mcp/describe-tool.ts';
import type { CatalogTool } from '#functions/tools/catalog.ts';

interface ReviewCall {
  readonly tool: CatalogTool['name'];
  /** Arguments that a model would choose for the prompt; a test makes the call. */
  readonly args: Readonly<Record<string, unknown>>;
}

/** Something that a reviewer asks, on the sample market of a reviewer's account. */
interface ReviewCase {
  readonly description: string;
  readonly prompt: string;
  readonly calls: readonly ReviewCall[];
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
    outcome: 'A score and the faults in order of what fixing them gains, each with its pages.',
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

/** At most 30 characters (ChatGPT app submission, v1). */
const subtitle = 'Search and site audit facts';

/** What the form of an app directory asks for, as the file that ChatGPT's form imports (`chatgpt-app-submission.v1.json`). */
export function directorySubmission(tools: readonly DescribedTool[]) {
  return {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: 'Oriel',
      subtitle,
      description:
        'Search-marketing facts with their origin: domains, keywords, search results, site audits. Every fact says where it comes from and how old it is. Each call costs a few credits of the account that is connected; failures are free.',
      category: 'BUSINESS',
    },
    tools: Object.fromEntries(tools.map((tool) => [tool.name, describedTool(tool)])),
    test_cases: reviewCases.map(({ description, prompt, calls, outcome }) => ({
      description,
      user_prompt: prompt,
      file_attachment_urls: null,
      tools_triggered: [...new Set(calls.map(({ tool }) => tool))].join(', '),
      expected_output: outcome,
      expected_output_url: null,
    })),
    negative_test_cases: negativeCases.map(({ description, prompt, outcome }) => ({
      description,
      user_prompt: prompt,
      file_attachment_urls: null,
      tools_triggered: null,
      expected_output: outcome,
      expected_output_url: null,
    })),
  };
}

function describedTool(tool: DescribedTool) {
  const { annotations } = describeTool(tool);
  return {
    annotations: {
      readOnlyHint: annotations?.readOnlyHint,
      openWorldHint: annotations?.openWorldHint,
      destructiveHint: annotations?.destructiveHint,
    },
    justifications: {
      read_only_justification: tool.writes
        ? `${tool.title} adds a note or a schedule to the account and changes nothing else.`
        : `${tool.title} answers a question and changes nothing that the account or anybody else has.`,
      open_world_justification: annotations?.openWorldHint
        ? 'It tells of public sites and search results; it publishes nothing there.'
        : 'It reads or adds to what the account itself has, and reaches nothing else.',
      destructive_justification:
        'It deletes and overwrites nothing. A call that answers takes its price from prepaid credits, within limits that the owner sets.',
    },
  };
}
