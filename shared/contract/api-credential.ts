import * as v from 'valibot';

const nullableTime = v.nullable(v.string());

/** An API credential as the account endpoints show it. */
export const apiCredential = v.object({
  id: v.string(),
  account_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  is_active: v.boolean(),
  created_at: v.string(),
  last_used_at: nullableTime,
  expires_at: nullableTime,
  spend_limit: v.nullable(v.number()),
  tools: v.nullable(v.array(v.string())),
});
export type ApiCredential = v.InferOutput<typeof apiCredential>;
