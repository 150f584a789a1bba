import type { RoutedFunction } from '#shared/contract/function-contract.ts';

/**
 * Reads the documents in which clients of the authorization server describe
 * themselves. Strangers choose the addresses and write the documents, so it holds
 * no secret and reaches no table: the authorization server calls it and has the
 * signing keys.
 */
export const clientMetadataFunction = {
  name: 'client-metadata',
  module: 'client-metadata/actions.ts',
  description: 'Reads the documents in which clients of the authorization server describe themselves.',
  routes: [],
  grants: {},
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;
