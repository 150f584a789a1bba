import * as v from 'valibot';
import { domainName, wholeNumber } from '#shared/contract/fields.ts';
import { ownFigures } from '#shared/contract/own-rows.ts';
import { linkMonth, webGraphAuthority } from '#shared/contract/rows.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.nullable(v.number());
const text = v.nullable(v.string());
const changed = v.array(v.object({ domain: v.string(), position: v.number() }));

export const inspectBacklinks = defineTool({
  name: 'inspect_backlinks',
  title: 'Inspect backlinks',
  family: 'backlinks',
  summary: 'Who links to a domain: authority, referring domains, anchors, or single links.',
  whenToUse: 'For links that only rivals have use compare_backlink_gap.',
  credits: 4,
  input: v.object({
    domain: domainName,
    view: v.optional(v.picklist(['summary', 'referring_domains', 'anchors', 'backlinks']), 'summary'),
    limit: wholeNumber(50, 1, 500, 'Rows wanted; summary shows 10.'),
  }),
  data: v.looseObject({
    domain: v.string(),
    view: v.picklist(['summary', 'referring_domains', 'anchors', 'backlinks']),
    profile: v.object({
      backlinks: count,
      referring_domains: count,
      referring_main_domains: count,
      dofollow_share: count,
      broken_backlinks: count,
      lost_backlinks: v.optional(v.number()),
      lost_main_domains: v.optional(v.number()),
      months: v.optional(v.array(linkMonth)),
    }),
    authority: v.object({
      domain_rank: count,
      rank_scale: v.nullable(v.number()),
      spam_score: count,
      web_graph: v.optional(webGraphAuthority),
    }),
    referring_domains: v.array(
      v.object({
        domain: v.string(),
        domain_rank: count,
        backlinks: count,
        spam_score: count,
        first_seen: text,
        lost: v.boolean(),
        lost_at: v.optional(text),
        lost_reason: v.optional(text),
        position: v.optional(v.number()),
        hosts: v.optional(v.number()),
        first_release: v.optional(v.string()),
      }),
    ),
    changes: v.optional(
      v.object({ against: v.string(), crawled_until: v.string(), new: changed, not_seen: changed }),
    ),
    anchors: v.array(v.object({ anchor: v.string(), backlinks: count, referring_domains: count })),
    backlinks: v.array(
      v.object({
        url_from: v.string(),
        url_to: v.string(),
        anchor: text,
        dofollow: v.nullable(v.boolean()),
        first_seen: text,
        last_seen: text,
        /** Of a target page on a site of the caller's own, as its console counts it. */
        own: v.optional(ownFigures),
      }),
    ),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['backlink_index', 'web_graph'],
  quotesPages: true,
  example: { domain: 'trailpeak.example' },
});
