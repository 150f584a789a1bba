import { codeSamples, curlOf, endpointCall, sampleBlocks, toolCall } from '#shared/contract/code-samples.ts';
import { type EndpointContract, statusOf } from '#shared/contract/endpoint.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { type ToolContract, toolPath, toolPaths } from '#shared/contract/tool.ts';
import { type ErrorCode, errorCatalog } from '#shared/platform/errors.ts';
import { checksPage } from '#shared/site-audit/report/checks-reference.ts';
import { dataSchema, endpointAnswerSchema } from './answer-schemas.ts';
import { crawlerPage } from './crawler-page.ts';
import { endpointErrors, errorGuide, testKeysPage, toolErrors } from './error-guide.ts';
import { fieldSections, fieldTable } from './field-table.ts';
import guides from './guides.json' with { type: 'json' };
import type { Catalogs } from './openapi.ts';
import type { Page } from './page-frame.ts';

/** A guide for language models (llmstxt.org): what there is, what it costs, how to call it. */
export function llmsTxt({ tools, endpoints }: Catalogs, baseUrl: string): string {
  return [
    '# Oriel',
    '',
    '> Search-marketing facts about domains, keywords, pages and search listings, each with its provenance. Every call has a fixed price in credits; only answers are charged.',
    '',
    `Connect over MCP at ${baseUrl}/mcp (sign-in by OAuth), or call REST with \`Authorization: Bearer or_…\`.`,
    'Send an `Idempotency-Key` with each paid call: a retry with the same key is never charged twice.',
    'Unknown values are `null`. `coverage` says what is missing, `next_actions` what to call next and at which price, `resources` where the whole list is.',
    '',
    '## Tools',
    '',
    ...tools.map(
      (tool) =>
        `- [${tool.name}](${baseUrl}/docs/${tool.name}): ${tool.summary} ${tool.whenToUse} POST ${toolPath(tool)}, ${tool.credits} credits. Example body: \`${JSON.stringify(tool.example)}\``,
    ),
    '',
    '## Account',
    '',
    ...endpoints.map(
      (endpoint) =>
        `- [${endpoint.methods.join('/')} ${endpoint.path}](${baseUrl}/docs/${endpointPageOf(endpoint).name}): ${endpoint.summary}`,
    ),
    '',
    '## Reference',
    '',
    `- [OpenAPI 3.1](${baseUrl}/openapi.json)`,
    `- [Checks of audit_site](${baseUrl}/docs/${checksPage}): what each finds, why it matters, its threshold, remedy and source`,
    `- [Errors](${baseUrl}/docs/errors)`,
    `- [Test keys](${baseUrl}/docs/testing): sample answers for no credits, and failures on demand`,
    `- [Exchanges](${baseUrl}/docs/exchanges): recorded requests and answers over REST and MCP, and whether a repetition is charged`,
    '',
    '## Guides',
    '',
    ...guides.map(({ name, title }) => `- [${title}](${baseUrl}/docs/${name})`),
    '',
  ].join('\n');
}

/** The origin in the repository's reference: a reserved name, which no server has. */
export const repositoryOrigin = 'https://api.oriel.example';

/** Every page of the reference, read from the contracts. */
export function referencePages(catalogs: Catalogs, baseUrl: string): readonly Page[] {
  return [
    indexPage(catalogs, baseUrl),
    ...catalogs.tools.map((tool) => toolPage(tool, baseUrl, catalogs.answers[tool.name])),
    ...endpointPages.map((part) => endpointPage(part, catalogs.endpoints, baseUrl)),
    errorsPage(),
    testKeysPage(catalogs.tools, baseUrl),
    crawlerPage(baseUrl),
  ];
}

/** The page of all checks, which the catalog of checks writes. */
export const checksPageEntry = { name: checksPage, title: 'Checks of audit_site' } as const;

function page(name: string, title: string, lines: readonly string[]): Page {
  return { name, title, markdown: `# ${title}\n\n${lines.join('\n')}\n` };
}

