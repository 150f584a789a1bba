import type { Principal } from '#shared/money/accounts/principal.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallCounter, Hold, MeteredCall } from './operations.ts';

/**
 * The hold of a test call: it sets no credits aside and is nowhere but here. The
 * call is counted in its key's own item, so that no test uses up calls of the
 * account; the account, its entries and its limits are never written for it.
 */
export async function holdNothing(
  principal: Principal,
  { run }: Pick<MeteredCall, 'run'>,
  counter: CallCounter,
  now: number,
): Promise<Hold> {
  const { account, credentialId } = principal;
  const { rate } = await counter.countFreeCall(principal, 'tool');
  return {
    rate,
    limit: undefined,
    run: run?.budget === undefined ? undefined : { id: run.id, spent: 0, budget: run.budget },
    callId: newId('use', now),
    place: account.accountId,
    accountId: account.accountId,
    credentialId,
    credits: 0,
    balanceAfter: account.balance,
    heldAt: now,
    meters: [],
  };
}
