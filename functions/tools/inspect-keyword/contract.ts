import * as v from 'valibot';
import { keywordText, market } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { keywordEntries, monthVolume, organicRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const inspectKeyword = defineTool({
  name: 'inspect_keyword',
  title: 'Inspect keyword',
  family: 'seo',
  summary: 'One keyword in depth: volume, cost per click, competition, intent, trend, and who ranks for it.',
  whenToUse: 'To find keywords use research_keywords; for the whole listing inspect_serp.',
  credits: 2,
  input: v.object({ keyword: keywordText, ...market }),
  data: v.looseObject({
    ...keywordEntries,
    location: v.string(),
    trend: v.array(monthVolume),
    serp_top: v.array(organicRow),
    own: v.optional(
      v.array(
        v.object({
          domain: v.string(),
          /** Countries that the figures are of: `all countries`, whatever was asked, where the export is of all. */
          market: v.string(),
          page: v.nullable(v.string()),
          ...ownFigures.entries,
          impressions_per_month: v.nullable(v.number()),
        }),
      ),
    ),
    serp_features: v.array(v.string()),
  }),
  needs: ['indexRows', 'indexWrite', 'facts', 'upstream'],
  sourceClasses: ['search_index', 'webmaster_console'],
  quotesPages: true,
  example: { keyword: 'running shoes' },
});