function indexPage({ tools, endpoints }: Catalogs, baseUrl: string): Page {
  return page('index', 'Reference', [
    'Every tool is one POST with a JSON body. An answer costs the credits in the table; anything but a 2xx is free, and so is an answer that holds nothing but what the account has brought itself (`usage.free_because`).',
    '',
    ...tools
      .slice(0, 1)
      .flatMap((tool) => [
        ...sampleBlocks(codeSamples(toolCall(tool, baseUrl))),
        runInExplorer(tool, baseUrl),
        '',
      ]),
    '| Tool | Credits | What it tells |',
    '|---|---|---|',
    ...tools.map((tool) => `| [${tool.name}](${tool.name}) | ${tool.credits} | ${tool.summary} |`),
    '',
    '## Account',
    '',
    '| Endpoint | What it does |',
    '|---|---|',
    ...endpoints.map(
      (endpoint) =>
        `| [\`${endpoint.methods.join('` or `')} ${endpoint.path}\`](${endpointPageOf(endpoint).name}) | ${endpoint.summary} |`,
    ),
    '',
    '## Shared by every tool',
    '',
    '- **Market**: `location` (default `United States`) and `language` (default `English`) take a name, an ISO code or a location code, in any case.',
    '- **Envelope**: `schema_version`, `domain`, `data`, `facts`, `entities`, `deltas`, `coverage`, `resources`, `next_actions`, `warnings`, `usage`; all always present.',
    '- **Unknown is `null`**, never 0 or an empty text. Shares are 0-1, money is in US dollars in fields that end in `_usd`.',
    '- **Retries**: send an `Idempotency-Key`; the same key and request within 24 hours give the first answer again, free. Keys belong to the API key (children share those of their parent), connection or person that sent them.',
    '- **Limits**: `X-RateLimit-Limit`, `-Remaining` and `-Reset` tell the most constrained window; bodies are at most 64 KiB.',
    '- **Compression**: answers of a kilobyte or more come as gzip where `Accept-Encoding` names it; bodies that you send are never compressed.',
    '- **Clients**: [TypeScript and Python](/docs/clients), generated; [every exchange recorded](exchanges), failures included, for those who write their own.',
    '- **Guides**: [datasets and changes](/docs/datasets), [your own data](/docs/imports), [connecting agents](/docs/agents), [how a site is audited](/docs/audit).',
    '- **Audits**: [every check](/docs/checks) with what it costs, its threshold, its remedy and its source.',
    '- **Test keys**: [sample answers for no credits, and failures on demand](testing).',
    '- **Errors**: [one shape from every path](errors), with a stable `code`.',
    '- **Machines**: [OpenAPI 3.1](/openapi.json), [llms.txt](/llms.txt), `/v1/capabilities`, MCP at `/mcp`.',
  ]);
}

function toolPage(tool: ToolContract, baseUrl: string, answer: unknown): Page {
  return page(tool.name, tool.title, [
    `${toolPaths(tool)
      .map((path) => `\`POST ${path}\``)
      .join(
        ' or ',
      )} · **${tool.credits} credits**${tool.requires ? ` · needs the feature \`${tool.requires}\`` : ''}`,
    '',
    `${tool.summary} ${tool.whenToUse}`,
    '',
    '## Request',
    '',
    ...fieldTable(publishedSchema(tool.input)),
    '',
    ...sampleBlocks(codeSamples(toolCall(tool, baseUrl))),
    runInExplorer(tool, baseUrl),
    '',
    '## `data` of the answer',
    '',
    ...fieldSections(dataSchema(tool)),
    '',
    ...exampleAnswer(answer),
    `Sources: ${tool.sourceClasses.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '## Errors',
    '',
    ...errorList(toolErrors(tool)),
  ]);
}

/** A link to the form of the tool with its example filled in; visitors see the recorded answer there. */
function runInExplorer({ name, example }: ToolContract, baseUrl: string): string {
  return `[Run in the Explorer](${baseUrl}/explorer/${name}?${new URLSearchParams({ args: JSON.stringify(example) })})`;
}

