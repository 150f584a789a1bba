import * as v from 'valibot';
import { domainName, market } from '#shared/contract/fields.ts';
import { ownFigures, ownKeywordAtRow, ownSite } from '#shared/contract/own-rows.ts';
import { competitorRow, domainPopularity, pageRow, webGraphAuthority } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.nullable(v.number());

export const inspectDomain = defineTool({
  name: 'inspect_domain',
  title: 'Inspect domain',
  family: 'seo',
  summary: 'Compact snapshot of one domain in organic search: keywords, traffic, pages, rivals, intent.',
  whenToUse: 'Start here for an unknown site. For one URL use inspect_page.',
  credits: 3,
  input: v.object({ domain: domainName, ...market }),
  data: v.looseObject({
    domain: v.string(),
    location: v.string(),
    language: v.string(),
    summary: v.object({
      organic_keywords: count,
      top_3_keywords: count,
      top_10_keywords: count,
      estimated_organic_traffic_per_month: count,
      traffic_value_usd: count,
      movement: v.object({ new: count, up: count, down: count, lost: count }),
    }),
    top_keywords: v.array(ownKeywordAtRow),
    top_pages: v.array(v.object({ ...pageRow.entries, own: v.optional(ownFigures) })),
    own: v.optional(ownSite),
    likely_competitors: v.array(competitorRow),
    intent_mix: v.object({
      informational: count,
      navigational: count,
      commercial: count,
      transactional: count,
      unknown: count,
    }),
    /** Where a source of links knows the domain; values of the provider's index are null where it was not asked. */
    authority: v.optional(
      v.object({
        domain_rank: count,
        rank_scale: count,
        referring_domains: count,
        backlinks: count,
        dofollow_share: count,
        spam_score: count,
        broken_backlinks: count,
        web_graph: v.optional(webGraphAuthority),
      }),
    ),
    popularity: v.optional(v.array(domainPopularity)),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'backlink_index', 'webmaster_console', 'web_graph', 'popularity_list'],
  example: { domain: 'trailpeak.example' },
});
