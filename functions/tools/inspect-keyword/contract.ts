import * as v from 'valibot';
import { keywordText, market } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { described, keywordEntries, monthVolume, organicRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const inspectKeyword = defineTool({
  name: 'inspect_keyword',
  title: 'Inspect keyword',
  family: 'seo',
  summary: 'One keyword in depth: volume, cost per click, competition, intent, trend, and who ranks for it.',
  whenToUse:
    'For one known keyword. To find keywords use research_keywords; for the whole listing inspect_serp.',
  credits: 2,
  input: v.object({ keyword: keywordText, ...market }),
  data: v.looseObject({
    ...keywordEntries,
    location: v.string(),
    trend: described(v.array(monthVolume), 'Oldest month first.'),
    serp_top: described(v.array(organicRow), 'First results of the newest known listing, at most 10.'),
    own: described(
      v.optional(
        v.array(
          v.object({
            domain: v.string(),
            page: described(v.nullable(v.string()), 'Its page with the most clicks, where the export tells.'),
            ...ownFigures.entries,
            impressions_per_month: described(
              v.nullable(v.number()),
              'A floor of demand: people searched at least this often; never a search volume.',
            ),
          }),
        ),
      ),
      'What Search Console counts for the keyword on each site of the caller; only where it does.',
    ),
    serp_features: described(v.array(v.string()), 'Its item types, such as `people_also_ask`.'),
  }),
  needs: ['indexRows', 'indexWrite', 'facts', 'upstream'],
  sourceClasses: ['search_index', 'webmaster_console'],
  quotesPages: true,
  example: { keyword: 'running shoes' },
});
