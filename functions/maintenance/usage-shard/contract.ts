import type { RoutedFunction } from '#shared/contract/routed-function.ts';

/**
 * Reads the calls of some accounts for a function that needs those of all, so
 * that a day takes as long as its largest part. It has a whole processor, and as
 * long as a function can have.
 */
export const usageShard = {
  name: 'usage-shard',
  folder: 'maintenance/usage-shard',
  description: 'Counts, adds up, proves or writes the calls of some accounts, for exports and margins.',
  routes: [],
  grants: {
    tables: {
      accounts: ['GetItem'],
      ledger: ['Query'],
      usage: ['Query'],
      billing: ['GetItem', 'UpdateItem'],
    },
    objects: ['usage:get', 'usage:put'],
  },
  timeoutSeconds: 900,
  memoryMb: 1_792,
} as const satisfies RoutedFunction;
