import { ServiceError } from '#shared/platform/errors.ts';
import { spendStatus } from './meter.ts';
import type { KeyLimits, Principal } from './principal.ts';

type Maker = Pick<Principal, 'keyLimits' | 'meters' | 'expiresAt'>;

/** What a new key is asked to have; undefined takes what its maker has. */
interface WantedKey {
  readonly limits: KeyLimits;
  /** ISO 8601. */
  readonly expiresAt: string | null;
}

/**
 * What a key that another key makes may have: never more tools, credits, rate
 * or life than its maker has left. What is not asked for is inherited; the
 * maker's limit on credits needs no copy, because a child's spending counts
 * against it as well. Fails with `validation_error`, naming what is too much.
 */
export function childLimits(maker: Maker, { limits, expiresAt }: WantedKey, now: number): WantedKey {
  return {
    limits: {
      spendLimit: childSpend(maker, limits.spendLimit, now),
      allowedTools: childTools(maker, limits.allowedTools),
      rateLimits: childRates(maker, limits.rateLimits),
    },
    expiresAt: childExpiry(maker, expiresAt),
  };
}

function childSpend({ meters }: Maker, wanted: number | undefined, now: number): number | undefined {
  const left = spendStatus(meters, now)?.remaining;
  if (wanted !== undefined && left !== undefined && wanted > left)
    throw tooMuch('spend_limit', `This key has ${left} credits left this month. Send that or less.`);
  return wanted;
}

function childTools({ keyLimits }: Maker, wanted: KeyLimits['allowedTools']): KeyLimits['allowedTools'] {
  const own = keyLimits.allowedTools;
  const missing = own && wanted?.find((tool) => !own.includes(tool));
  if (missing)
    throw tooMuch('tools', `This key may not call ${missing} itself. Send tools that it may call.`);
  return wanted ?? own;
}

function childRates({ keyLimits }: Maker, wanted: KeyLimits['rateLimits']): KeyLimits['rateLimits'] {
  const own = keyLimits.rateLimits;
  if (own && wanted && (wanted.minute > own.minute || wanted.hour > own.hour || wanted.day > own.day))
    throw tooMuch(
      'rate_limits',
      `This key may make ${own.minute} calls a minute, ${own.hour} an hour and ${own.day} a day. Send no more than that.`,
    );
  return wanted ?? own;
}

function childExpiry({ expiresAt }: Maker, wanted: string | null): string | null {
  if (!expiresAt) return wanted;
  if (wanted !== null && Date.parse(wanted) > Date.parse(expiresAt))
    throw tooMuch('expires_at', `This key ends at ${expiresAt}. Send that moment or an earlier one.`);
  return wanted ?? expiresAt;
}

function tooMuch(field: string, message: string): ServiceError {
  return new ServiceError('validation_error', `${field}: ${message} No key was made.`, {
    faults: [{ pointer: `/${field}`, loc: ['body', field], type: 'more_than_maker', message }],
  });
}
