import * as v from 'valibot';
import { domainName, market, namesRival, rivalDomains, rivalMissing } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { keywordEntries } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const rivalPosition = v.object({ competitor: v.string(), position: v.number(), url: v.string() });

const counted = v.nullable(v.number());

const sharedRow = v.object({
  ...keywordEntries,
  target_position: v.number(),
  target_url: v.nullable(v.string()),
  basis: v.optional(v.picklist(['observed', 'average'])),
  own: v.optional(ownFigures),
  best_competitor: rivalPosition,
});

export const compareKeywordCoverage = defineTool({
  name: 'compare_keyword_coverage',
  title: 'Compare keyword coverage',
  family: 'seo',
  summary:
    'Keywords of competitors for which the domain has no rank (gaps), a lower one (losing) or the best (strong).',
  whenToUse: 'When the rivals are known; discover_competitors finds them.',
  credits: 5,
  input: v.pipe(
    v.object({
      domain: domainName,
      competitors: rivalDomains(10),
      ...market,
      // No default in the schema, so that logic can tell whether one was sent: see docs/decisions/0236.
      limit: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.maxValue(200),
          v.metadata({
            default: 50,
            description: 'Rows in each list. If omitted 50: 6 in the answer, all in a dataset.',
          }),
        ),
      ),
    }),
    v.forward(
      v.check((request) => namesRival(request), rivalMissing),
      ['competitors'],
    ),
  ),
  data: v.looseObject({
    domain: v.string(),
    location: v.string(),
    competitors: v.array(v.string()),
    counts: v.object({
      gaps: counted,
      losing: counted,
      strong: counted,
      basis: v.nullable(v.picklist(['exact', 'estimate'])),
      margins: v.optional(v.object({ gaps: v.number(), losing: v.number(), strong: v.number() })),
    }),
    gaps: v.array(
      v.object({
        ...keywordEntries,
        competitor_positions: v.array(rivalPosition),
        basis: v.optional(v.literal('average')),
      }),
    ),
    losing: v.array(sharedRow),
    strong: v.array(sharedRow),
    intent_clusters: v.array(
      v.object({
        intent: v.string(),
        keywords: v.number(),
        total_volume: v.nullable(v.number()),
        examples: v.array(v.string()),
      }),
    ),
  }),
  needs: ['indexRows', 'indexItems', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'webmaster_console'],
  timeoutSeconds: 28,
  example: { domain: 'trailpeak.example', competitors: ['summitgear.example'] },
});
