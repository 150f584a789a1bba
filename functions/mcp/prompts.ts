import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { defaultMarket } from '#shared/contract/fields.ts';

interface PromptTemplate extends Prompt {
  write(args: Readonly<Record<string, string>>): string;
}

const templates: readonly PromptTemplate[] = [
  {
    name: 'audit_and_plan',
    title: 'Audit a site and plan its search work',
    description: 'From a domain to a prioritized plan for 90 days. About 25 credits.',
    arguments: [
      { name: 'domain', description: 'Site to work on, such as example.com', required: true },
      { name: 'location', description: `Market; ${defaultMarket.location} by default`, required: false },
    ],
    write: ({ domain = '', location = defaultMarket.location }) =>
      [
        `Make a search plan for ${domain} in ${location}.`,
        '1. inspect_domain: where it stands, and who its rivals are.',
        '2. audit_site: what is technically wrong, worst first.',
        '3. compare_keyword_coverage with its three closest rivals: what it misses and where it loses.',
        '4. inspect_serp for the two most valuable gaps: what it takes to rank.',
        'Then write: the situation in five lines with figures, the ten most valuable actions with expected effect and effort, and what to measure. Say which figures are observed, indexed or modeled, and what is unknown.',
      ].join('\n'),
  },
  {
    name: 'find_keyword_gaps',
    title: 'Find keywords that rivals rank for',
    description: 'The gaps worth closing first. About 10 credits.',
    arguments: [
      { name: 'domain', description: 'Your site', required: true },
      {
        name: 'competitors',
        description: 'Rivals, separated by commas; found for you if left out',
        required: false,
      },
    ],
    write: ({ domain = '', competitors }) =>
      [
        competitors
          ? `Compare ${domain} with ${competitors} by compare_keyword_coverage.`
          : `Find rivals of ${domain} by discover_competitors, then compare it with the three most relevant ones by compare_keyword_coverage.`,
        'Group the gaps by intent, leave out brand names of others, and rank them by volume, difficulty and fit.',
        'Give the ten best with the page that should answer each.',
      ].join('\n'),
  },
];

export function listPrompts(): Prompt[] {
  return templates.map(({ write: _, ...prompt }) => prompt);
}

/** The prompt filled in, or undefined where there is none of this name. */
export function writePrompt(
  name: string,
  args: Readonly<Record<string, string>>,
): GetPromptResult | undefined {
  const template = templates.find((prompt) => prompt.name === name);
  if (!template) return undefined;
  const { description = '' } = template;
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text: template.write(args) } }],
  };
}

/** Arguments that the prompt demands and the caller left out. */
export function missingArguments(name: string, args: Readonly<Record<string, string>>): readonly string[] {
  const template = templates.find((prompt) => prompt.name === name);
  const demanded = template?.arguments?.filter(({ required }) => required) ?? [];
  return demanded.map((argument) => argument.name).filter((argument) => !args[argument]?.trim());
}
