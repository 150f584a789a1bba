import * as v from 'valibot';

/** What the report of a site is shared as, where answers have the name of their tool. */
export const siteReport = 'site_report';

/** A link to one answer or one report of a site, as the account endpoints show it; its secret is not in it. */
export const shareRecord = v.object({
  id: v.string(),
  request_id: v.string(),
  tool: v.string(),
  site: v.nullable(v.string()),
  created_at: v.string(),
  expires_at: v.string(),
});
export type ShareRecord = v.InferOutput<typeof shareRecord>;

/** Shares that an account may have at one time. */
export const shareLimit = 200;
