import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AccountLogic } from '../account-services.ts';
import type { revokeApiCredential as contract } from './contract.ts';

export const revokeApiCredential: AccountLogic<typeof contract> = async (
  { caller, parameters, now },
  { credentials, accounts },
) => {
  const id = parameters.credential_id ?? '';
  // Another account's credential and an unknown one are answered alike.
  const revoked = /^cred_[0-9a-z]{26}$/u.test(id)
    ? await credentials.revoke(caller.account.accountId, id, now)
    : undefined;
  if (!revoked)
    throw new ServiceError(
      'not_found',
      'This account has no such API credential. GET /v1/me/api-credentials lists the ids.',
    );
  // What was counted for its own limits is no longer needed.
  if (revoked.limits.spendLimit !== undefined || revoked.limits.rateLimits)
    await accounts.forgetKey(caller.account.accountId, id);
  return { body: toApiCredential(revoked, now) };
};
