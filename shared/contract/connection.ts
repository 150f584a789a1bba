import * as v from 'valibot';
import { limitRecord } from './spending-limits.ts';

const nullableTime = v.nullable(v.string());

/** An agent's connection as the account endpoints show it. */
export const connectionRecord = v.object({
  id: v.string(),
  account_id: v.string(),
  client_id: v.string(),
  /** What the client calls itself; unverified unless the id is an address. */
  client_name: v.string(),
  redirect_host: v.string(),
  scopes: v.array(v.string()),
  is_active: v.boolean(),
  created_at: v.string(),
  last_used_at: nullableTime,
  expires_at: v.string(),
  /** When the owner lets it end, however often it is used. */
  ends_at: nullableTime,
  ...limitRecord,
  revoked_at: nullableTime,
});
export type ConnectionRecord = v.InferOutput<typeof connectionRecord>;
