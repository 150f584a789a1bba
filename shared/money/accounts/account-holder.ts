import type { Test } from '#shared/platform/dynamo/conditional-change.ts';
import { setAll } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { type Account, toAccount } from './account.ts';
import { type Holder, type Opener, parseAccountItem } from './account-item.ts';

/**
 * Who owns an account stands in its one item, with the address that its mail goes to: whatever
 * happens at the same moment, there is exactly one owner.
 */
export function createAccountHolders({ documents, tables }: Omit<TableAccess<'accounts'>, 'clock'>) {
  const table = { documents, name: tables.accounts };
  const change = async (
    accountId: string,
    checks: readonly Test[],
    attributes: Parameters<typeof setAll>[0],
  ) => {
    const item = await changeItem(table, { account_id: accountId }, { checks, steps: setAll(attributes) });
    return item && toAccount(parseAccountItem(item));
  };
  return {
    /** Gives it to somebody; undefined where it is no longer theirs to give, or its deletion has begun. */
    pass: (
      accountId: string,
      from: Holder | undefined,
      to: { readonly holder: Holder; readonly email: string; readonly opener?: Opener | undefined },
    ): Promise<Account | undefined> =>
      change(accountId, [isStill(from), { test: 'absent', path: ['closing'] }], { ...to }),

    /** Begins its deletion by who owns it; undefined where that is somebody else by now. Safe to repeat. */
    close: (accountId: string, by: Holder | undefined): Promise<Account | undefined> =>
      change(accountId, [{ test: 'present', path: ['account_id'] }, isStill(by)], { closing: true }),
  };
}

function isStill(holder: Holder | undefined): Test {
  return holder
    ? { test: 'equals', path: ['holder', 'term'], value: holder.term }
    : { test: 'absent', path: ['holder'] };
}
