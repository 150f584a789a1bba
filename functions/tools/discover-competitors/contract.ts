import * as v from 'valibot';
import { domainName, keywordText, market, wholeNumber } from '#shared/contract/fields.ts';
import { competitorRow } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

export const discoverCompetitors = defineTool({
  name: 'discover_competitors',
  title: 'Discover competitors',
  family: 'seo',
  summary: 'Organic rivals of a domain by shared keywords, or the domains that own a set of seed keywords.',
  whenToUse:
    'Send domain or seed_keywords; seeds suit new sites and win when both are sent. Then compare_keyword_coverage.',
  credits: 5,
  input: v.pipe(
    v.object({
      domain: v.optional(domainName),
      seed_keywords: v.optional(
        v.pipe(
          v.array(keywordText),
          v.minLength(1),
          v.maxLength(20),
          v.description('Keywords whose listings decide who competes.'),
        ),
      ),
      ...market,
      limit: wholeNumber(10, 1, 100, 'Competitors wanted.'),
    }),
    v.check(
      ({ domain, seed_keywords }) => domain !== undefined || seed_keywords !== undefined,
      'Send `domain` or `seed_keywords`.',
    ),
  ),
  data: v.looseObject({
    domain: v.nullable(v.string()),
    location: v.string(),
    mode: v.picklist(['domain', 'seed_keywords']),
    competitors: v.array(
      v.object({
        ...competitorRow.entries,
        shared_keywords: v.nullable(competitorRow.entries.shared_keywords),
        basis: v.optional(v.literal('links')),
        shared_referrers: v.optional(v.number()),
        position: v.optional(v.number()),
      }),
    ),
    excluded: v.array(v.object({ competitor: v.string(), reason: v.string() })),
  }),
  needs: ['indexRows', 'indexItems', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['search_index', 'web_graph'],
  example: { domain: 'trailpeak.example' },
});
