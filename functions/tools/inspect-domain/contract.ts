import * as v from 'valibot';
import { domainName, market } from '#shared/contract/fields.ts';
import { ownFigures, ownKeywordAtRow, ownSite } from '#shared/contract/own-rows.ts';
import { competitorRow, described, pageRow } from '#shared/contract/rows.ts';
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
      organic_keywords: described(count, 'Null where the domain is not known; never 0 for unknown.'),
      top_3_keywords: count,
      top_10_keywords: count,
      estimated_organic_traffic_per_month: described(count, 'Visits a month.'),
      traffic_value_usd: described(count, 'What the same clicks would cost as ads, a month.'),
      movement: v.object({ new: count, up: count, down: count, lost: count }),
    }),
    top_keywords: described(
      v.array(ownKeywordAtRow),
      'Best traffic first, else most clicks and impressions; at most 10.',
    ),
    top_pages: described(
      v.array(v.object({ ...pageRow.entries, own: v.optional(ownFigures) })),
      'Best traffic first, at most 10. A keyword counts for each page that ranks for it and once for the site, so that pages may add up to more than `summary`.',
    ),
    own: described(
      v.optional(ownSite),
      'Only where the caller has brought Search Console figures of this site.',
    ),
    likely_competitors: described(v.array(competitorRow), 'Closest first, at most 10.'),
    intent_mix: v.object({
      informational: described(count, 'Share 0-1 of the ranked keywords.'),
      navigational: count,
      commercial: count,
      transactional: count,
      unknown: count,
    }),
    /** Only where backlinks are enabled for the account and the domain is known. */
    authority: v.optional(
      v.object({
        domain_rank: described(count, '0 to `rank_scale`.'),
        rank_scale: v.number(),
        referring_domains: count,
        backlinks: count,
        dofollow_share: described(count, '0-1'),
        spam_score: described(count, '0-100'),
        broken_backlinks: count,
      }),
    ),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'backlink_index', 'webmaster_console'],
  example: { domain: 'trailpeak.example' },
});
