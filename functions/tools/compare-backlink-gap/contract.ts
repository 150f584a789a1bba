import * as v from 'valibot';
import { domainName, namesRival, rivalDomains, rivalMissing, wholeNumber } from '#shared/contract/fields.ts';
import { defineTool } from '#shared/contract/tool.ts';

const count = v.nullable(v.number());

export const compareBacklinkGap = defineTool({
  name: 'compare_backlink_gap',
  title: 'Compare backlink gap',
  family: 'backlinks',
  summary: 'Sites that link to competitors but not to the domain, best rank first.',
  whenToUse: 'To find link prospects. For the links of one domain use inspect_backlinks.',
  credits: 5,
  input: v.pipe(
    v.object({
      domain: domainName,
      competitors: rivalDomains(10),
      limit: wholeNumber(50, 1, 200, 'Referring domains wanted.'),
      max_spam_score: wholeNumber(30, 0, 100, 'Leaves out sites with a higher spam score.'),
    }),
    v.forward(
      v.check((request) => namesRival(request), rivalMissing),
      ['competitors'],
    ),
  ),
  data: v.looseObject({
    domain: v.string(),
    competitors: v.array(v.string()),
    gaps: v.array(
      v.object({
        referring_domain: v.string(),
        position: v.optional(v.number()),
        domain_rank: count,
        spam_score: count,
        competitors_linked: v.number(),
        links: v.array(
          v.object({ competitor: v.string(), backlinks: count, first_seen: v.nullable(v.string()) }),
        ),
      }),
    ),
    filtered: v.object({ spam: count, links_to_target: count }),
  }),
  needs: ['indexItem', 'indexRows', 'facts', 'datasets', 'upstream'],
  sourceClasses: ['backlink_index', 'web_graph'],
  timeoutSeconds: 28,
  example: { domain: 'trailpeak.example', competitors: ['summitgear.example'] },
});
