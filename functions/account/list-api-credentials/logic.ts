import { toApiCredential } from '#shared/money/accounts/credential-record.ts';
import type { AccountLogic } from '../account-services.ts';
import type { listApiCredentials as contract } from './contract.ts';

export const listApiCredentials: AccountLogic<typeof contract> = async ({ caller, now }, { credentials }) => {
  const found = await credentials.list(caller.account.accountId);
  return { body: found.map((credential) => toApiCredential(credential, now)) };
};
