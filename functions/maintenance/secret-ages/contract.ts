import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/** Says when a secret that people must renew has not been, or the rotation of the others has stopped. */
export const secretAges = {
  name: 'secret-ages',
  summary: 'Reports secrets that have not been renewed for too long.',
  folder: 'maintenance/secret-ages',
  everyMinutes: 24 * 60,
  seesSecrets: ['service', 'signing', 'upstream', 'stripe', 'canary'],
  reportsSignals: true,
  grants: {},
  timeoutSeconds: 20,
} as const satisfies ScheduledFunction;
