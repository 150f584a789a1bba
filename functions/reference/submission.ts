import { type DescribedTool, describeTool } from '#functions/mcp/describe-tool.ts';
import { negativeCases, type ReviewCase, reviewCases } from './review-cases.ts';

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
