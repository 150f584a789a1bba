import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import {
  createPublishedKeys,
  openSigningSecret,
  publicKeysOf,
} from '#shared/callers/identity/signing-keys.ts';
import { newAccountItem } from '#shared/money/accounts/account-item.ts';
import { type Account, toAccount } from '#shared/money/accounts/principal.ts';
import { startTestDatabase } from '../stores/database.ts';

export const issuer = 'https://oriel.example';

/** An account as authentication reads it. */
export function anAccount(accountId = 'acct_1', changes: Partial<Account> = {}): Account {
  const createdAt = '2026-11-20T00:00:00.000Z';
  const item = newAccountItem({ accountId, email: 'someone@example.com', createdAt });
  return { ...toAccount({ ...item, balance: 1_000 }), ...changes };
}

/** The identity table on an embedded database, with a clock that tests move. */
export async function startIdentity() {
  const { documents, tables, stop } = await startTestDatabase();
  // The real time and what tests add to it: the authorization server's library reads the machine's clock.
  let passedMs = 0;
  const time = {
    get now() {
      return Math.floor(Date.now() / 1000) * 1000 + passedMs;
    },
  };
  const table: IdentityTable = { documents, name: tables.identity, clock: () => time.now };
  const { keys: signing, cookieKeys } = openSigningSecret('{"seed":"0123456789abcdef0123456789abcdef"}');
  const keys = createPublishedKeys(table);
  await keys.publish(publicKeysOf(signing));
  const accounts = { find: async (id: string) => (id === 'acct_gone' ? undefined : anAccount(id)) };
  return {
    table,
    tables,
    time,
    signing,
    cookieKeys,
    keys,
    sessions: createSessionRepository(table, accounts),
    connections: createConnectionRepository(table, accounts),
    accounts,
    pass(seconds: number) {
      passedMs += seconds * 1000;
    },
    stop,
  };
}
