import * as v from 'valibot';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, unixSeconds } from './identity-table.ts';

/** At most `max` attempts in each window. */
export interface AttemptLimit {
  /** Names what is attempted, such as `code-to-address`. */
  readonly action: string;
  readonly max: number;
  readonly windowSeconds: number;
}

const counters = v.object({ attempts: v.number() });

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;

/** Codes of a day to one address from which on they are long. */
export const shortCodesADay = 10;

/**
 * Limits on what callers may do without a credential.
 *
 * Codes to an address are counted for the network that asks, so that one
 * network cannot use up another's, and a browser that signed in with the
 * address before has a count of its own. Guessing: of all codes that strangers
 * can have sent to an address in a day, the first 10 have 6 digits and the
 * other 50 have 8, each with 5 tries: 10 · 5 / 10^6 + 50 · 5 / 10^8, less than 1 in 19,000
 * a day. The reserve is open only to the holder of a cookie of an earlier sign-in.
 */
export const attemptLimits = {
  codeToAddressFromNetwork: { action: 'code-to-address-from-network', max: 5, windowSeconds: quarterHour },
  codeToAddressFromNetworkDaily: {
    action: 'code-to-address-from-network-daily',
    max: 10,
    windowSeconds: day,
  },
  codeToAddressDaily: { action: 'code-to-address-daily', max: 60, windowSeconds: day },
  codeToKnownBrowser: { action: 'code-to-known-browser', max: 5, windowSeconds: quarterHour },
  codeToKnownBrowserDaily: { action: 'code-to-known-browser-daily', max: 20, windowSeconds: day },
  codeFromIp: { action: 'code-from-ip', max: 30, windowSeconds: quarterHour },
  verifyFromIp: { action: 'verify-from-ip', max: 60, windowSeconds: quarterHour },
  passkeyFromIp: { action: 'passkey-from-ip', max: 60, windowSeconds: quarterHour },
  registerOfClient: { action: 'register-of-client', max: 30, windowSeconds: quarterHour },
  registerFromIp: { action: 'register-from-ip', max: 1_000, windowSeconds: quarterHour },
  tokenOfClient: { action: 'token-of-client', max: 300, windowSeconds: quarterHour },
  tokenFromIp: { action: 'token-from-ip', max: 6_000, windowSeconds: quarterHour },
  invitationOfAccountDaily: { action: 'invitation-of-account-daily', max: 50, windowSeconds: day },
  verifyDestination: { action: 'verify-destination', max: 20, windowSeconds: day },
  authorizeFromIp: { action: 'authorize-from-ip', max: 120, windowSeconds: quarterHour },
} as const satisfies Record<string, AttemptLimit>;

/** One conditional write an attempt; the count cannot be raced past its limit. */
export function createAttemptLimits(table: IdentityTable) {
  return {
    /**
     * Counts one attempt, or refuses with `rate_limited`. `subject` is an address
     * of mail or of a network. Gives the attempts of the window, this one included.
     */
    async count({ action, max, windowSeconds }: AttemptLimit, subject: string): Promise<number> {
      const now = unixSeconds(table);
      const windowStart = now - (now % windowSeconds);
      const windowEnd = windowStart + windowSeconds;
      const counted = await changeItem(table, identityKeys.attempts(action, subject, windowStart), {
        checks: [
          {
            test: 'any of',
            of: [
              { test: 'absent', path: ['attempts'] },
              { test: 'below', path: ['attempts'], value: max },
            ],
          },
        ],
        steps: [
          { do: 'count', path: ['attempts'], value: 1 },
          { do: 'set', path: ['expires_at'], value: windowEnd },
        ],
      });
      if (counted) return v.parse(counters, counted).attempts;
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
