import { keyDirectoryPath, type RoutedFunction } from '#shared/contract/function-contract.ts';

/** The public keys of the crawler, for sites that check its signatures. */
export const crawlerKeysFunction = {
  name: 'crawler-keys',
  module: 'crawler-keys/actions.ts',
  description: 'Directory of the keys with which the crawler signs its requests.',
  routes: [{ method: 'GET', path: keyDirectoryPath }],
  // Each key in the directory signs it.
  grants: { secrets: ['service'] },
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;
