import type { ApiCredential } from '#shared/contract/credentials.ts';
import { isTestKey } from './api-key.ts';
import { type Credential, isActive, livePrevious } from './credential-item.ts';
import { spentNow } from './meter.ts';

/** The public record; an expired key shows as inactive, and so does a child of an ended key, where that is known. */
export function toApiCredential(credential: Credential, now: number, parent?: Credential): ApiCredential {
  const { limits, meter } = credential;
  const previous = livePrevious(credential, now);
  return {
    id: credential.id,
    account_id: credential.accountId,
    name: credential.name,
    prefix: credential.prefix,
    mode: isTestKey(credential.prefix) ? 'test' : 'live',
    is_active: isActive(credential, now) && (parent === undefined || isActive(parent, now)),
    created_at: credential.createdAt,
    created_by: credential.createdBy,
    parent_id: credential.parent?.id ?? null,
    may_create_keys: credential.mayCreateKeys,
    last_used_at: credential.lastUsedAt,
    expires_at: credential.expiresAt,
    previous_key: previous && { prefix: previous.prefix, ends_at: previous.endsAt },
    spend_limit: limits.spendLimit ?? null,
    spent_this_month: limits.spendLimit === undefined ? null : spentNow(meter, now),
    tools: limits.allowedTools ? [...limits.allowedTools] : null,
    rate_limits: limits.rateLimits ? { ...limits.rateLimits } : null,
  };
}
