import * as v from 'valibot';
import { domainName, market } from '#shared/contract/fields.ts';
import { priceList } from '#shared/contract/price-list.ts';
import { competitorRow, keywordAtRow, pageRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.nullable(v.number());

export const inspectDomain = defineTool({
  name: 'inspect_domain',
  title: 'Inspect domain',
  family: 'seo',
  summary: 'Compact snapshot of one domain in organic search: keywords, traffic, pages, rivals, intent.',
  whenToUse: 'Start here for an unknown site. For one URL use inspect_page.',
  credits: priceList.inspect_domain,
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
    top_keywords: v.array(keywordAtRow),
    top_pages: v.array(pageRow),
    likely_competitors: v.array(competitorRow),
    /** Shares 0-1 of the ranked keywords. */
    intent_mix: v.object({
      informational: count,
      navigational: count,
      commercial: count,
      transactional: count,
      unknown: count,
    }),
    /** Only where backlinks are enabled for the account and the domain is known. */
    authority: v.optional(
      v.object({
        domain_rank: count,
        rank_scale: v.number(),
        referring_domains: count,
        backlinks: count,
        dofollow_share: count,
        spam_score: count,
        broken_backlinks: count,
      }),
    ),
  }),
  needs: ['index', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'backlink_index'],
  example: { domain: 'trailpeak.example' },
});
