import { toolPath } from '#shared/contract/tool.ts';
import { checksPage } from '#shared/site-audit/report/checks-page.ts';
import guides from './guides.json' with { type: 'json' };
import type { Catalogs } from './openapi.ts';

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
      ({ methods, path, summary }) => `- [${methods.join('/')} ${path}](${baseUrl}/docs/account): ${summary}`,
    ),
    '',
    '## Reference',
    '',
    `- [OpenAPI 3.1](${baseUrl}/openapi.json)`,
    `- [Checks of audit_site](${baseUrl}/docs/${checksPage}): what each finds, why it matters, its threshold, remedy and source`,
    `- [Errors](${baseUrl}/docs/errors)`,
    `- [Test keys](${baseUrl}/docs/testing): sample answers for no credits, and every failure on demand`,
    `- [Exchanges](${baseUrl}/docs/exchanges): recorded requests and answers over REST and MCP, and whether a repetition is charged`,
    '',
    '## Guides',
    '',
    ...guides.map(({ name, title }) => `- [${title}](${baseUrl}/docs/${name})`),
    '',
  ].join('\n');
}
