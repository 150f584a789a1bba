import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Role } from '#shared/contract/role.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';
import {
  changeItem,
  type Item,
  removeItem,
  setAll,
  setOrRemoveAll,
  type Test,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, listItems, putItem, readItem, sha256, unixSeconds } from './identity-table.ts';
import { isHolder, type MemberItem, memberItem, membershipItem } from './person.ts';
import type { Standing } from './person-ref.ts';
import type { AccountReader } from './token-claims.ts';

const daySeconds = 24 * 60 * 60;
export const invitationDays = 7;
/** Who is gone stays listed this long, and so does an invitation that has ended. */
const keepRemovedSeconds = 30 * daySeconds;
const secretBytes = 24;

interface Acceptance {
  readonly token: string;
  /** The account that the person opened first. */
  readonly personId: string;
  readonly email: string;
}

export interface Joined {
  readonly account: Account;
  readonly role: Role;
  /** Whether it was handed over to the person. */
  readonly isHolder: boolean;
  readonly standing: Standing;
}

/**
 * The people of accounts. One item holds a person's invitation and what becomes
 * of it, so that one conditional write accepts, changes or ends it. Whose the
 * account is stands in the account itself, whatever the items say: no sequence
 * of writes leaves an account without an owner.
 */
export function createMemberRepository(table: IdentityTable, accounts: AccountReader) {
  const list = (accountId: string) => listItems(table, memberItem, identityKeys.member(accountId, ''));
  const ways = (personId: string) => listItems(table, membershipItem, identityKeys.membership(personId, ''));

  return {
    /** Invited, active and lately gone ones. */
    list,
    /** The token is the secret of the link: it is in this answer and nowhere else. Undefined where the address is a member's already. */
    invite: (
      accountId: string,
      invitation: { readonly email: string; readonly role: Role; readonly invitedBy: string },
    ): Promise<{ readonly member: MemberItem; readonly token: string } | undefined> =>
      invite(table, accountId, invitation),
    /** Joins, once. Undefined where the link never was, was used or withdrawn, has ended, or was sent to another address. */
    accept: (acceptance: Acceptance): Promise<string | undefined> => accept(table, acceptance),

    /** From the next request on. Undefined where there is no such person, who was is gone, or the account is theirs. */
    async changeRole(accountId: string, memberId: string, role: Role): Promise<MemberItem | undefined> {
      return changeLive(table, accounts, [accountId, memberId], { role });
    },

    /** Ends an invitation or a membership, from the next request on; not of whom the account is handed to at that moment. */
    async remove(accountId: string, memberId: string): Promise<MemberItem | undefined> {
      const removed_at = isoTime(table.clock());
      const expires_at = unixSeconds(table) + keepRemovedSeconds;
      const gone = { state: 'removed', removed_at, expires_at };
      const removed = await changeLive(table, accounts, [accountId, memberId], gone);
      if (!removed || !(await isTheirs(accounts, removed))) return removed;
      await takeBack(table, removed);
      return undefined;
    },

    /** Accounts that a person has joined or was given, and is still of. */
    async joined(personId: string): Promise<readonly Joined[]> {
      const found = (await ways(personId)).map((way) => joinedBy(table, accounts, personId, way));
      return (await Promise.all(found)).flat();
    },

    async forgetAll(accountId: string): Promise<void> {
      for (const { email } of await list(accountId)) await removeItem(table, keyOf(accountId, email));
    },

    /** Deletes all that other accounts keep of a person; false where one of these is theirs, which stays so. */
    async forgetPerson(personId: string): Promise<boolean> {
      for (const { account_id, address_hash } of await ways(personId)) {
        const isTheirOwn = [{ test: 'equals', path: ['person_id'], value: personId }] as const;
        await removeItem(table, identityKeys.member(account_id, address_hash), isTheirOwn);
        // Read after the item is gone: a hand-over of the same moment finds that, or is found here.
        if ((await accounts.find(account_id))?.snapshot.holder?.person === personId) return false;
        await removeItem(table, identityKeys.membership(personId, account_id));
      }
      return true;
    },

    async forgetWay(personId: string, accountId: string): Promise<void> {
      await removeItem(table, identityKeys.membership(personId, accountId));
    },
  };
}

