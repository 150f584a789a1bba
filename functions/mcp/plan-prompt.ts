import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { defaultMarket } from '#shared/contract/fields.ts';

/** The one job that spans several skills; what a skill covers is not offered again as a prompt. */
export const auditAndPlan = {
  name: 'audit_and_plan',
  title: 'Audit a site and plan its search work',
  description: 'From a domain to a prioritized plan for 90 days. About 25 credits.',
  arguments: [
    { name: 'domain', description: 'Site to work on, such as example.com', required: true },
    { name: 'location', description: `Market; ${defaultMarket.location} by default`, required: false },
  ],
} satisfies Prompt;

export function writePlanPrompt(domain: string, location: string = defaultMarket.location): GetPromptResult {
  const text = [
    `Make a search plan for ${domain} in ${location}.`,
    '1. inspect_domain: where it stands, and who its rivals are.',
    '2. audit_site: what is technically wrong, worst first.',
    '3. compare_keyword_coverage with its three closest rivals: what it misses and where it loses.',
    '4. inspect_serp for the two most valuable gaps: what it takes to rank.',
    'Then write: the situation in five lines with figures, the ten most valuable actions with expected effect and effort, and what to measure. Say which figures are observed, indexed or modeled, and what is unknown.',
  ].join('\n');
  return {
    description: auditAndPlan.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}
