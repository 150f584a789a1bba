import type { RoutedFunction } from '#shared/contract/routed-function.ts';

/** The served reference: machine-readable and for people. Nothing in it depends on who asks. */
export const referenceFunction = {
  name: 'reference',
  folder: 'reference',
  description: 'OpenAPI document, reference pages, llms.txt and health.',
  routes: [
    { method: 'GET', path: '/openapi.json' },
    { method: 'GET', path: '/llms.txt' },
    { method: 'GET', path: '/docs' },
    { method: 'GET', path: '/docs/{page}' },
    { method: 'GET', path: '/healthz' },
  ],
  // To see whether they answer.
  grants: {
    tables: { accounts: ['GetItem'], credentials: ['GetItem'], index: ['GetItem'] },
    secrets: [],
    objects: [],
  },
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;
