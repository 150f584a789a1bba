import type { RoutedFunction } from '#shared/contract/function-contract.ts';

/** The served reference, machine-readable and for people, and the operator's texts. Nothing in it depends on who asks. */
export const referenceFunction = {
  name: 'reference',
  module: 'reference/reference-handler.ts',
  description: "OpenAPI document, reference pages, llms.txt, the operator's texts and health.",
  routes: [
    { method: 'GET', path: '/openapi.json' },
    { method: 'GET', path: '/llms.txt' },
    { method: 'GET', path: '/docs' },
    { method: 'GET', path: '/docs/{page}' },
    { method: 'GET', path: '/pricing' },
    { method: 'GET', path: '/status' },
    { method: 'GET', path: '/privacy' },
    { method: 'GET', path: '/terms' },
    { method: 'GET', path: '/healthz' },
  ],
  // To see whether they answer; the operator's texts and the latest check are in the table of identities.
  grants: {
    tables: {
      accounts: ['GetItem'],
      credentials: ['GetItem'],
      index: ['GetItem'],
      identity: ['GetItem'],
    },
    // Whether the provider has an account.
    secrets: ['upstream'],
    sharedIndex: true,
  },
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;
