import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/**
 * Every few minutes although each account's own calls sweep it on their way:
 * an account that calls no more gets its credits back as well.
 */
export const sweep = {
  name: 'sweep',
  summary: 'Gives back the credits of calls that died, and finishes grants that were cut off.',
  folder: 'maintenance/sweep',
  everyMinutes: 5,
  grants: {
    tables: {
      accounts: ['Scan', 'UpdateItem'],
      usage: ['GetItem', 'PutItem'],
      ledger: ['UpdateItem'],
    },
  },
  timeoutSeconds: 300,
} as const satisfies ScheduledFunction;
