import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/** Reads what calls left in their usage records, so that no call waits for a count that all calls share. */
export const marginWatch = {
  name: 'margin-watch',
  summary: 'Tells the operator when a day of calls costs more upstream than it earns.',
  folder: 'maintenance/margin-watch',
  everyMinutes: 60,
  grants: {
    tables: { accounts: ['Scan'] },
  },
  timeoutSeconds: 900,
  readsInShards: true,
  watchesMargin: true,
  reportsSignals: true,
} as const satisfies ScheduledFunction;
