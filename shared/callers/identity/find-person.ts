import type { Account } from '#shared/money/accounts/account.ts';
import type { AccountPerson } from './account-person.ts';
import * as identityKeys from './identity-keys.ts';
import { type IdentityTable, readItem } from './identity-table.ts';
import { memberItem, membershipItem } from './member-item.ts';
import type { Standing } from './standing.ts';

/** Read with each use, consistently: who was removed or has handed the account over is that from then on. */
export async function findPerson(
  table: IdentityTable,
  account: Account,
  given: Standing | undefined,
): Promise<AccountPerson | undefined> {
  const member = given ?? (await standingOfOpener(table, account));
  if (!member) return undefined;
  if (member.term === account.snapshot.holder?.term)
    return { role: 'owner', isHolder: true, email: account.email, member };
  const key = identityKeys.member(account.accountId, member.address_hash);
  const found = await readItem(table, memberItem, key);
  const stands = found?.state === 'active' && found.term === member.term && found.person_id === member.person;
  return stands ? { role: found.role, isHolder: false, email: found.email, member } : undefined;
}

async function standingOfOpener(
  table: IdentityTable,
  { accountId, snapshot: { opener } }: Account,
): Promise<Standing | undefined> {
  if (!opener) return undefined;
  const { home: _, ...standing } = opener;
  const way = await readItem(table, membershipItem, identityKeys.membership(opener.person, accountId));
  return way && { ...standing, address_hash: way.address_hash };
}
