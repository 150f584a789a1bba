import { requireFreshSignIn } from '#shared/callers/identity/fresh-sign-in.ts';
import { tellOwner } from '#shared/callers/identity/owner-notice.ts';
import { parseMoment } from '#shared/contract/moment.ts';
import { issueApiKey } from '#shared/money/accounts/api-keys.ts';
import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AccountLogic } from '../account-services.ts';
import type { createApiCredential as contract } from './contract.ts';

export const createApiCredential: AccountLogic<typeof contract> = async (
  { caller, body, now },
  { credentials, secrets, ...services },
) => {
  const isUnlimited = body.spend_limit === undefined || body.spend_limit === null;
  if (isUnlimited && caller.signedInAt !== undefined) requireFreshSignIn(caller.signedInAt, now);
  const { key, credential } = await issueApiKey(
    credentials,
    secrets,
    {
      accountId: caller.account.accountId,
      name: body.name,
      expiresAt: expiry(body.expires_at, now),
      limits: {
        spendLimit: body.spend_limit ?? undefined,
        allowedTools: body.tools ?? undefined,
        rateLimits: undefined,
      },
    },
    now,
  );
  const record = toApiCredential(credential, now);
  await tellOwner(services, caller.account.email, { what: 'key', name: body.name, at: now });
  return { body: { key, api_credential: record }, kept: { key: null, api_credential: record } };
};

function expiry(text: string | null | undefined, now: number): string | null {
  if (text === undefined || text === null) return null;
  const time = parseMoment(text);
  if (time === undefined)
    throw wrongExpiry('moment', 'There is no such day, or it lies beyond the year 9999.');
  if (time <= now) throw wrongExpiry('future', 'This moment has passed.');
  return isoTime(time);
}

function wrongExpiry(type: string, message: string): ServiceError {
  return new ServiceError('validation_error', `expires_at: ${message} No key was made.`, {
    faults: [{ pointer: '/expires_at', loc: ['body', 'expires_at'], type, message }],
  });
}
