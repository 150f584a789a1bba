import * as v from 'valibot';
import { keywordText, market } from '#shared/contract/fields.ts';
import { priceList } from '#shared/contract/price-list.ts';
import { keywordEntries, monthVolume, organicRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const inspectKeyword = defineTool({
  name: 'inspect_keyword',
  title: 'Inspect keyword',
  family: 'seo',
  summary: 'One keyword in depth: volume, cost per click, competition, intent, trend, and who ranks for it.',
  whenToUse:
    'For one known keyword. To find keywords use research_keywords; for the whole listing inspect_serp.',
  credits: priceList.inspect_keyword,
  input: v.object({ keyword: keywordText, ...market }),
  data: v.looseObject({
    ...keywordEntries,
    location: v.string(),
    /** Oldest month first. */
    trend: v.array(monthVolume),
    serp_top: v.array(organicRow),
    /** Item types of the newest known listing, such as `people_also_ask`. */
    serp_features: v.array(v.string()),
  }),
  needs: ['index', 'facts', 'upstream'],
  sourceClasses: ['search_index'],
  example: { keyword: 'running shoes' },
});
