import type { Account } from '#shared/money/accounts/account.ts';
import type { AccountReader } from './token-claims.ts';

/** The account that is somebody's own: the first that they opened or, since they handed that over, the next. */
export async function homeOf(
  accounts: AccountReader,
  personId: string,
): Promise<{ readonly accountId: string; readonly account: Account | undefined }> {
  const account = await accounts.find(personId);
  const next = account?.snapshot.opener?.home;
  return next === undefined ? { accountId: personId, account } : homeOf(accounts, next);
}
