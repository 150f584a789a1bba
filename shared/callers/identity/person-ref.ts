import * as v from 'valibot';
import type { Role } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import type { IdentityTable } from './identity-table.ts';

/** What a session or a connection keeps of the person in whose name it was made, and no answer shows. */
export const standingItem = v.object({
  id: v.string(),
  /** SHA-256 of the address that was invited: where the person's item is. */
  address_hash: v.string(),
  term: v.string(),
  person: v.string(),
});
export type Standing = v.InferOutput<typeof standingItem>;

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
  const { findPerson } = await import('./person.ts');
  return findPerson(table, account, standing);
}
