import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';

export const personalDataBodies = {
  /** The address of the account, typed again, so that no account is deleted by accident. */
  delete: v.object({ email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)) }),
};

/** What a person may ask for about their own data (GDPR, articles 15, 17 and 20). */
export const personalDataFunction = {
  name: 'personal-data',
  module: 'personal-data/actions.ts',
  description: 'Gives people what is kept about them, and deletes accounts.',
  routes: [
    { method: 'POST', path: '/session/account/download' },
    { method: 'POST', path: '/session/account/delete' },
  ],
  grants: {
    tables: {
      accounts: ['GetItem', 'UpdateItem'],
      credentials: ['GetItem', 'Query', 'BatchGetItem', 'UpdateItem'],
      identity: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'],
      billing: ['GetItem', 'Query', 'DeleteItem'],
      ledger: ['Query'],
      usage: ['Query', 'UpdateItem', 'DeleteItem'],
      // What it saw last, and its datasets.
      facts: ['Query', 'DeleteItem'],
      // Answers for repeats.
      idempotency: ['DeleteItem'],
      // What the account has brought of its own sites.
      index: ['GetItem', 'Query', 'BatchWriteItem'],
    },
    // That of Google to withdraw the account's grant.
    secrets: ['service', 'google'],
    objects: [
      'uploads:delete',
      'crawls:list',
      'crawls:delete',
      'answers:get',
      'answers:list',
      'answers:delete',
      'datasets:list',
      'datasets:delete',
      'idempotency:list',
      'idempotency:delete',
    ],
  },
  timeoutSeconds: 28,
} as const satisfies RoutedFunction;
