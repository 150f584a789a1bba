import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/** Apart from the calls themselves, so that no call waits for a mail and no tool may read billing. */
export const lowBalance = {
  name: 'low-balance',
  summary: 'Writes to accounts whose balance has fallen below the mark they chose.',
  folder: 'maintenance/low-balance',
  everyMinutes: 15,
  grants: {
    tables: { accounts: ['Scan'], billing: ['GetItem', 'UpdateItem'], ledger: ['Query'] },
    secrets: [],
    objects: [],
  },
  timeoutSeconds: 300,
  sendsMail: true,
} as const satisfies ScheduledFunction;
