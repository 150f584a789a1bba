import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type IdentityTable, identityKeys, unixSeconds } from './identity-table.ts';

/** At most `max` attempts in each window. */
export interface AttemptLimit {
  /** Names what is attempted, such as `code-to-address`. */
  readonly action: string;
  readonly max: number;
  readonly windowSeconds: number;
}

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/**
 * Limits on what anybody may do without a credential. Guessing a code of six
 * digits with 5 tries and 20 codes a day has a chance of 1 in 10,000 a day.
 */
export const attemptLimits = {
  codeToAddress: { action: 'code-to-address', max: 5, windowSeconds: quarterHour },
  codeToAddressDaily: { action: 'code-to-address-daily', max: 20, windowSeconds: day },
  codeFromIp: { action: 'code-from-ip', max: 30, windowSeconds: quarterHour },
  verifyFromIp: { action: 'verify-from-ip', max: 60, windowSeconds: quarterHour },
  passkeyFromIp: { action: 'passkey-from-ip', max: 60, windowSeconds: quarterHour },
  registerFromIp: { action: 'register-from-ip', max: 30, windowSeconds: quarterHour },
  tokenFromIp: { action: 'token-from-ip', max: 300, windowSeconds: quarterHour },
  authorizeFromIp: { action: 'authorize-from-ip', max: 120, windowSeconds: quarterHour },
} as const satisfies Record<string, AttemptLimit>;

export interface AttemptLimits {
  /** Counts one attempt, or refuses with `rate_limited`. `subject` is an address of mail or of a network. */
  count(limit: AttemptLimit, subject: string): Promise<void>;
}

/** One conditional write an attempt; the count cannot be raced past its limit. */
export function createAttemptLimits(table: IdentityTable): AttemptLimits {
  return {
    async count({ action, max, windowSeconds }, subject) {
      const now = unixSeconds(table);
      const windowStart = now - (now % windowSeconds);
      const windowEnd = windowStart + windowSeconds;
      const attemptsAreLeft = 'attribute_not_exists(attempts) OR attempts < :max';
      const counted = await whenConditionHolds(
        table.documents.send(
          new UpdateCommand({
            TableName: table.name,
            Key: identityKeys.attempts(action, subject, windowStart),
            UpdateExpression: 'SET expires_at = :end ADD attempts :one',
            ConditionExpression: attemptsAreLeft,
            ExpressionAttributeValues: { ':max': max, ':one': 1, ':end': windowEnd },
          }),
        ),
      );
      if (counted) return;
      throw new ServiceError(
        'rate_limited',
        'Too many attempts. Wait as long as Retry-After says, then try again.',
        {
          headers: { 'retry-after': String(windowEnd - now) },
          reason: action,
        },
      );
    },
  };
}
