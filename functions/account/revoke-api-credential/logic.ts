import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { AccountLogic } from '../account-services.ts';
import { isCredentialId, noSuchCredential } from '../find-credential.ts';
import type { revokeApiCredential as contract } from './contract.ts';

export const revokeApiCredential: AccountLogic<typeof contract> = async (
  { caller, parameters, body, now },
  { credentials, places },
) => {
  const { accountId } = caller.account;
  const id = parameters.credential_id ?? '';
  const revoked = isCredentialId(id) ? await credentials.revoke(accountId, id, now) : undefined;
  if (!revoked) throw noSuchCredential();
  await places.free(accountId, id);
  // Children end with their parent in any case; revoked, they say so themselves.
  if (body?.with_children) {
    const children = (await credentials.list(accountId)).filter(({ parent }) => parent?.id === id);
    for (const child of children) {
      await credentials.revoke(accountId, child.id, now);
      await places.free(accountId, child.id);
    }
  }
  return { body: toApiCredential(revoked, now) };
};
