import type { RoutedFunction } from '#shared/contract/function-contract.ts';

/**
 * Opens public pages in Chromium for audits. It runs what strangers wrote, without the sandbox that Lambda
 * does not allow, so it holds no secret and reaches no table and no file: audits call it and read its answer.
 */
export const openPagesFunction = {
  name: 'open-pages',
  module: 'open-pages/actions.ts',
  description: 'Opens public pages in Chromium for audits.',
  routes: [],
  grants: {},
  // A cold start inflates the browser, for some five seconds.
  timeoutSeconds: 25,
  memoryMb: 2048,
  bringsBrowser: true,
} as const satisfies RoutedFunction;
