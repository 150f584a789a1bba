import * as v from 'valibot';
import { domainName, wholeNumber } from '#shared/contract/fields.ts';
import {
  indexStatusSummary,
  performanceHead,
  performanceQuestion,
} from '#shared/contract/site-performance.ts';
import { defineTool } from '#shared/contract/tool.ts';

const { property, from, to, compared_with, totals, totals_before, withheld, notes } = performanceHead.entries;

export const inspectSearchPerformance = defineTool({
  name: 'inspect_search_performance',
  title: 'Inspect search performance',
  family: 'seo',
  summary:
    'Clicks of a site that you have connected to Search Console, sliced any way, and its index status.',
  whenToUse: 'For your own connected site. For any other use inspect_domain. Every row is in the dataset.',
  credits: 0,
  input: v.object({
    domain: domainName,
    ...performanceQuestion,
    limit: wholeNumber(25, 1, 200, 'Rows.'),
  }),
  data: v.looseObject({
    domain: v.string(),
    connected: v.boolean(),
    connect_at: v.nullable(v.string()),
    period: v.nullable(
      v.looseObject({
        ...{ property, from, to, compared_with, totals, totals_before, withheld, notes },
      }),
    ),
    rows: v.array(v.looseObject({})),
    index_status: v.nullable(indexStatusSummary),
    index_problems: v.array(v.looseObject({})),
  }),
  needs: ['indexRows', 'datasets'],
  sourceClasses: ['webmaster_console'],
  timeoutSeconds: 28,
  example: { domain: 'trailpeak.example', dimensions: 'query', compare: 'previous_period' },
});
