import { requireFreshSignIn } from '#shared/callers/identity/fresh-sign-in.ts';
import { parseMoment } from '#shared/contract/fields.ts';
import type { KeyLimits, Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';

interface SentLimits {
  readonly spend_limit?: number | null | undefined;
  readonly tools?: readonly string[] | null | undefined;
  readonly rate_limits?: KeyLimits['rateLimits'] | null;
}

/** The limits that a request asks for; what is null or left out is no limit. */
export function limitsOf({ spend_limit, tools, rate_limits }: SentLimits): KeyLimits {
  return {
    spendLimit: spend_limit ?? undefined,
    allowedTools: tools ?? undefined,
    rateLimits: rate_limits ?? undefined,
  };
}

/** What any sign-in may let a key spend in a month, whatever the balance: the least that can be bought. */
const harmlessCredits = 1_000;

/**
 * A thief of a session must not make anything that spends all: a limit above the balance is none. One that
 * `former`, the limit so far, is not below is always taken.
 */
export async function refuseOldSignIn(
  { signedInAt, account }: Pick<Principal, 'signedInAt' | 'account'>,
  spendLimit: number | null | undefined,
  now: number,
  former: () => Promise<number | undefined> = async () => undefined,
): Promise<void> {
  if (signedInAt === undefined || spendLimit === undefined) return;
  if (spendLimit !== null && spendLimit <= Math.max(account.balance, harmlessCredits)) return;
  if (spendLimit !== null && spendLimit <= ((await former()) ?? -1)) return;
  requireFreshSignIn(signedInAt, now);
}

/** The moment at which a key or connection is to end; null for never. */
export function expiryOf(
  field: 'expires_at' | 'ends_at',
  text: string | null | undefined,
  now: number,
): string | null {
  if (text === undefined || text === null) return null;
  const time = parseMoment(text);
  if (time === undefined)
    throw wrongExpiry(field, 'moment', 'There is no such day, or it lies beyond the year 9999.');
  if (time <= now) throw wrongExpiry(field, 'future', 'This moment has passed.');
  return isoTime(time);
}

function wrongExpiry(field: string, type: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${field}: ${message} Nothing was changed.`, {
    faults: [{ pointer: `/${field}`, loc: ['body', field], type, message }],
  });
}
