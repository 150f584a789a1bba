import * as v from 'valibot';
import { limitRecord } from './spending-limits.ts';

const nullableTime = v.nullable(v.string());

/** An API credential as the account endpoints show it. */
export const apiCredential = v.object({
  id: v.string(),
  account_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  /** A `test` key answers from the sample market and spends nothing. */
  mode: v.picklist(['live', 'test']),
  is_active: v.boolean(),
  created_at: v.string(),
  /** The session or key that made it. */
  created_by: v.nullable(v.string()),
  /** The key that this one is a child of: it ends with it, and what it spends counts against both. */
  parent_id: v.nullable(v.string()),
  may_create_keys: v.boolean(),
  last_used_at: nullableTime,
  expires_at: nullableTime,
  /** The key before the last rotation, while it still works. */
  previous_key: v.nullable(v.object({ prefix: v.string(), ends_at: v.string() })),
  ...limitRecord,
});
export type ApiCredential = v.InferOutput<typeof apiCredential>;
