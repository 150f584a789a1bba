import * as v from 'valibot';
import { type Role, roles } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import * as identityKeys from './identity-keys.ts';
import { type IdentityTable, readItem } from './identity-table.ts';

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
  return findPerson(table, account, standing);
}

/** What a session or a connection keeps of the person in whose name it was made, and no answer shows. */
export const standingItem = v.object({
  id: v.string(),
  /** SHA-256 of the address that was invited: where the person's item is. */
  address_hash: v.string(),
  term: v.string(),
  person: v.string(),
});
export type Standing = v.InferOutput<typeof standingItem>;

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
