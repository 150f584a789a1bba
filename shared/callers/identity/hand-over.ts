import { randomBytes } from 'node:crypto';
import type { Holder } from '#shared/money/accounts/account-item.ts';
import type { createAccountHolders } from '#shared/money/accounts/account-repository.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { changeItem, setOrRemoveAll, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';
import { type AccountOpener, createOnce, findPersonId } from './account-directory.ts';
import * as identityKeys from './identity-table.ts';
import { type IdentityTable, putItem, readItem, sha256 } from './identity-table.ts';
import { isHolder, type MemberItem, memberItem } from './person.ts';

interface HandOver {
  /** As it was when the operator looked at it. */
  readonly account: Account;
  readonly email: string;
}

/**
 * The outcome: the account as its new owner has it, or why nothing was changed. `gone`: no such
 * person, or not one who has accepted and stayed. `changed`: another request was first.
 */
type HandOverResult = Account | 'gone' | 'changed';

interface Parts {
  readonly table: IdentityTable;
  readonly accounts: AccountOpener;
  readonly holders: ReturnType<typeof createAccountHolders>;
}

/**
 * Gives an account to another of its people, as the operator does where its owner cannot. One conditional write of the account's item decides it:
 * owner and address change together, and of two at the same moment the second finds another owner. What
 * the former owner is from then on is written before, where it counts for nothing while they own it.
 */
export function createHandOver(table: IdentityTable, accounts: AccountOpener, holders: Parts['holders']) {
  return (asked: HandOver): Promise<HandOverResult> => handOver({ table, accounts, holders }, asked);
}

async function handOver(parts: Parts, { account, email }: HandOver): Promise<HandOverResult> {
  const { table, accounts, holders } = parts;
  const { accountId, email: formerEmail, snapshot } = account;
  const heir = await findHeir(table, accountId, email);
  if (!heir || isHolder(account, heir.member)) return 'gone';
  const former = await becomeMember(parts, account);
  if (!former) return 'changed';
  const opener = snapshot.opener ? undefined : { ...former, home: newId('acct', table.clock()) };
  const passed = await holders.pass(accountId, snapshot.holder, { holder: heir.holder, email, opener });
  if (!passed) return 'changed';
  if (opener) await createOnce(accounts, opener.home, formerEmail);
  // Read after the account is theirs: who was removed at the same moment is found here, or finds that.
  const isStill = (await findHeir(table, accountId, email))?.holder.term === heir.holder.term;
  if (isStill) return passed;
  await holders.pass(accountId, heir.holder, { holder: former, email: formerEmail });
  return 'gone';
}

async function findHeir(table: IdentityTable, accountId: string, email: string) {
  const member = await readItem(table, memberItem, identityKeys.member(accountId, sha256(email)));
  const { state, term, person_id: person } = member ?? {};
  if (!member || state !== 'active' || term === undefined || person === undefined) return undefined;
  return { member, holder: { id: member.member_id, term, person } };
}

/** Writes what the owner is without the account, and what leads them to it. Undefined where it is no longer theirs. */
async function becomeMember(
  { table, accounts }: Parts,
  { accountId, email, createdAt, snapshot: { holder } }: Account,
): Promise<Holder | undefined> {
  const address_hash = sha256(email);
  const personId = holder?.person ?? (await findPersonId(table, email));
  if (personId === undefined) return undefined;
  const key = identityKeys.member(accountId, address_hash);
  const known = await readItem(table, memberItem, key);
  // Read after the item: who was removed since they handed it over does not come back by a late repetition.
  if ((await accounts.find(accountId))?.snapshot.holder?.term !== holder?.term) return undefined;
  const self = holder ?? openerOf(table, known, personId);
  const written = await changeItem(table, key, {
    checks: [same('state', known), same('role', known), same('term', known), same('removed_at', known)],
    steps: setOrRemoveAll({
      account_id: accountId,
      member_id: self.id,
      email,
      role: 'member',
      state: 'active',
      invited_at: known?.invited_at ?? createdAt,
      ends_at: known?.ends_at ?? createdAt,
      joined_at: known?.joined_at ?? createdAt,
      person_id: self.person,
      term: self.term,
      opened: holder ? undefined : true,
      removed_at: null,
      expires_at: null,
    }),
  });
  if (!written) return undefined;
  await putItem(table, identityKeys.membership(personId, accountId), { account_id: accountId, address_hash });
  return self;
}

/** An attempt that was cut off has given the opener a term already, which another attempt may be using. */
function openerOf(table: IdentityTable, known: MemberItem | undefined, person: string): Holder {
  const { member_id, term } = known ?? {};
  return {
    id: member_id ?? newId('mem', table.clock()),
    term: term ?? randomBytes(24).toString('base64url'),
    person,
  };
}

function same(name: keyof MemberItem, known: MemberItem | undefined): Test {
  const value = known?.[name];
  return value === undefined ? { test: 'absent', path: [name] } : { test: 'equals', path: [name], value };
}
