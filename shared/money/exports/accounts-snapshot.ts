import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { OpenCall } from './day-digest.ts';

/** Every account, and the calls that had begun and were not decided. */
export interface AccountsSnapshot {
  /** Milliseconds since 1970, before anything was read. */
  readonly takenAt: number;
  /** In order. */
  readonly accountIds: readonly string[];
  readonly holds: readonly OpenCall[];
}

/** Read before any record, so that no call falls between the two: it is among the holds, among the records, or both. */
export async function takeSnapshot(
  accounts: Pick<AccountRepository, 'list'>,
  takenAt: number,
): Promise<AccountsSnapshot> {
  const accountIds: string[] = [];
  const holds: OpenCall[] = [];
  for await (const { accountId, snapshot } of accounts.list()) {
    accountIds.push(accountId);
    for (const id of Object.keys(snapshot.holds)) holds.push({ account_id: accountId, id });
  }
  return { takenAt, accountIds: accountIds.sort(), holds };
}
