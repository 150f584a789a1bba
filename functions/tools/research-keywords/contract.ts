import * as v from 'valibot';
import { keywordText, market, told, wholeNumber } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { intent, keywordEntries, monthVolume } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.nullable(v.number());

export const researchKeywords = defineTool({
  name: 'research_keywords',
  title: 'Research keywords',
  family: 'seo',
  summary:
    'Expands a seed term to a ranked list of keywords with volume, cost per click, difficulty, intent.',
  whenToUse: 'To find what people search for on a topic. For one known keyword use inspect_keyword.',
  credits: 3,
  input: v.object({
    seed: keywordText,
    ...market,
    mode: v.optional(
      told(
        v.picklist(['ideas', 'suggestions', 'related']),
        'ideas: same topic; suggestions: contain the seed; related: searched along with it.',
      ),
      'ideas',
    ),
    limit: wholeNumber(25, 1, 200, 'Keywords wanted.'),
    min_volume: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Fewest searches a month.')),
    ),
    intent: v.optional(intent),
  }),
  data: v.looseObject({
    seed: v.string(),
    location: v.string(),
    mode: v.picklist(['ideas', 'suggestions', 'related']),
    keywords: v.array(
      v.object({
        ...keywordEntries,
        trend: v.array(monthVolume),
        variants: v.array(v.string()),
        own: v.optional(v.object({ domain: v.string(), ...ownFigures.entries })),
      }),
    ),
    filtered_out: v.object({ min_volume: count, intent: count }),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'webmaster_console'],
  example: { seed: 'running shoes' },
});
