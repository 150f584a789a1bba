import * as v from 'valibot';
import { market, pageUrl } from '#shared/contract/fields.ts';
import { ownFigures, ownKeywordAtRow } from '#shared/contract/own-rows.ts';
import { pageRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const inspectPage = defineTool({
  name: 'inspect_page',
  title: 'Inspect page',
  family: 'seo',
  summary: 'What one exact URL ranks for: keyword count, estimated traffic, strongest keywords.',
  whenToUse: 'For the whole site use inspect_domain; for its HTML use audit_site.',
  credits: 2,
  input: v.object({ url: pageUrl, ...market }),
  data: v.looseObject({
    ...pageRow.entries,
    location: v.string(),
    top_keywords: v.array(ownKeywordAtRow),
    own: v.optional(v.object({ ...ownFigures.entries, market: v.string() })),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'webmaster_console'],
  example: { url: 'https://trailpeak.example/' },
});
