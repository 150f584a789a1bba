import { toolCatalog } from '#functions/tools/catalog.ts';
import { askedGrants, mergeGrants } from '#shared/contract/grants.ts';
import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/** Tools whose answers are paid for and kept: what a schedule can ask. */
export const scheduledTools = toolCatalog.filter(({ credits }): boolean => credits > 0);

/** More often than hourly: what failed, or waited for credits, is tried again within its day. */
export const askAgain = {
  name: 'ask-again',
  summary: 'Asks saved questions again in the week of their schedule, within its budget.',
  module: 'maintenance/ask-again/ask-again.ts',
  everyMinutes: 15,
  grants: mergeGrants([
    ...scheduledTools.map(askedGrants),
    {
      tables: { identity: ['GetItem', 'Query', 'UpdateItem', 'DeleteItem'] },
      // The crawler signs its requests.
      secrets: ['service'],
    },
  ]),
  // A run ends before the next begins.
  timeoutSeconds: 840,
  sendsMail: true,
  tellsLowBalance: true,
} as const satisfies ScheduledFunction;
