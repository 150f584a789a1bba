import * as v from 'valibot';
import { keywordText, market, wholeNumber } from '#shared/contract/fields.ts';
import { organicRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const text = v.nullable(v.string());

export const inspectSerp = defineTool({
  name: 'inspect_serp',
  title: 'Inspect SERP',
  family: 'serp',
  summary: 'The search listing of one query: organic results, AI overview, ads, local pack, questions.',
  whenToUse:
    'To see a listing as it is now (newest stored one without a live source). For one domain over many keywords use inspect_search_visibility.',
  credits: 2,
  input: v.object({
    query: keywordText,
    ...market,
    depth: wholeNumber(10, 10, 100, 'Organic results wanted.'),
  }),
  data: v.looseObject({
    query: v.string(),
    location: v.string(),
    fetched_at: v.string(),
    depth: v.number(),
    item_types_present: v.array(v.string()),
    organic: v.array(organicRow),
    ai_overview: v.optional(
      v.object({
        text,
        references: v.array(v.object({ domain: v.string(), url: v.string(), title: text })),
      }),
    ),
    paid: v.array(v.object({ position: v.number(), domain: v.string(), url: text, title: text })),
    local_pack: v.array(
      v.object({
        position: v.number(),
        title: v.string(),
        domain: text,
        url: text,
        rating: v.nullable(v.object({ value: v.nullable(v.number()), votes_count: v.nullable(v.number()) })),
        is_paid: v.boolean(),
      }),
    ),
    featured_snippet: v.optional(v.object({ domain: v.string(), url: v.string(), title: text, text })),
    people_also_ask: v.array(v.string()),
    related_searches: v.array(v.string()),
  }),
  needs: ['indexRows', 'indexWrite', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['live_serp', 'search_index', 'ai_answer'],
  quotesPages: true,
  timeoutSeconds: 28,
  example: { query: 'running shoes' },
});
