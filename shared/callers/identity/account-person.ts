import type { Role } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import type { IdentityTable } from './identity-table.ts';
import type { Standing } from './standing.ts';

/** Somebody as a person of one account, as both are now. */
export interface AccountPerson {
  readonly role: Role;
  /** Whether the account is theirs: of its owners, the one who hands it over, downloads or deletes it. */
  readonly isHolder: boolean;
  /** The address by which they are of the account. */
  readonly email: string;
  /** Undefined of who opened the account and has it still. */
  readonly member: Standing | undefined;
}

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
  const { findPerson } = await import('./find-person.ts');
  return findPerson(table, account, standing);
}
