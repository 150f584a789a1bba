import * as v from 'valibot';
import { roles } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, readItem } from './identity-table.ts';
import type { AccountPerson, Standing } from './person-ref.ts';

/** One person of an account beside the one who opened it, from the invitation on. */
export const memberItem = v.object({
  account_id: v.string(),
  /** Random, since keys and answers say it: nobody finds the address from it. */
  member_id: v.string(),
  email: v.string(),
  role: v.picklist(roles),
  state: v.picklist(['invited', 'active', 'removed']),
  invited_at: v.string(),
  /** Address of who invited; absent of who opened the account. */
  invited_by: v.optional(v.string()),
  /** Of who opened the account: what they are once they have handed it over. */
  opened: v.optional(v.boolean()),
  /** Of the invitation's link, until it is accepted or withdrawn. */
  secret_hash: v.optional(v.string()),
  /** ISO 8601; when the invitation ends. */
  ends_at: v.string(),
  joined_at: v.optional(v.string()),
  /** The account that the person opened: who the person is. */
  person_id: v.optional(v.string()),
  /** Made anew each time that the person joins: what an earlier term was given stays ended. */
  term: v.optional(v.string()),
  removed_at: v.optional(v.string()),
  /** Unix seconds; of those who are invited or gone. */
  expires_at: v.optional(v.number()),
});
export type MemberItem = v.InferOutput<typeof memberItem>;

/** Leads from a person to an account that they are of, where the account's own items decide. */
export const membershipItem = v.object({ account_id: v.string(), address_hash: v.string() });

/** Whether the account is this person's; their item says then only what they were or would be without it. */
export function isHolder({ snapshot: { holder } }: Account, { person_id, opened }: MemberItem): boolean {
  return holder ? person_id === holder.person : opened === true;
}

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