function exampleAnswer(answer: unknown): string[] {
  if (answer === undefined) return [];
  const text = JSON.stringify(answer, null, 2);
  return [
    '## Example',
    '',
    'From the sample market, with its lists cut to two rows:',
    '',
    '```json',
    text,
    '```',
    '',
  ];
}

interface EndpointPage {
  readonly name: string;
  readonly title: string;
  readonly nouns: readonly string[];
}

/** What is read together has a page; the first has what no other names. */
const endpointPages: readonly [EndpointPage, ...EndpointPage[]] = [
  { name: 'account', title: 'Account and keys', nouns: [] },
  {
    name: 'calls',
    title: 'Calls and answers',
    nouns: ['usage', 'calls', 'answers', 'shares', 'shared-answers'],
  },
  { name: 'trackers', title: 'Trackers', nouns: ['trackers'] },
  { name: 'events', title: 'Events and destinations', nouns: ['events', 'rules', 'destinations'] },
  { name: 'own_data', title: 'Uploads and own sites', nouns: ['uploads', 'imports', 'sites'] },
  { name: 'connected_sites', title: 'Connected sites', nouns: ['search-console'] },
  { name: 'crawls', title: 'Crawls', nouns: ['crawls'] },
];

function endpointPageOf({ path }: EndpointContract): EndpointPage {
  const noun = /^\/v1\/(?:me\/)?(?<noun>[\w-]+)/u.exec(path)?.groups?.noun ?? '';
  return endpointPages.find(({ nouns }) => nouns.includes(noun)) ?? endpointPages[0];
}

function endpointPage(part: EndpointPage, endpoints: readonly EndpointContract[], baseUrl: string): Page {
  const own = endpoints.filter((endpoint) => endpointPageOf(endpoint) === part);
  return page(
    part.name,
    part.title,
    own.flatMap((endpoint) => [
      `## ${endpoint.title}`,
      '',
      `\`${endpoint.methods.join('` or `')} ${endpoint.path}\``,
      '',
      endpoint.summary,
      '',
      ...(endpoint.query ? [...fieldTable(publishedSchema(endpoint.query)), ''] : []),
      ...(endpoint.body ? [...fieldTable(publishedSchema(endpoint.body)), ''] : []),
      ...sampleBlocks([curlOf(endpointCall(endpoint, endpoint.methods[0] ?? 'GET', baseUrl))]),
      `Answers ${statusOf(endpoint)} with:`,
      '',
      ...fieldTable(endpointAnswerSchema(endpoint)),
      '',
      ...errorList(endpointErrors(endpoint)),
      '',
    ]),
  );
}

function errorsPage(): Page {
  const codes = Object.keys(errorGuide).filter(isErrorCode);
  return page('errors', 'Errors', [
    'Every failure is `application/problem+json` (RFC 9457) with the same members: `type`, `title`, `status`, `detail`, `instance`, `code`, `retryable`, `request_id`, `credits_charged`, `errors`. `credits_charged` is 0, or null where it is not known yet. `code` is stable; `detail` says what to do.',
    '',
    ...codes.flatMap((code) => {
      const { status, title, retryable } = errorCatalog[code];
      const { when, remedy } = errorGuide[code];
      return [
        `<a id="${code}"></a>`,
        '',
        `## ${code}`,
        '',
        `**${status}** · ${title} · ${retryable ? 'the same request may succeed later' : 'change the request first'}`,
        '',
        when,
        '',
        remedy,
        '',
      ];
    }),
  ]);
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalog, code);

function errorList(codes: readonly ErrorCode[]): string[] {
  return [
    '| Status | Code | Meaning |',
    '|---|---|---|',
    ...[...new Set(codes)]
      .toSorted((a, b) => errorCatalog[a].status - errorCatalog[b].status)
      .map(
        (code) =>
          `| ${errorCatalog[code].status} | [${code}](errors#${code}) | ${errorCatalog[code].title} |`,
      ),
  ];
}