async function invite(
  table: IdentityTable,
  accountId: string,
  { email, role, invitedBy }: { readonly email: string; readonly role: Role; readonly invitedBy: string },
) {
  const now = table.clock();
  const secret = randomBytes(secretBytes).toString('base64url');
  const key = keyOf(accountId, email);
  // Who comes back is known by the keys of earlier times.
  const known = await readItem(table, memberItem, key);
  const fresh = {
    account_id: accountId,
    member_id: known?.member_id ?? newId('mem', now),
    email,
    role,
    state: 'invited',
    invited_at: isoTime(now),
    invited_by: invitedBy,
    secret_hash: sha256(secret),
    ends_at: isoTime(now + invitationDays * daySeconds * 1_000),
    // An address that never came is not kept.
    expires_at: unixSeconds(table) + invitationDays * daySeconds + keepRemovedSeconds,
  };
  const gone = { joined_at: null, person_id: null, term: null, removed_at: null };
  const changed = await changeItem(table, key, {
    checks: [
      {
        test: 'any of',
        of: [
          { test: 'absent', path: ['state'] },
          { test: 'equals', path: ['state'], value: 'invited' },
          { test: 'equals', path: ['state'], value: 'removed' },
        ],
      },
    ],
    steps: setOrRemoveAll({ ...fresh, ...gone }),
  });
  return changed && { member: v.parse(memberItem, changed), token: `${accountId}.${secret}` };
}

/** The way to the account is written first: where this stops in between, it leads nowhere. */
async function accept(
  table: IdentityTable,
  { token, personId, email }: Acceptance,
): Promise<string | undefined> {
  const [accountId, secret, ...rest] = token.split('.');
  if (!accountId || !secret || rest.length > 0) return undefined;
  const key = keyOf(accountId, email);
  const invited = await readItem(table, memberItem, key);
  if (invited?.state !== 'invited' || invited.ends_at <= isoTime(table.clock())) return undefined;
  const secret_hash = sha256(secret);
  if (invited.secret_hash !== secret_hash) return undefined;
  const way = identityKeys.membership(personId, accountId);
  await putItem(table, way, { account_id: accountId, address_hash: sha256(email) });
  const joined = await changeItem(table, key, {
    checks: [
      { test: 'equals', path: ['state'], value: 'invited' },
      { test: 'equals', path: ['secret_hash'], value: secret_hash },
      { test: 'equals', path: ['ends_at'], value: invited.ends_at },
    ],
    steps: setOrRemoveAll({
      state: 'active',
      person_id: personId,
      joined_at: isoTime(table.clock()),
      term: randomBytes(secretBytes).toString('base64url'),
      secret_hash: null,
      expires_at: null,
    }),
  });
  return joined && accountId;
}

/** Changes someone who is invited or active; nobody who is gone comes back by it. */
async function changeLive(
  table: IdentityTable,
  accounts: AccountReader,
  [accountId, memberId]: readonly [string, string],
  attributes: Item,
): Promise<MemberItem | undefined> {
  const isLive: Test = {
    test: 'any of',
    of: [
      { test: 'equals', path: ['state'], value: 'invited' },
      { test: 'equals', path: ['state'], value: 'active' },
    ],
  };
  const members = await listItems(table, memberItem, identityKeys.member(accountId, ''));
  const found = members.find(({ member_id }) => member_id === memberId);
  if (!found || (await isTheirs(accounts, found))) return undefined;
  const changed = await changeItem(table, keyOf(accountId, found.email), {
    checks: [isLive, { test: 'equals', path: ['member_id'], value: memberId }],
    steps: setAll(attributes),
  });
  return changed && v.parse(memberItem, changed);
}

async function isTheirs(accounts: AccountReader, member: MemberItem): Promise<boolean> {
  const account = await accounts.find(member.account_id);
  return account !== undefined && isHolder(account, member);
}

/** The account became theirs while they were being removed: they stay. */
async function takeBack(table: IdentityTable, { account_id, email, term }: MemberItem): Promise<void> {
  await changeItem(table, keyOf(account_id, email), {
    checks: [
      { test: 'equals', path: ['state'], value: 'removed' },
      { test: 'equals', path: ['term'], value: term },
    ],
    steps: setOrRemoveAll({ state: 'active', removed_at: null, expires_at: null }),
  });
}

async function joinedBy(
  table: IdentityTable,
  accounts: AccountReader,
  personId: string,
  { account_id, address_hash }: v.InferOutput<typeof membershipItem>,
): Promise<Joined[]> {
  const [account, member] = await Promise.all([
    accounts.find(account_id),
    readItem(table, memberItem, identityKeys.member(account_id, address_hash)),
  ]);
  const holder = account?.snapshot.holder;
  if (account && holder?.person === personId)
    return [{ account, role: 'owner', isHolder: true, standing: { ...holder, address_hash } }];
  if (!account || member?.state !== 'active' || member.term === undefined || member.person_id !== personId)
    return [];
  // Prepared by somebody who has not handed their own account over after all.
  if (isHolder(account, member)) return [];
  const standing = { id: member.member_id, address_hash, term: member.term, person: personId };
  return [{ account, role: member.role, isHolder: false, standing }];
}

function keyOf(accountId: string, email: string) {
  return identityKeys.member(accountId, sha256(email));
}
