import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/**
 * Apart from the calls themselves, so that no call waits for a mail and no tool may read billing: the call that
 * takes a balance to a mark starts it for that account. The clock finds what no call told: refunds, a mail that failed.
 */
export const lowBalance = {
  name: 'low-balance',
  summary: 'Writes to accounts whose balance has fallen to the mark they chose.',
  folder: 'maintenance/low-balance',
  everyMinutes: 15,
  grants: {
    tables: { accounts: ['Scan', 'GetItem'], billing: ['GetItem', 'UpdateItem'], ledger: ['Query'] },
  },
  timeoutSeconds: 300,
  sendsMail: true,
} as const satisfies ScheduledFunction;
