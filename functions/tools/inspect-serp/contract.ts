import * as v from 'valibot';
import { keywordText, market, wholeNumber } from '#shared/contract/fields.ts';
import { listing } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const inspectSerp = defineTool({
  name: 'inspect_serp',
  title: 'Inspect SERP',
  family: 'serp',
  summary: 'The search listing of one query: organic results, AI overview, ads, local pack, questions.',
  whenToUse:
    'To see a listing as it is now, or without a live source the newest stored. For one domain over many keywords use inspect_search_visibility.',
  credits: 2,
  input: v.object({
    query: keywordText,
    ...market,
    depth: wholeNumber(10, 10, 100, 'Organic results wanted.'),
  }),
  data: v.looseObject({
    ...{ query: listing.entries.query, location: v.string() },
    ...listing.entries,
    ai_overview: v.optional(listing.entries.ai_overview.wrapped),
    featured_snippet: v.optional(listing.entries.featured_snippet.wrapped),
  }),
  needs: ['indexRows', 'indexWrite', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['live_serp', 'search_index', 'ai_answer'],
  quotesPages: true,
  timeoutSeconds: 28,
  example: { query: 'running shoes' },
});
