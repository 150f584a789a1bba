import type { RoutedFunction } from '#shared/contract/function-contract.ts';

/** Answers what no other route takes; the API leads every other method and path to it. */
export const unmatchedFunction = {
  name: 'unmatched',
  module: 'unmatched/actions.ts',
  description: 'Says what to do where a path does not exist or does not take the method.',
  routes: [],
  grants: {},
  timeoutSeconds: 5,
} as const satisfies RoutedFunction;
