import type { Account } from '#shared/money/accounts/account.ts';
import type { IdentityTable } from './identity-table.ts';
import type { AccountPerson, Standing } from './person-ref.ts';

/**
 * What somebody is in an account; undefined where they are no longer of it. What is kept without a
 * standing is of who opened the account, whatever that person is in it by now.
 */
export async function personIn(
  table: IdentityTable,
  account: Account,
  standing: Standing | undefined,
): Promise<AccountPerson | undefined> {
  if (!standing && !account.snapshot.opener)
    return { role: 'owner', isHolder: true, email: account.email, member: undefined };
  const { findPerson } = await import('./person.ts');
  return findPerson(table, account, standing);
}
