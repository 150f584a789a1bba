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

interface SubmissionOptions {
  readonly tools: readonly DescribedTool[];
  readonly baseUrl: string;
  readonly version: string;
}

/** At most 30 characters (ChatGPT app submission, v1). */
const subtitle = 'Search and site audit facts';
/** At most 100 characters (MCP registry, server.json). */
const summary = 'Search-marketing facts with their origin: domains, keywords, search results, site audits.';

const callbacks = ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'];

/** What a directory's form asks for, as files: one that ChatGPT imports, one for the MCP registry, one to read. */
export function submissionFiles(options: SubmissionOptions): ReadonlyMap<string, string> {
  return new Map([
    ['submission.json', asJson(chatGptSubmission(options))],
    ['server.json', asJson(registryEntry(options))],
    ['submission.md', submissionPage(options)],
  ]);
}

function asJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** In the form of `chatgpt-app-submission.v1.json`. */
export function chatGptSubmission({ tools }: SubmissionOptions) {
  return {
    $schema: 'https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json',
    schema_version: 1,
    app_info: {
      display_name: 'Oriel',
      subtitle,
      description: `${summary} Every fact says where it comes from and how old it is. Each call costs a few credits of the account that is connected; failures are free.`,
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

/** `server.json` of the MCP registry: a remote server without a package. */
export function registryEntry({ baseUrl, version }: SubmissionOptions) {
  const host = new URL(baseUrl).hostname;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${host.split('.').toReversed().join('.')}/oriel`,
    title: 'Oriel',
    description: summary,
    version,
    websiteUrl: `${baseUrl}/docs`,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  };
}

function submissionPage({ tools, baseUrl }: SubmissionOptions): string {
  return [
    '# Submission to a directory',
    '',
    'What the forms of connector and app directories ask for. `submission.json` beside this page is the import file of the ChatGPT form, `server.json` the entry of the MCP registry. Replace the address by your own.',
    '',
    '| Field | Value |',
    '|---|---|',
    '| Name | Oriel |',
    `| Tagline | ${subtitle} |`,
    `| Description | ${summary} |`,
    `| Server, Streamable HTTP | \`${baseUrl}/mcp\` |`,
    `| Sign-in | OAuth 2.1 with PKCE (S256); clients register themselves or bring a metadata document; metadata at \`${baseUrl}/.well-known/oauth-protected-resource\` |`,
    `| Callbacks | every https address; tested with ${callbacks.map((url) => `\`${url}\``).join(' and ')} |`,
    `| Documentation | \`${baseUrl}/docs\` |`,
    `| Privacy policy, terms | \`${baseUrl}/privacy\`, \`${baseUrl}/terms\`: publish them with \`npm run admin -- text publish\` |`,
    '| Support | an address or page of your own |',
    '| Links to a checkout | none for clients of `noCheckoutClients`; ChatGPT is one unless you set it otherwise |',
    '| Test account | `npm run admin -- --stage prod reviewer create --email … --days 60 --credits 500`: its address and code sign in without a mail; answers come from the sample market |',
    '',
    '## Tools',
    '',
    '`destructiveHint` is false for all, and `readOnlyHint` true for all but `record_change` and `create_tracker`, which add a note or a schedule to the account.',
    '',
    '| Tool | Title | Credits | `openWorldHint` | `idempotentHint` |',
    '|---|---|---|---|---|',
    ...tools.map((tool) => {
      const { annotations } = describeTool(tool);
      return `| \`${tool.name}\` | ${tool.title} | ${tool.credits} | ${annotations?.openWorldHint} | ${annotations?.idempotentHint} |`;
    }),
    '',
    '## Test cases',
    '',
    ...reviewCases.flatMap(positiveSection),
    '## Requests that call no tool',
    '',
    '| Prompt | Outcome |',
    '|---|---|',
    ...negativeCases.map(({ prompt, outcome }) => `| ${prompt} | ${outcome} |`),
    '',
  ].join('\n');
}

function positiveSection({ description, prompt, calls, outcome }: ReviewCase): string[] {
  return [
    `### ${description}`,
    '',
    `> ${prompt}`,
    '',
    ...calls.map(({ tool, args }) => `- \`${tool}\` with \`${JSON.stringify(args)}\``),
    '',
    outcome,
    '',
  ];
}
