import * as v from 'valibot';
import { type Credential, isActive } from './credential-repository.ts';

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

/** The public record; an expired key shows as inactive. */
export function toApiCredential(credential: Credential, now: number): ApiCredential {
  return {
    id: credential.id,
    account_id: credential.accountId,
    name: credential.name,
    prefix: credential.prefix,
    is_active: isActive(credential, now),
    created_at: credential.createdAt,
    last_used_at: credential.lastUsedAt,
    expires_at: credential.expiresAt,
    spend_limit: credential.limits.spendLimit ?? null,
    tools: credential.limits.allowedTools ? [...credential.limits.allowedTools] : null,
  };
}
