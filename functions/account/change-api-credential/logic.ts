import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { AccountLogic } from '../account-services.ts';
import { refuseUnlessPerson } from '../create-api-credential/logic.ts';
import { isCredentialId, noSuchCredential } from '../find-credential.ts';
import { expiryOf, refuseOldSignIn } from '../limits-of.ts';
import type { changeApiCredential as contract } from './contract.ts';

export const changeApiCredential: AccountLogic<typeof contract> = async (
  { caller, parameters, body, now },
  { credentials },
) => {
  const id = parameters.credential_id ?? '';
  refuseOldSignIn(caller, body.spend_limit, now);
  if (body.may_create_keys !== undefined) refuseUnlessPerson(caller);
  const changed = isCredentialId(id)
    ? await credentials.change(caller.account.accountId, id, {
        name: body.name,
        spendLimit: body.spend_limit,
        allowedTools: body.tools,
        rateLimits: body.rate_limits,
        expiresAt: body.expires_at === undefined ? undefined : expiryOf('expires_at', body.expires_at, now),
        mayCreateKeys: body.may_create_keys,
        endPrevious: body.end_previous_key,
      })
    : undefined;
  if (!changed) throw noSuchCredential();
  return { body: toApiCredential(changed, now) };
};
