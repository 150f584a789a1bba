import type { AccountLogic } from '../account-services.ts';
import type { getCredits as contract } from './contract.ts';

export const getCredits: AccountLogic<typeof contract> = async ({ caller }) => ({
  body: { balance: caller.account.balance },
});
