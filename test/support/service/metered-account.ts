import type { Principal } from '#shared/money/accounts/principal.ts';
import { createSweeper } from '#shared/money/ledger/sweeper.ts';
import { openLedger } from '../ledger/ledger.ts';
import type { TestDatabase } from '../stores/database.ts';
import { type CallsOptions, openCalls } from './metered-calls.ts';

type Asked = NonNullable<Parameters<ReturnType<typeof openCalls>['call']>[1]> & {
  readonly credentialId?: string;
};

/** An account with credits, and the call on it. */
export async function openMeteredAccount(
  database: TestDatabase,
  credits: number,
  options: Omit<CallsOptions, 'clock'> = {},
) {
  let now = Date.UTC(2026, 10, 20, 12);
  const clock = () => now;
  const books = openLedger(database, clock);
  const calls = openCalls(database, { clock, ...options });
  const accountId = await books.openAccount(credits);
  const principal = (): Promise<Principal> => books.principal(accountId);
  return {
    ...calls,
    accountId,
    call: async ({ credentialId, ...asked }: Asked = {}) => {
      const caller = await principal();
      return calls.call({ ...caller, credentialId: credentialId ?? caller.credentialId }, asked);
    },
    /** Lets time go by, in milliseconds. */
    pass(milliseconds: number) {
      now += milliseconds;
    },
    balance: async () => (await books.accounts.get(accountId)).balance,
    callsCounted: async () => (await books.accounts.get(accountId)).windows.minute.calls,
    records: async () => (await books.usage.list({ accountId, limit: 50 })).records,
    books: () => books.reconcile(accountId),
    /** The sweeper comes by as if every open call had begun ten minutes ago. */
    sweep: () => createSweeper({ ...database, clock: () => now + 600_000 }).sweepAccount(accountId),
    suspend: () => books.accounts.update(accountId, { status: 'suspended' }),
  };
}
