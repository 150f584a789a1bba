import * as v from 'valibot';
import { count, flag, number, part, requiredText, rows, text, time } from './wire.ts';

/** Answers of the link database, reduced to the members that are used. */

const linkCounts = {
  rank: number,
  backlinks: count,
  first_seen: time,
  lost_date: time,
  backlinks_spam_score: number,
  referring_domains: count,
};

/** Every count may be unknown, but an object that names none of them is not a summary: it must not pass for a site without links. */
export const linkSummary = v.pipe(
  v.looseObject({}),
  v.check((found) => Object.keys(found).length === 0 || 'backlinks' in found || 'referring_domains' in found),
  v.object({
    ...linkCounts,
    broken_backlinks: count,
    referring_main_domains: count,
    referring_pages: count,
    referring_pages_nofollow: count,
  }),
);
export type LinkSummary = v.InferOutput<typeof linkSummary>;

export const referringDomains = v.object({
  total_count: count,
  items: rows(v.object({ ...linkCounts, domain: requiredText })),
});

export const linkAnchors = v.object({
  total_count: count,
  /** A link around an image, or around nothing, has no anchor. */
  items: rows(v.object({ ...linkCounts, anchor: text })),
});

export const backlinkRows = v.object({
  total_count: count,
  items: rows(
    v.object({
      url_from: requiredText,
      url_to: requiredText,
      anchor: text,
      dofollow: flag,
      first_seen: time,
      last_seen: time,
    }),
  ),
});

const linksToTarget = part({ ...linkCounts, target: requiredText });

export const linkIntersection = v.object({
  total_count: count,
  items: rows(
    v.object({
      /** By the number under which each target was asked for; null where the site does not link to it. */
      domain_intersection: v.record(v.string(), linksToTarget),
    }),
  ),
});
export type LinkIntersection = v.InferOutput<typeof linkIntersection>;
