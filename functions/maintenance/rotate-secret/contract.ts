import type { ScheduledFunction } from '#shared/contract/scheduled-function.ts';

/** Called by the secret store once a month for each of its secrets, step by step. */
export const rotateSecret = {
  name: 'rotate-secret',
  summary: 'Renews the keys of cursors, codes, sessions and agent tokens.',
  folder: 'maintenance/rotate-secret',
  rotatesSecrets: ['service', 'signing'],
  grants: {},
  timeoutSeconds: 20,
} as const satisfies ScheduledFunction;
