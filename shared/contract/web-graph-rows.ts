import * as v from 'valibot';

const count = v.nullable(v.number());

/** A domain in a public graph of links between domains. Positions count from 1, the most central; shares and dates as `functions/reference/words` says. */
export const webGraphAuthority = v.object({
  position: v.number(),
  of: count,
  percentile: count,
  harmonic: v.number(),
  pagerank_position: v.number(),
  referring_domains: count,
  linked_domains: count,
  hosts: v.number(),
  release: v.string(),
  crawled_until: v.string(),
  trend: v.array(v.object({ release: v.string(), position: v.number(), referring_domains: count })),
});
export type WebGraphAuthority = v.InferOutput<typeof webGraphAuthority>;

/** A domain in a public list of popular sites: in one of its bands (the best 1,000, 5,000 …), or at its position. */
export const domainPopularity = v.object({
  list: v.picklist(['crux', 'majestic']),
  country: v.nullable(v.string()),
  band: count,
  position: count,
  month: v.string(),
});
export type DomainPopularity = v.InferOutput<typeof domainPopularity>;
