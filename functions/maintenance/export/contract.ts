import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/**
 * Every hour although there is something to do once a night: a run that failed
 * or ran out of its time is repeated by the next, and one without work costs
 * a few reads.
 */
export const exportUsage = {
  name: 'export-usage',
  summary: 'Writes the files of finance for every past day and month.',
  folder: 'maintenance/export',
  everyMinutes: 60,
  grants: {
    tables: {
      accounts: ['Scan'],
      billing: ['UpdateItem'],
    },
    objects: ['usage:get', 'usage:put', 'usage:delete', 'usage:list'],
  },
  timeoutSeconds: 900,
  readsInShards: true,
} as const satisfies ScheduledFunction;
