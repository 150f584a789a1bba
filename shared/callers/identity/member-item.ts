import * as v from 'valibot';
import { roles } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/account.ts';

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
