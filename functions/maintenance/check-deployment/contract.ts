import type { RoutedFunction } from '#shared/contract/routed-function.ts';

/** Says whether a deployment goes on, where new code comes in gradually: a tenth of few calls would prove nothing. */
export const checkDeployment = {
  name: 'check-deployment',
  folder: 'maintenance/check-deployment',
  description: 'Calls new code before its callers do, and walks their ways before and after.',
  routes: [],
  grants: { secrets: ['canary'] },
  timeoutSeconds: 180,
  checksDeployments: true,
} as const satisfies RoutedFunction;
