import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/**
 * Calls the service as its callers do, through distribution and firewall, so that a fault there is noticed at
 * night too. What it finds is kept for the status page, in the table of identities.
 */
export const canary = {
  name: 'canary',
  summary: 'Calls the service from outside and reports where it does not answer, or charge, as it should.',
  folder: 'maintenance/canary',
  everyMinutes: 5,
  grants: { tables: { identity: ['PutItem'] }, secrets: ['canary'] },
  reportsSignals: true,
  timeoutSeconds: 180,
} as const satisfies ScheduledFunction;
