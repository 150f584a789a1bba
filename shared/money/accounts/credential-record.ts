import type { ApiCredential } from '#shared/contract/api-credential.ts';
import { type Credential, isActive } from './credential-repository.ts';

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
